import { PRODUCT_TYPE } from '#events/status.ts';
import { call } from '#ops/actors/client.ts';
import { bought } from '#ops/actors/people.ts';
import { getPlan, type Plan } from '#services/contract/catalog/plans.ts';
import { listMyTickets, listOrderTickets, type Ticket } from '#services/contract/tickets/tickets.ts';
import type { Visitor } from '../visitor.ts';
import { kindsOf } from './offer-pages.ts';
import type { Page } from './page.ts';

interface Priced {
  sku: { sku_id: string; count: number }[];
}

const planOf = async (visitor: Visitor, plan_id: string): Promise<Plan> =>
  (await call(visitor, getPlan, { plan_id })).plan;

const hasSome = ({ offered, stock }: Plan['sku'][number]): boolean => offered && (stock === '' || stock > 0);

/** The first available offers, of several kinds. */
const someOf = (plan: Plan, kinds: number): Priced['sku'] =>
  plan.sku
    .filter(hasSome)
    .slice(0, kinds)
    .map(({ sku_id }) => ({ sku_id, count: 1 }));

/** The order page of each kind of choice. */
export async function checkoutPages(visitor: Visitor, user_id: string): Promise<Page[]> {
  const kinds = await kindsOf(visitor, user_id);
  const orderPage = async (
    name: string,
    plan_id: string,
    more: Record<string, string> = {},
  ): Promise<Page> => {
    const plan = await planOf(visitor, plan_id);
    const wanted =
      plan.product_type === PRODUCT_TYPE.choice_bundle ? Number(plan.bundle_sku_select_count) : 1;
    const search = new URLSearchParams({
      plan_id,
      product_type: String(plan.product_type),
      sku: JSON.stringify(someOf(plan, plan.product_type === PRODUCT_TYPE.bundle ? plan.sku.length : wanted)),
      ...more,
    });
    return { name, path: `/order/create?${search}` };
  };
  return [
    await orderPage('order-bundle', kinds.bundle, { bundle_count: '1' }),
    await orderPage('order-choice', kinds.choice, { bundle_count: '2' }),
    await orderPage('order-tickets', kinds.tickets),
    { name: 'order-custom', path: `/order/create?user_id=${user_id}&product_type=0` },
  ];
}

/** A ticket of the fan's own; bought when there is none yet. */
async function ticketOf(fan: Visitor, user_id: string): Promise<Ticket> {
  const mine = () => call(fan, listMyTickets);
  const [ready] = (await mine()).list;
  if (ready !== undefined) return ready;
  const { tickets: plan_id } = await kindsOf(fan, user_id);
  const sku = someOf(await planOf(fan, plan_id), 1);
  const { out_trade_no } = await bought(fan, {
    plan_id,
    product_type: 4,
    sku,
    tickets: sku.map(({ sku_id }) => ({ sku_id, name: '林小满', id_card: '110101199003070011' })),
  });
  for (;;) {
    // Each answer comes from the present server; the test's own time limit ends the waiting.
    const [one] = (await call(fan, listOrderTickets, { out_trade_no })).list;
    if (one !== undefined) return one;
  }
}

/** A fan's ticket pages, and the check-in pages without a selected event. */
export async function ticketPages(fan: Visitor, user_id: string): Promise<Page[]> {
  const { out_trade_no, id, token } = await ticketOf(fan, user_id);
  return [
    { name: 'wallet', path: '/dashboard/ticket' },
    { name: 'order-of-tickets', path: `/dashboard/order/${out_trade_no}` },
    { name: 'own-ticket', path: `/order/inspect?out_trade_no=${out_trade_no}&id=${id}&t=${token}` },
    { name: 'nobodys-door', path: '/order/inspect' },
    { name: 'nobodys-guests', path: '/order/guests' },
    { name: 'nobodys-orders', path: '/order/received' },
  ];
}
