import type { LedgerPart } from '../../api/withdrawals.ts';

/** The figures of /withdraw, as the API names them. */
export const BALANCE_PARTS = ['available', 'pending', 'on_hold', 'paying'] as const;
export type BalancePart = (typeof BALANCE_PARTS)[number];

/** What the page shows, as it stands in the address. */
export interface WithdrawSearch {
  /** The figure that is explained. */
  figure?: BalancePart | undefined;
  /** Of its postings. */
  page?: number | undefined;
}

/** What is held back is what pending lacks. */
export const accountOf = (figure: BalancePart): LedgerPart => (figure === 'on_hold' ? 'pending' : figure);
