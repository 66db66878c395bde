import type { OrderLine } from '#events/order.ts';

/** Units over all lines, of an order's lines as the row has them: written by this projection from OrderPlaced. */
export const unitsOf = (lines: string): number =>
  (JSON.parse(lines) as OrderLine[]).reduce((units, { count }) => units + count, 0);
