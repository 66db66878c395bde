import type { OrderLine } from '#events/orders.ts';

/** An order's lines, as the row has them: written by this projection from OrderPlaced. */
export const linesOf = (lines: string): OrderLine[] => JSON.parse(lines) as OrderLine[];

/** Units over all lines. */
export const unitsOf = (lines: string): number =>
  linesOf(lines).reduce((units, { count }) => units + count, 0);
