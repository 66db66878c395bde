import { z } from 'zod';
import { id, list, text } from '../../http/contract/fields.ts';
import { orderListQuery } from '../../orders/contract/order-list.ts';

/** Creator specification 9. */
export const LARGEST_TEAM = 5;

const member_name = text(30, 1);

/** The account is an e-mail address or a phone number. */
export const addTeamMember = z.object({ account: text(254), member_name });
export const editTeamMember = z.object({ user_id: id, member_name });
export const deleteTeamMember = z.object({ user_id: id });

/** Orders that a creator got, for a member of the team; narrowed as the creator's own list. */
export const teamOrdersQuery = orderListQuery.extend({ creator_id: id });

const teamMember = z.object({
  user: z.object({ user_id: id, name: z.string(), avatar: z.string() }),
  /** What the creator calls them. */
  member_name: z.string(),
});
export const teamMembers = list(teamMember);

export type TeamMember = z.infer<typeof teamMember>;
