import fc from 'fast-check';
import type { PlanId, SkuId, UserId } from '#events/ids.ts';
import { fenOf } from '#events/money.ts';
import type { Decided } from '../engine/command.ts';
import { CREATOR, goods, LI, offered, STRANGER, sku, WANG } from './scenario.ts';

/** Two sellers, who can be each other's partner, and one who only recommends. */
export const SELLERS: readonly UserId[] = [CREATOR, STRANGER];
export const PARTNERS: readonly UserId[] = [...SELLERS, 'creator-podcast' as UserId];
/** Buyers: fans, and partners too. */
export const BUYERS: readonly UserId[] = [LI, WANG, ...PARTNERS];

/** As codes are opened, and as people type them. */
export const CODES = ['Coffee-10', 'podcast', 'MILK_7', 'SPRING'] as const;
export const NO_CODE = 'none-such';
export const TYPED: readonly ((code: string) => string)[] = [
  (code) => code,
  (code) => code.toUpperCase(),
  (code) => ` ${code.toLowerCase()} `,
];

/** Each plan with its price in fen: at which fees and commission are rounded this way and that, or to nothing. */
export const PLANS: Readonly<Record<UserId, Readonly<Record<string, number>>>> = {
  [CREATOR]: { scarf: 1_999, badge: 50, stamp: 1 },
  [STRANGER]: { cup: 777, straw: 3 },
};

export const openAffiliateShops = (): Decided[] =>
  SELLERS.flatMap((creator_id) =>
    Object.entries(PLANS[creator_id] ?? {}).flatMap(([name, fen]) => {
      const price = fenOf(fen);
      const only = sku(`sku-${name}` as SkuId, { price });
      return offered(name as PlanId, { ...goods, name, price }, [[only, null]], { creator_id });
    }),
  );

export const step = fc.record({
  do: fc.constantFrom(
    'open',
    'open',
    'open',
    'change',
    'pause',
    'resume',
    'close',
    'place',
    'place',
    'place',
    'place',
    'pay',
    'pay',
    'pay',
    'pay',
    'cancel',
    'refund',
    'refund',
    'refund',
    'month',
    'month',
    'half a day',
    'withdraw',
    'withdraw',
  ),
  who: fc.nat(11),
  what: fc.nat(40),
  /** Of something: a rate, an amount. */
  much: fc.nat(5_000),
});

export type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;
