import type { UserId } from './ids.ts';

/** What finance says of a bank card that waits for review; its number and its holder lie in the vault. */
interface CardVerdict {
  /** Reference of the card as it was sent in: another card of the same creator has another. */
  review_id: string;
  /** Whose card it is. */
  user_id: UserId;
  by: UserId;
  /** Of a rejection told to the creator; else what may be noted with it. */
  reason: string;
}

export type BankCardEvent =
  | { type: 'BankCardApproved'; data: CardVerdict }
  | { type: 'BankCardRejected'; data: CardVerdict };
