import { createHash, randomFillSync } from 'node:crypto';
import { v7 } from 'uuid';
import { z } from 'zod';

export const userId = z.string().brand<'user'>();
export type UserId = z.infer<typeof userId>;
/** Every creator is a user. The brand names the user's part in an event. */
export type CreatorId = UserId;
export const planId = z.string().brand<'plan'>();
export type PlanId = z.infer<typeof planId>;
export const skuId = z.string().brand<'sku'>();
export type SkuId = z.infer<typeof skuId>;
/** Number of orders paid together, `cart_order_no`. */
export const cartOrderNo = z.string().brand<'cart_order_no'>();
export type CartOrderNo = z.infer<typeof cartOrderNo>;
/** An order's number, `out_trade_no`. */
export const outTradeNo = z.string().brand<'out_trade_no'>();
export type OutTradeNo = z.infer<typeof outTradeNo>;
export const chargeId = z.string().brand<'charge'>();
export type ChargeId = z.infer<typeof chargeId>;
/** A UUID with dashes. */
export const eventId = z.guid().brand<'event'>();
export type EventId = z.infer<typeof eventId>;

const RANDOM_OF_UUID = 16;
/** Random bytes are drawn in blocks: 16 bytes take nearly as long as thousands. */
const random = new Uint8Array(256 * RANDOM_OF_UUID);
let used = random.length;

/** A UUID with a time in milliseconds. Ids of one millisecond are not ordered. */
function uuid(): string {
  if (used === random.length) {
    randomFillSync(random);
    used = 0;
  }
  used += RANDOM_OF_UUID;
  return v7({ random: random.subarray(used - RANDOM_OF_UUID, used) });
}

/** 32 lower-case hex digits, ordered by time: the form of every public id. */
export const hexId = (): string => v7().replaceAll('-', '');

export const newUserId = (): UserId => hexId() as UserId;
export const newPlanId = (): PlanId => hexId() as PlanId;
export const newSkuId = (): SkuId => hexId() as SkuId;
export const newTemplateId = (): string => hexId();
export const newGoalId = (): string => hexId();
export const newFileId = (): string => hexId();
export const newPostId = (): string => hexId();
export const newAlbumId = (): string => hexId();
export const newPasskeyId = (): string => hexId();
export const newEventId = (): EventId => uuid() as EventId;

/** Brands a text that a schema has already checked. */
export const asUserId = (text: string): UserId => text as UserId;
export const asPlanId = (text: string): PlanId => text as PlanId;
export const asSkuId = (text: string): SkuId => text as SkuId;
export const asOutTradeNo = (text: string): OutTradeNo => text as OutTradeNo;

function digest(parts: readonly string[]): Buffer {
  const hash = createHash('sha256');
  // The length in front keeps ("ab","c") and ("a","bc") apart.
  for (const part of parts) hash.update(`${Buffer.byteLength(part)}:${part}`);
  return hash.digest();
}

/** Equal parts always give the same 32 hex digits, so a repeated process or import creates nothing twice. */
export const derivedHexId = (...parts: string[]): string => digest(parts).toString('hex', 0, 16);

/** An event id (UUID version 8) derived from its cause, so that writing it twice is writing it once. */
export function derivedEventId(...parts: string[]): EventId {
  const bytes = digest(parts).subarray(0, 16);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}` as EventId;
}

const ORDER_NUMBER_DIGITS = 27;
/** The first digit names the owner of an order's number: a fan's request, or the house. */
const OF_REQUEST = '2';
const OF_HOUSE = '3';

const digitsOf = (bytes: Buffer): string =>
  (BigInt(`0x${bytes.toString('hex')}`) % 10n ** BigInt(ORDER_NUMBER_DIGITS - 1))
    .toString()
    .padStart(ORDER_NUMBER_DIGITS - 1, '0');

/**
 * An order's number: 27 digits. With an idempotency key it is derived from user and key, so that the same
 * key names the same order on any machine and after any crash; without one it is unique by a fresh UUID.
 */
export function orderNumber(user: UserId, idempotencyKey?: string): OutTradeNo {
  const source = idempotencyKey === undefined ? ['order', uuid()] : ['order-by-key', user, idempotencyKey];
  return `${OF_REQUEST}${digitsOf(digest(source))}` as OutTradeNo;
}

/**
 * Number of an order that the house places itself, derived from its cause. No key of a client and no number of an
 * imported order reaches it: theirs begin with another digit.
 */
export const houseOrderNumber = (cause: 'renewal' | 'demo', ...parts: string[]): OutTradeNo =>
  `${OF_HOUSE}${digitsOf(digest(['order-of-house', cause, ...parts]))}` as OutTradeNo;

/** Whether only the house can give this number to an order. */
export const isHouseOrderNumber = (number: string): boolean =>
  number.length === ORDER_NUMBER_DIGITS && /^3\d+$/.test(number);

/** Number of several orders that are paid together: `c` and 26 digits, so that it is never an order's. */
export function cartNumber(user: UserId, idempotencyKey?: string): CartOrderNo {
  const source = idempotencyKey === undefined ? ['cart', v7()] : ['cart-by-key', user, idempotencyKey];
  return `c${digitsOf(digest(source))}` as CartOrderNo;
}

/** Number of the n-th order of a cart, from 0: the same on any machine and after any crash. */
export const orderOfCart = (cart: CartOrderNo, n: number): OutTradeNo =>
  `${OF_REQUEST}${digitsOf(digest(['order-of-cart', cart, String(n)]))}` as OutTradeNo;

const CART_NUMBER = /^c\d{26}$/;

export const isCartNumber = (number: string): number is CartOrderNo => CART_NUMBER.test(number);

/** The n-th attempt to collect money for an order or a cart, which can be read back out of it. */
export const chargeIdOf = (order: OutTradeNo | CartOrderNo, attempt: number): ChargeId =>
  `${chargesBegin(order)}${attempt}` as ChargeId;

/** The beginning of all charges of an order or a cart. */
export const chargesBegin = (order: OutTradeNo | CartOrderNo): string => `ch_${order}_`;

/** The provider's id of a refund. The provider pays each id once. */
export const providerRefundId = (order: OutTradeNo, refund_id: string): string => `${order}_${refund_id}`;

/** The provider's id of a returned late payment. Each order of a cart's charge has its own. */
export const lateRefundId = (charge: ChargeId, order: OutTradeNo): string =>
  numberOfCharge(charge) === order ? `late_${charge}` : `late_${charge}_${order}`;

/** Replaces the creator in events of the platform. */
export const PLATFORM = 'platform' as UserId;

/** Names an item of reconciliation: a charge, refund or payout, or a line without one. */
export const differenceId = (provider: string, kind: string, reference: string): string =>
  derivedHexId('difference', provider, kind, reference);

/** Stream of an affiliate code. The key is the code in lower case. */
export const affiliateIdOf = (creator: UserId, code: string): string =>
  derivedHexId('affiliate', creator, code.toLowerCase());

const CHARGE = /^ch_(.{1,80})_(\d{1,4})$/;

/** Number of the order or cart that a charge pays; undefined if the charge is not ours. */
export function numberOfCharge(charge: string): OutTradeNo | CartOrderNo | undefined {
  return CHARGE.exec(charge)?.[1] as OutTradeNo | CartOrderNo | undefined;
}
