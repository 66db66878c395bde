import type { OrderPlacedData } from '#events/orders.ts';
import { badInput, type FieldError, type Refusal } from '#services/runtime/refusal.ts';

const REASONS: Readonly<Record<string, FieldError['message']>> = {
  out_of_stock: { key: 'sold_out' },
  purchase_limit_reached: { key: 'limit_reached' },
  too_many_unpaid_units: { key: 'too_many_unpaid' },
  downgrade_unsupported: { key: 'downgrade' },
  not_allowed: { key: 'own_offer' },
  plan_deleted: { key: 'unknown' },
  not_found: { key: 'unknown' },
};

/**
 * The refusal of one of several orders: its fields below `path`, its own error at `path`. Errors of fields are
 * reported by field only.
 */
export function refusedWithin(path: string, refusal: Refusal): FieldError[] {
  const within = ('errors' in refusal && refusal.errors) || [];
  const fields = within.map((error) => ({ ...error, field: `${path}.${error.field}` }));
  if (refusal.code === 'bad_input') return fields;
  return [{ field: path, message: REASONS[refusal.code] ?? { key: 'not_on_sale' } }, ...fields];
}

type Membered = Pick<OrderPlacedData, 'creator_id' | 'membership'>;

const takesPlaceOfOthers = ({ membership }: Membered): boolean =>
  membership !== null && !membership.independent;

/** Paid together, the second of two plans of one family would find the first in its place. */
export function membershipClash(before: readonly Membered[], one: Membered): Refusal | null {
  const clashes =
    takesPlaceOfOthers(one) &&
    before.some((other) => takesPlaceOfOthers(other) && other.creator_id === one.creator_id);
  return clashes ? badInput('plan_id', { key: 'one_membership' }) : null;
}
