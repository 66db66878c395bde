import { call } from '#ops/actors/client.ts';
import { listProducts } from '#services/contract/catalog/plans.ts';
import type { Visitor } from '../visitor.ts';

interface Offer {
  plan_id: string;
  product_type: number;
  has_time_limit_price: boolean;
  buy_refusal: string;
}

const BUNDLES = { 2: 'bundle', 3: 'bundle-choice' } as const;

async function offersOf(visitor: Visitor, user_id: string): Promise<Offer[]> {
  const { list } = await call(visitor, listProducts, { user_id });
  return list;
}

function found(offers: readonly Offer[], what: string, is: (offer: Offer) => boolean): string {
  const offer = offers.find(is);
  if (offer === undefined) throw new Error(`the demo has no ${what}`);
  return offer.plan_id;
}

/** A plan of each kind that fans put together: its id. */
export async function kindsOf(
  visitor: Visitor,
  user_id: string,
): Promise<Record<'bundle' | 'choice' | 'tickets', string>> {
  const offers = await offersOf(visitor, user_id);
  const of = (what: string, type: number): string =>
    found(offers, what, ({ product_type, buy_refusal }) => product_type === type && buy_refusal === '');
  return { bundle: of('bundle', 2), choice: of('bundle of a choice', 3), tickets: of('tickets', 4) };
}

/** The page of each kind of product as fans see it. */
export async function itemPages(
  visitor: Visitor,
  user_id: string,
): Promise<{ name: string; path: string }[]> {
  const offers = await offersOf(visitor, user_id);
  const bundles = ([2, 3] as const).map((type) => ({
    name: BUNDLES[type],
    path: `/bundle/${found(offers, BUNDLES[type], ({ product_type }) => product_type === type)}`,
  }));
  const tickets = found(
    offers,
    'tickets',
    ({ product_type: type, buy_refusal }) => type === 4 && buy_refusal === '',
  );
  const limited = found(offers, 'price for a while', (offer) => offer.has_time_limit_price);
  return [
    ...bundles,
    { name: 'tickets', path: `/item/${tickets}` },
    { name: 'item-limited', path: `/item/${limited}` },
  ];
}

/** The editor of each kind of product, new and saved. */
export async function editorPages(
  visitor: Visitor,
  user_id: string,
): Promise<{ name: string; path: string }[]> {
  const offers = await offersOf(visitor, user_id);
  const edit = (type: number): string =>
    `/edit/shop?plan_id=${found(offers, `type ${type}`, ({ product_type }) => product_type === type)}&product_type=${type}`;
  return [
    { name: 'bundle-new', path: '/edit/shop?type=bundle' },
    { name: 'bundle-edit', path: edit(3) },
    { name: 'ticket-new', path: '/edit/shop?product_type=4' },
    { name: 'ticket-edit', path: edit(4) },
  ];
}
