import { badInput, type Refusal } from '#services/runtime/refusal.ts';

/** Largest stock that can be set. */
const MAX_STOCK = 10_000_000;

/** Units that can still be bought (null unlimited), as every answer names them; or a difference. */
export type StockChange = { set: number | null } | { by: number };

interface Counted {
  /** null: unlimited */
  stock: number | null;
  held: number;
  sold: number;
}

/**
 * All units after a change: those left, held and sold. A difference that leaves less than none is refused, naming the
 * minimum; unlimited stock cannot be changed by a difference.
 * @param field name of the request's field; a difference is `delta`
 */
export function stockAfter(
  { stock, held, sold }: Counted,
  change: StockChange,
  field: string,
): { stock: number | null } | Refusal {
  if ('set' in change && change.set === null) return { stock: null };
  if ('by' in change && stock === null) return badInput('delta', { key: 'malformed' });
  const taken = held + sold;
  const left = 'by' in change ? (stock ?? 0) - taken : 0;
  const amount = 'by' in change ? change.by : (change.set ?? 0);
  const after = taken + left + amount;
  if (after >= taken && after <= MAX_STOCK) return { stock: after };
  const range = { min: String(0 - left), max: String(MAX_STOCK - taken - left) };
  return badInput('by' in change ? 'delta' : field, { key: 'out_of_range', ...range });
}
