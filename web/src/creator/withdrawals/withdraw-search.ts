import type { Postings } from '#services/contract/withdrawals/withdrawals.ts';

/** The figures of /withdraw, as the API names them. */
export const BALANCE_PARTS = ['available', 'pending', 'on_hold', 'paying'] as const;
export type BalancePart = (typeof BALANCE_PARTS)[number];

/** Search parameters of the page. */
export interface WithdrawSearch {
  /** The figure that is explained. */
  figure?: BalancePart | undefined;
  /** Of its postings. */
  page?: number | undefined;
}

/** Amounts on hold are a filter of pending amounts. */
export const accountOf = (figure: BalancePart): Postings['account'] =>
  figure === 'on_hold' ? 'pending' : figure;
