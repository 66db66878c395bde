import type { UserId } from '#events/ids.ts';
import type { RecordedEvent } from '#events/recorded-event.ts';
import { isPayRight } from '#services/modules/accounts/rights/pay-options.ts';
import { isRestriction } from '#services/modules/accounts/rights.ts';
import type { Outbox } from '#services/modules/messages/outbox.ts';
import type { Process } from '../../process.ts';
import { dueTimeOf } from '../due-time.ts';
import { LATEST_MS } from './latest.ts';

/** A message for each decision of staff that changes what a person can do. */
const TEMPLATES = {
  CertificationApproved: 'certification_approved',
  CertificationRejected: 'certification_rejected',
  CertificationRevoked: 'certification_revoked',
  CreatorRightTaken: 'right_taken',
  CreatorRightReturned: 'right_returned',
  StaffRoleGranted: 'staff_role_changed',
  StaffRoleRevoked: 'staff_role_changed',
} as const;
type Decision = keyof typeof TEMPLATES;
/** A restriction that is given takes something. */
const OPPOSITE: Partial<Record<Decision, Decision>> = {
  CreatorRightTaken: 'CreatorRightReturned',
  CreatorRightReturned: 'CreatorRightTaken',
};
// Object.keys knows no names.
const DECISIONS = Object.keys(TEMPLATES) as Decision[];

/** Notifies a person of decisions of staff about them. Once, by the decision's event. */
export const staffNotices = ({ outbox }: { outbox: Pick<Outbox, 'send'> }): Process => ({
  name: 'staff-notices',
  types: DECISIONS,
  timerFor(event: RecordedEvent<Decision>) {
    const { id, data, metadata } = event;
    const { at } = metadata;
    // The page where they pay shows it.
    if ('right' in data && isPayRight(data.right)) return undefined;
    const restricts = 'right' in data && isRestriction(data.right);
    const type = (restricts && OPPOSITE[event.type]) || event.type;
    return { key: id, set: { due_at: dueTimeOf(event, at), data: { type, user_id: data.user_id, at } } };
  },
  async fire({ key, data }, now) {
    if (now > Number(data.at) + LATEST_MS) return 'done';
    const template = TEMPLATES[String(data.type) as Decision]; // set above
    const to_user = String(data.user_id) as UserId;
    await outbox.send({ to_user, template, values: {}, message_key: `${template} ${key}` });
    return 'done';
  },
});
