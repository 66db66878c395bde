import { z } from 'zod';
import { endpoint, TEAM_RIGHTS } from '#services/contract/endpoint.ts';
import { id, line, list, nothing, paged, seconds, text } from '#services/contract/fields/fields.ts';
import { order, orderListQuery } from '#services/contract/orders/order-list.ts';

/** Creator specification 9. */
export const MAX_TEAM_SIZE = 5;

const member_name = line(30, 1);
const rights = z.array(z.enum(TEAM_RIGHTS)).max(TEAM_RIGHTS.length);

export const addTeamMember = endpoint('POST', '/api/creator/add-team-member', {
  access: 'creator',
  limit: 'guess',
  /** The account is an email address or a phone number. */
  body: z.object({ account: text(254), member_name, rights: rights.default(['orders', 'tickets']) }),
  answer: nothing,
});
export const editTeamMember = endpoint('POST', '/api/creator/edit-team-member', {
  access: 'creator',
  /** Omitted fields do not change. */
  body: z.object({ user_id: id, member_name: member_name.optional(), rights: rights.optional() }),
  answer: nothing,
});
export const deleteTeamMember = endpoint('POST', '/api/creator/delete-team-member', {
  access: 'creator',
  body: z.object({ user_id: id }),
  answer: nothing,
});

/** The member leaves the team. */
export const leaveTeam = endpoint('POST', '/api/my/leave-team', {
  access: 'fan',
  body: z.object({ creator_id: id }),
  answer: nothing,
});
const person = z.object({ user_id: id, name: z.string() });
const teamChange = z.object({
  change_id: z.number().int(),
  time: seconds,
  /** The creator, or the member who left. */
  by: person.nullable(),
  member: person.nullable(),
  /** The rights from then on; null: no longer in the team. */
  rights: rights.nullable(),
});
/** Changes of members and rights with their author, newest first; the last 500. */
export const listTeamChanges = endpoint('GET', '/api/creator/team-changes', {
  access: 'creator',
  query: paged({}),
  answer: list(teamChange),
});

export const teamOrders = endpoint('GET', '/api/creator/team-orders', {
  access: 'fan',
  /** Orders that the creator received, for a member of the team; with the filters of the creator's own list. */
  query: orderListQuery.extend({ creator_id: id }),
  answer: list(order),
  reads: ['orders'],
});

const teamMember = z.object({
  user: z.object({ user_id: id, name: z.string(), avatar: z.string() }),
  /** The creator's label. */
  member_name: z.string(),
  rights,
});
export const teamMembers = list(teamMember);
export const getTeamMembers = endpoint('GET', '/api/creator/get-team-members', {
  access: 'creator',
  answer: teamMembers,
});

export type TeamMember = z.infer<typeof teamMember>;
export type TeamChange = z.infer<typeof teamChange>;
