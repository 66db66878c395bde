import { PRODUCT_TYPE } from '#events/status.ts';
import type { CartEntry, OrderCart } from '#services/contract/cart/calls.ts';
import { isRefusal } from '../../api/refusal.ts';
import { unitsOf } from '../orders/checkout/order-choice.ts';

/** The fan's input for an entry at checkout. */
export interface EntryInput {
  invite_code?: string | undefined;
  /** Saved records, by ticket; complete once every ticket has its person. */
  holders?: readonly string[] | undefined;
}

export type EntryInputs = Readonly<Record<string, EntryInput>>;

/** Fields below the entry that show their own errors. */
const FIELDS_OF_ENTRY = /\.(tickets|invite_code|remark)\b/;

/**
 * Why an entry cannot be bought: refused in the order, with the others, or alone. Fields next to it show their own
 * errors.
 */
export function entryTrouble(
  { cart_id, refusal: alone, picked }: CartEntry,
  together: CartEntry['refusal'],
  whole: unknown,
): string | undefined {
  const path = `entries.${cart_id}`;
  if (isRefusal(whole)) {
    const own = whole.errors.find(
      ({ field }) => (field === path || field.startsWith(`${path}.`)) && !FIELDS_OF_ENTRY.test(field),
    );
    if (own !== undefined) return own.message;
  }
  const refusal = picked ? (together ?? alone) : alone;
  if (refusal === null) return undefined;
  const shownErrors = refusal.errors.filter(({ field }) => field !== 'invite_code');
  if (refusal.errors.length > 0 && shownErrors.length === 0) return undefined;
  return shownErrors[0]?.message === undefined || refusal.ec !== BAD_INPUT
    ? refusal.em
    : shownErrors[0].message;
}

const BAD_INPUT = 40000;

/** How many people a ticket entry names. */
const ticketsIn = ({ sku }: Pick<CartEntry, 'sku'>): number => sku.reduce((all, { count }) => all + count, 0);

const namesHolders = ({ plan }: CartEntry): boolean =>
  plan.product_type === PRODUCT_TYPE.ticket && plan.need_identity;

/** The missing input of the selected entries; undefined if complete. */
export function missingIn(
  entries: readonly CartEntry[],
  wishes: EntryInputs,
): 'holders' | 'invite' | 'remark' | undefined {
  const wishOf = ({ cart_id }: CartEntry): EntryInput => wishes[cart_id] ?? {};
  const unnamed = (entry: CartEntry): boolean => {
    const ids = wishOf(entry).holders ?? [];
    return namesHolders(entry) && (ids.length !== ticketsIn(entry) || ids.includes(''));
  };
  if (entries.some(unnamed)) return 'holders';
  const uninvited = (entry: CartEntry): boolean =>
    entry.plan.need_invite_code && (wishOf(entry).invite_code ?? '').trim() === '';
  if (entries.some(uninvited)) return 'invite';
  return entries.some(({ plan, remark }) => plan.config.remark_required && remark === '')
    ? 'remark'
    : undefined;
}

/** The entries as they are ordered. */
export const orderedEntries = (
  entries: readonly CartEntry[],
  wishes: EntryInputs,
): NonNullable<OrderCart['entries']> =>
  entries.map((entry) => {
    const { cart_id } = entry;
    const { invite_code, holders = [] } = wishes[cart_id] ?? {};
    const units = unitsOf(entry.sku);
    return {
      cart_id,
      ...(entry.plan.need_invite_code && { invite_code: invite_code?.trim() ?? '' }),
      ...(namesHolders(entry) && {
        tickets: units.map((sku_id, at) => ({ sku_id, identity_id: holders[at] ?? '' })),
      }),
    };
  });
