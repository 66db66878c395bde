import type { Pool } from 'pg';
import type { BusinessCalendar, Millis } from '#events/time.ts';
import type { Committer } from '#services/commerce/engine/command.ts';
import type { CodeId } from '#services/commerce/redeem/redeem-code-text.ts';
import type { Vault } from '#services/modules/accounts/vault.ts';
import type { Accounts } from '#services/modules/all.ts';
import type { Carts } from '#services/modules/cart/entries.ts';
import type { Addresses } from '#services/modules/delivery/addresses.ts';
import type { MediaStore } from '#services/modules/media/media-store.ts';
import type { ReplyTexts } from '#services/modules/replies/reply-texts.ts';
import type { Identities } from '#services/modules/tickets/identities.ts';

export interface DemoTools {
  pool: Pool;
  accounts: Accounts;
  addresses: Addresses;
  identities: Identities;
  vault: Vault;
  carts: Carts;
  replyTexts: ReplyTexts;
  redeemCodeId: CodeId;
  committer: Committer;
  media: MediaStore;
  calendar: BusinessCalendar;
  /** Until an unpaid order expires. */
  ttl_seconds: number;
  /** The day that the demo's history leads up to. */
  now: Millis;
}
