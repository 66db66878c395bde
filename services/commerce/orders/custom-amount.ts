import type { PlanId, UserId } from '#events/ids.ts';
import { type Fen, fenOf, MAX_INPUT, toWire, ZERO } from '#events/money.ts';
import { type OrderPlacedData, plainOrder } from '#events/orders.ts';
import { PRODUCT_TYPE } from '#events/status.ts';
import { accountStream } from '#events/stream-names.ts';
import type { Millis } from '#events/time.ts';
import { badInput, type Refusal } from '#services/runtime/refusal.ts';
import { affiliateFor, codeStreams } from '../affiliates/code-use.ts';
import { type OrderInput, requestFields } from './order-input.ts';
import type { Placement } from './placement.ts';

/** An amount of the fan's choice for a creator, instead of a plan. */
export interface CustomAmount {
  creator_id: UserId;
  amount: Fen;
}

/** The smallest amount of the fan's choice: 5.00 (docs/domain/prices.md, step 9). */
export const MIN_CUSTOM_AMOUNT = fenOf(500);
/** Version of an order that was not decided against any plan. */
export const NO_PLAN = -1;
const NO_PLAN_ID = '' as PlanId;

/** The order of an amount, without a check. */
export const customOrder = (
  input: OrderInput,
  { creator_id, amount }: CustomAmount,
  affiliate: OrderPlacedData['affiliate'],
  now: Millis,
): OrderPlacedData => ({
  ...plainOrder,
  ...requestFields(input, now),
  creator_id,
  plan_id: NO_PLAN_ID,
  plan_name: '',
  plan_version: NO_PLAN,
  product_type: PRODUCT_TYPE.sponsorship,
  lines: [],
  month: 1,
  show_amount: amount,
  discount: ZERO,
  shipping_fee: ZERO,
  total_amount: amount,
  pricing: { rule: 'custom', vip: false, month_percent: 0 },
  affiliate,
});

function amountRefusal({ user_id }: OrderInput, { creator_id, amount }: CustomAmount): Refusal | null {
  if (creator_id === user_id) return { code: 'not_allowed' };
  if (amount >= MIN_CUSTOM_AMOUNT && amount <= MAX_INPUT) return null;
  const range = { min: toWire(MIN_CUSTOM_AMOUNT), max: toWire(MAX_INPUT) };
  return badInput('custom_price', { key: 'out_of_range', ...range });
}

/** Places an amount for a creator. Refuses the own page, and an amount out of range. */
export function placementOfAmount(input: OrderInput, custom: CustomAmount): Placement {
  const { creator_id } = custom;
  const { user_id, affiliate_code } = input;
  const use = { creator_id, plan_id: NO_PLAN_ID, user_id, affiliate_code };
  return {
    streams: (states) => [accountStream(creator_id), ...codeStreams(states, creator_id, affiliate_code)],
    order: (states, now) =>
      amountRefusal(input, custom) ?? customOrder(input, custom, affiliateFor(states, use), now),
  };
}
