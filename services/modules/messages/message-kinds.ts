import type { Message } from './messages.ts';

interface MessageKind {
  /** `account`: the owner of the account. `partner`: of an affiliate code, or its creator. */
  to: 'fan' | 'creator' | 'partner' | 'member' | 'account';
  /** The setting that turns it off; empty: it is a duty, and always sent. */
  setting: '' | 'new_sale' | 'weekly_summary' | 'membership_notices';
}

const duty = (to: MessageKind['to']): MessageKind => ({ to, setting: '' });

/** Every message: who gets it, and whether they can turn it off. docs/domain/messages.md has the same table. */
export const MESSAGE_KINDS: Readonly<Record<Message['template'], MessageKind>> = {
  order_paid: duty('fan'),
  tickets_issued: duty('fan'),
  ticket_holder_changed: duty('fan'),
  parcel_sent: duty('fan'),
  event_moved: duty('fan'),
  event_withdrawn: duty('fan'),
  event_refunded: duty('fan'),
  order_refunded: duty('fan'),
  late_payment_returned: duty('fan'),
  replies_arrived: duty('fan'),
  membership_ending: { to: 'fan', setting: 'membership_notices' },
  membership_ended: { to: 'fan', setting: 'membership_notices' },
  membership_renews: duty('fan'),
  membership_renewed: duty('fan'),
  renewal_failed: duty('fan'),
  renewal_ended: duty('fan'),
  new_sale: { to: 'creator', setting: 'new_sale' },
  daily_sales: { to: 'creator', setting: 'new_sale' },
  weekly_summary: { to: 'creator', setting: 'weekly_summary' },
  replies_ran_out: duty('creator'),
  withdrawal_paid: duty('creator'),
  withdrawal_failed: duty('creator'),
  withdrawal_rejected: duty('creator'),
  bank_card_approved: duty('creator'),
  bank_card_rejected: duty('creator'),
  webhook_paused: duty('creator'),
  affiliate_ended: duty('partner'),
  comment_reply: duty('account'),
  team_invited: duty('member'),
  verify_code: duty('account'),
  account_exists: duty('account'),
  contact_taken: duty('account'),
  contact_changed: duty('account'),
  password_changed: duty('account'),
  account_deleted: duty('account'),
};

/** Shown on the site only: anybody can cause them, and would cause mail. */
export const ON_SITE_ONLY: ReadonlySet<Message['template']> = new Set(['comment_reply']);
