import { defaultsOf, isDuty, type MailSwitch } from '#services/contract/messages/notify-events.ts';
import type { Message } from './messages.ts';

interface MessageKind {
  /** `account`: the owner of the account. `partner`: of an affiliate code, or its creator. */
  to: 'fan' | 'creator' | 'partner' | 'member' | 'account';
  /** Whose channels it takes. Of a duty it is always sent. `digest`: by mail, to who has chosen it. */
  event: MailSwitch;
}

const kind = (to: MessageKind['to'], event: MessageKind['event']): MessageKind => ({ to, event });

/** Every message: who gets it, and whether they can turn it off. docs/domain/messages.md has the same table. */
export const MESSAGE_KINDS: Readonly<Record<Message['template'], MessageKind>> = {
  order_paid: kind('fan', 'order'),
  tickets_issued: kind('fan', 'order'),
  ticket_holder_changed: kind('fan', 'order'),
  order_handed_over: kind('fan', 'order'),
  order_received: kind('fan', 'order'),
  parcel_sent: kind('fan', 'order'),
  event_moved: kind('fan', 'order'),
  event_withdrawn: kind('fan', 'order'),
  event_refunded: kind('fan', 'order'),
  order_refunded: kind('fan', 'order'),
  case_answered: kind('fan', 'order'),
  case_waiting: kind('creator', 'earning'),
  case_due: kind('creator', 'earning'),
  case_due_staff: kind('member', 'account'),
  late_payment_returned: kind('fan', 'order'),
  refund_failed: kind('fan', 'order'),
  replies_arrived: kind('fan', 'order'),
  membership_ending: kind('fan', 'membership'),
  membership_ended: kind('fan', 'membership'),
  membership_renews: kind('fan', 'order'),
  membership_renewed: kind('fan', 'order'),
  renewal_failed: kind('fan', 'order'),
  renewal_ended: kind('fan', 'order'),
  new_sale: kind('creator', 'new_sale'),
  daily_sales: kind('creator', 'new_sale'),
  weekly_summary: kind('creator', 'weekly_summary'),
  notice_digest: kind('member', 'digest'),
  replies_ran_out: kind('creator', 'earning'),
  payment_disputed: kind('creator', 'earning'),
  dispute_won: kind('creator', 'earning'),
  dispute_lost: kind('creator', 'earning'),
  withdrawal_paid: kind('creator', 'earning'),
  withdrawal_failed: kind('creator', 'earning'),
  withdrawal_rejected: kind('creator', 'earning'),
  bank_card_approved: kind('creator', 'earning'),
  bank_card_rejected: kind('creator', 'earning'),
  webhook_paused: kind('creator', 'earning'),
  affiliate_ended: kind('partner', 'earning'),
  certification_approved: kind('creator', 'earning'),
  certification_rejected: kind('creator', 'earning'),
  certification_revoked: kind('creator', 'earning'),
  right_taken: kind('creator', 'earning'),
  right_returned: kind('creator', 'earning'),
  staff_role_changed: kind('member', 'account'),
  team_removed: kind('member', 'account'),
  team_invited: kind('member', 'account'),
  verify_code: kind('account', 'account'),
  account_exists: kind('account', 'account'),
  closing_requested: kind('account', 'account'),
  closing_rejected: kind('account', 'account'),
  contact_taken: kind('account', 'account'),
  contact_changed: kind('account', 'account'),
  messenger_linked: kind('account', 'account'),
  password_changed: kind('account', 'account'),
  password_changed_factors_stay: kind('account', 'account'),
  all_factors_removed: kind('account', 'account'),
  totp_on: kind('account', 'account'),
  totp_off: kind('account', 'account'),
  factors_removed: kind('account', 'account'),
  recovery_codes_renewed: kind('account', 'account'),
  passkey_added: kind('account', 'account'),
  passkey_removed: kind('account', 'account'),
  passkey_copied: kind('account', 'account'),
  payee_changed: kind('account', 'account'),
  recovery_code_used: kind('account', 'account'),
  account_deleted: kind('account', 'account'),
};

/** Whether a message leaves by this channel though the person chose otherwise, and what holds without a choice. */
export function channelRules(template: Message['template']) {
  const { event } = MESSAGE_KINDS[template];
  if (event === 'digest') return { event, isDuty: false, site: false, mail: true, push: false };
  return { event, isDuty: isDuty(event), ...defaultsOf(event) };
}

/** Whether a message waits for the end of quiet hours. One of a newer program does not. */
export const canWait = (template: string): boolean =>
  Object.hasOwn(MESSAGE_KINDS, template) && !channelRules(template as Message['template']).isDuty;

/** The switch by which its reader turns such mails off; undefined of a duty. */
export function mailSwitchOf(template: Message['template']): MailSwitch | undefined {
  const { event, isDuty: isAlwaysSent } = channelRules(template);
  return isAlwaysSent ? undefined : event;
}
