import type { UserId } from './ids.ts';

/** Finance's decision on a bank card under review. Number and holder are in the vault. */
interface CardVerdict {
  /** Reference of the submitted card: another card of the same creator has another reference. */
  review_id: string;
  /** The owner of the card. */
  user_id: UserId;
  by: UserId;
  /** Required for a rejection (the creator reads it), else an optional note. */
  reason: string;
}

export type BankCardEvent =
  | { type: 'BankCardApproved'; data: CardVerdict }
  | { type: 'BankCardRejected'; data: CardVerdict };
