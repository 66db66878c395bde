import type { PurseAccount } from '../../api/withdrawals.ts';

/** The figures of /withdraw, as the API names them. */
export const PURSE_FIGURES = ['available', 'pending', 'on_hold', 'paying'] as const;
export type PurseFigure = (typeof PURSE_FIGURES)[number];

/** What the page shows, as it stands in the address. */
export interface WithdrawSearch {
  /** The figure that is explained. */
  figure?: PurseFigure | undefined;
  /** Of its postings. */
  page?: number | undefined;
}

/** What is held back is what pending lacks. */
export const accountOf = (figure: PurseFigure): PurseAccount => (figure === 'on_hold' ? 'pending' : figure);
