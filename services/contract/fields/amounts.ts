/** The largest amount that any input may name, in yuan. `LARGEST_INPUT` of `events/money.ts` is the same in fen. */
export const LARGEST_YUAN = 1_000_000;
