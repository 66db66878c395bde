import type { PlanId, SkuId, UserId } from '#events/ids.ts';
import { fenOf } from '#events/money.ts';
import { planStream, stockStream } from '#events/stream-names.ts';
import type { Decided } from '../engine/command.ts';
import { CREATOR, goods, LI, STRANGER, sku, WANG } from './scenario.ts';

/** Two sellers, who can be each other's partner, and one who only recommends. */
export const SELLERS: readonly UserId[] = [CREATOR, STRANGER];
export const PARTNERS: readonly UserId[] = [...SELLERS, 'creator-podcast' as UserId];
/** Who buys: fans, and partners too. */
export const BUYERS: readonly UserId[] = [LI, WANG, ...PARTNERS];

/** As codes are opened, and as people type them. */
export const CODES = ['Coffee-10', 'podcast', 'MILK_7', 'SPRING'] as const;
export const NO_CODE = 'none-such';
export const TYPED: readonly ((code: string) => string)[] = [
  (code) => code,
  (code) => code.toUpperCase(),
  (code) => ` ${code.toLowerCase()} `,
];

/** One of several, by a number that may be any. */
export function pick<Value>(some: readonly Value[], n: number): Value {
  const one = some[n % some.length];
  if (one === undefined) throw new Error('nothing to pick from');
  return one;
}

/** Each plan with its price in fen: at which fees and commission are rounded this way and that, or to nothing. */
export const PLANS: Readonly<Record<UserId, Readonly<Record<string, number>>>> = {
  [CREATOR]: { scarf: 1_999, badge: 50, stamp: 1 },
  [STRANGER]: { cup: 777, straw: 3 },
};

const planEvents = (creator_id: UserId, name: string, fen: number): Decided[] => {
  const [plan_id, sku_id] = [name as PlanId, `sku-${name}` as SkuId];
  const price = fenOf(fen);
  const offer = { ...goods, name, price };
  const stock: Decided['event'] = { type: 'StockSet', data: { sku_id, plan_id, stock: null } };
  return [
    {
      stream: planStream(plan_id),
      event: { type: 'PlanCreated', data: { plan_id, creator_id, offer } },
      creator_id,
    },
    {
      stream: planStream(plan_id),
      event: { type: 'SkuOffered', data: { plan_id, sku: sku(sku_id, { price }) } },
      creator_id,
    },
    { stream: stockStream(sku_id), event: stock, creator_id },
  ];
};

export const openAffiliateShops = (): Decided[] =>
  SELLERS.flatMap((seller) =>
    Object.entries(PLANS[seller] ?? {}).flatMap(([name, price]) => planEvents(seller, name, price)),
  );
