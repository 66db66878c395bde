import type { PlanOffer } from '#events/catalog.ts';
import { PRODUCT_TYPE } from '#events/status.ts';
import type { Millis } from '#events/time.ts';
import type { FieldError } from '#services/runtime/refusal.ts';
import type { OfferForm, RoundEdit, SkuEdit } from './offer-form.ts';

function order(field: string, begin: Millis | null, end: Millis | null): FieldError[] {
  if (begin === null || end === null || begin < end) return [];
  return [{ field, message: { key: 'ends_before_begin' } }];
}

/** Times that end before they begin, named by the field of the end. */
export function timeErrors({ timing, time_limit }: OfferForm): FieldError[] {
  return [
    ...order('timing_off', timing.on, timing.off),
    ...order('timing_sell_off', timing.sell_on, timing.sell_off),
    ...(time_limit ? order('time_limit_end', time_limit.begin_time, time_limit.end_time) : []),
  ];
}

/** Sessions: each at another time, none that the plan never had, and each SKU admits to one of them. */
export function roundErrors(
  { product_type, rounds }: OfferForm,
  skus: readonly SkuEdit[],
  before: PlanOffer | null,
): FieldError[] {
  if (product_type !== PRODUCT_TYPE.ticket) return [];
  const errors: FieldError[] = [];
  const known = new Set(before?.rounds.map(({ round_id }) => round_id));
  const times = new Set<Millis>();
  const ids = new Set<string>();
  for (const [index, round] of rounds.entries()) {
    const { begin_time, is_new = false } = round;
    const round_id = sameRound(round, rounds, before);
    const field = `ticket_round_list.${index}`;
    if (!is_new && !known.has(round_id)) errors.push({ field: `${field}.id`, message: { key: 'unknown' } });
    if (ids.has(round_id)) errors.push({ field: `${field}.id`, message: { key: 'repeated' } });
    if (times.has(begin_time)) {
      errors.push({ field: `${field}.begin_time`, message: { key: 'repeated' } });
    }
    ids.add(round_id);
    times.add(begin_time);
  }
  for (const [index, { offer }] of skus.entries()) {
    const field = `sku.${index}.ticket_round_id`;
    if (offer.round_id !== null && !ids.has(offer.round_id)) {
      errors.push({ field, message: { key: 'unknown' } });
    }
    if (offer.round_id === null && rounds.length > 1) errors.push({ field, message: { key: 'required' } });
  }
  return errors;
}

/** A session without an id is the existing one at that time, if any. */
export function sameRound(round: RoundEdit, rounds: readonly RoundEdit[], before: PlanOffer | null): string {
  if (!round.is_new) return round.round_id;
  const stood = before?.rounds.find(({ begin_time }) => begin_time === round.begin_time);
  const taken = rounds.some(({ round_id, is_new }) => !is_new && round_id === stood?.round_id);
  return stood === undefined || taken ? round.round_id : stood.round_id;
}
