/** The largest amount that any input may name, in yuan. `MAX_INPUT` of `events/money.ts` is the same in fen. */
export const MAX_YUAN = 1_000_000;
