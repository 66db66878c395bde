import { badInput, type Refusal } from '#services/runtime/refusal.ts';

/** Largest stock that can be set. */
const MAX_STOCK = 10_000_000;

/** Set it (null unlimited), or change it by a difference. */
export type StockChange = { set: number | null } | { by: number };

interface Counted {
  /** null: unlimited */
  stock: number | null;
  held: number;
  sold: number;
}

/**
 * The stock after a change. Below held and sold units it is refused, naming the minimum; unlimited stock cannot be
 * changed by a difference.
 * @param field name of the request's field; a difference is `delta`
 */
export function stockAfter(
  { stock, held, sold }: Counted,
  change: StockChange,
  field: string,
): { stock: number | null } | Refusal {
  if ('set' in change && change.set === null) return { stock: null };
  if ('by' in change && stock === null) return badInput('delta', { key: 'malformed' });
  const offset = 'by' in change ? (stock ?? 0) : 0;
  const amount = 'by' in change ? change.by : (change.set ?? 0);
  const least = held + sold;
  const after = amount + offset;
  if (after >= least && after <= MAX_STOCK) return { stock: after };
  const range = { min: String(least - offset), max: String(MAX_STOCK - offset) };
  return badInput('by' in change ? 'delta' : field, { key: 'out_of_range', ...range });
}
