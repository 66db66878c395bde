import { z } from 'zod';
import { CERTIFICATION_STATUS } from '#events/status.ts';
import { endpoint } from '#services/contract/endpoint.ts';
import {
  asOf,
  id,
  list,
  minPosition,
  page,
  paged,
  perPage,
  seconds,
  text,
} from '#services/contract/fields/fields.ts';
import { staffAction } from './staff-actions.ts';

const role = z.enum(['support', 'finance', 'admin']);
const reason = text(200, 1);

/** The origin of a person's role. */
const heldRole = z.object({
  role,
  since: seconds,
  /** The grantor; null: the command line */
  by: z.object({ user_id: id, name: z.string() }).nullable(),
  /** Empty, and the position null, of a role that is older than its events */
  reason: z.string(),
  position: z.number().int().nullable(),
});
const staffAnswer = z.object({
  list: z.array(z.object({ user_id: id, name: z.string(), roles: z.array(role), held: z.array(heldRole) })),
  /** The only one; the role cannot be revoked. */
  admin_count: z.number().int(),
  as_of: asOf,
});
export const listStaff = endpoint('GET', '/api/admin/staff', {
  access: 'admin',
  query: z.object({ min_position: minPosition }),
  answer: staffAnswer,
  reads: ['staff_actions'],
});

export const changeRole = endpoint('POST', '/api/admin/change-role', {
  access: 'admin',
  confirm: 'staff',
  /** Grants or revokes a staff role, with a recorded reason. Nobody can change their own. */
  body: z
    .object({ account: text(120, 1).optional(), user_id: id.optional(), role, granted: z.boolean(), reason })
    .refine(({ account, user_id }) => (account === undefined) !== (user_id === undefined), {
      path: ['account'],
      message: 'required',
    }),
  answer: z.object({
    user_id: id,
    role,
    granted: z.boolean(),
    changed: z.boolean(),
    position: z.number().int(),
  }),
});

export const changeRecommended = endpoint('POST', '/api/admin/change-recommended', {
  access: 'admin',
  confirm: 'staff',
  /** Whether the platform recommends the creator. The reason is recorded. */
  body: z.object({ account: text(120, 1), recommended: z.boolean(), reason }),
  answer: z.object({
    user_id: id,
    recommended: z.boolean(),
    changed: z.boolean(),
    position: z.number().int(),
  }),
});

export const listStaffHistory = endpoint('GET', '/api/admin/staff-history', {
  access: 'admin',
  query: paged({}),
  /** Actions on roles, rights and certifications, newest first. */
  answer: list(staffAction),
  reads: ['staff_actions'],
});

const waitingCreator = z.object({
  application_id: id,
  user_id: id,
  name: z.string(),
  status: z.union([z.literal(CERTIFICATION_STATUS.pending), z.literal(CERTIFICATION_STATUS.on_hold)]),
  submitted_at: seconds,
});
/** Longest waiting first. */
const certificationsAnswer = list(waitingCreator);
export const listCertifications = endpoint('GET', '/api/admin/certifications', {
  access: 'admin',
  query: z.object({ page, per_page: perPage }),
  answer: certificationsAnswer,
  reads: ['staff_actions'],
});

const applicationParams = z.object({ id });
export const getCertification = endpoint('GET', '/api/admin/certifications/:id', {
  access: 'admin',
  params: applicationParams,
  query: z.object({ reason }),
  /** The creator's evidence: each look is recorded. */
  answer: z.object({ application_id: id, url: z.string() }),
});

const verdict = z.enum(['approve', 'reject', 'hold']);
export const decideCertification = endpoint('POST', '/api/admin/certifications/:id/judge', {
  confirm: 'staff',
  access: 'admin',
  params: applicationParams,
  /** The creator reads the reason of a rejection or hold; for an approval it is optional. */
  body: z.object({ verdict, reason: text(200).default('') }),
  answer: z.object({
    application_id: id,
    verdict,
    changed: z.boolean(),
    position: z.number().int(),
  }),
});

type StaffList = z.infer<typeof staffAnswer>;
export type StaffMember = StaffList['list'][number];
export type StaffRoleName = z.infer<typeof role>;
export type WaitingCreators = z.infer<typeof certificationsAnswer>;
export type WaitingCreator = z.infer<typeof waitingCreator>;
export type ApplicationVerdict = z.infer<typeof verdict>;
