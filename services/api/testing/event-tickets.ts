import { plainOffer, plainSku } from '#events/catalog.ts';
import { asPlanId, newPlanId, newSkuId, type OutTradeNo, orderNumber, type SkuId } from '#events/ids.ts';
import { fenOf } from '#events/money.ts';
import { planStream, stockStream } from '#events/stream-names.ts';
import { planKind } from '#services/commerce/catalog/plan.ts';
import { accept, type Command } from '#services/commerce/engine/command.ts';
import { order as orderOf, payment, refund } from '#services/commerce/testing/orders.ts';
import type { Holder } from '#services/modules/tickets/holder.ts';
import { isRefusal } from '#services/runtime/refusal.ts';
import type { TestApi, TestUser } from './test-api.ts';

/** An event with tickets on sale. Rounds: the evening, and the matinee three hours before. */
export interface TestEvent {
  creator: TestUser;
  plan_id: string;
  evening: { sku_id: SkuId; begin_time: number };
  matinee: { sku_id: SkuId; begin_time: number };
}

const PRICE = 8000;
const HOUR_MS = 3_600_000;
const EVENING_ROUND = 'evening';
const MATINEE_ROUND = 'matinee';

/** Carries a command through; fails the test when it is refused. */
async function done<Result>(api: TestApi, command: Command<Result>): Promise<Result> {
  const outcome = await api.deps.committer.submit(command);
  if (!outcome.accepted) throw new Error(`${command.name} was refused: ${JSON.stringify(outcome.refusal)}`);
  return outcome.result;
}

/** A concert with two rounds, tomorrow. @param need_identity every ticket names its holder */
export async function openEvent(api: TestApi, creator: TestUser, need_identity = false): Promise<TestEvent> {
  const plan_id = newPlanId();
  const begin_time = Math.floor(api.deps.clock.now() / 60_000) * 60_000 + 24 * HOUR_MS;
  const evening = { sku_id: newSkuId(), begin_time };
  const matinee = { sku_id: newSkuId(), begin_time: begin_time - 3 * HOUR_MS };
  const offer = {
    ...plainOffer,
    name: 'Concert 音乐会',
    product_type: 4 as const,
    price: fenOf(PRICE),
    rank: 0,
    need_identity,
    rounds: [
      { round_id: EVENING_ROUND, begin_time },
      { round_id: MATINEE_ROUND, begin_time: matinee.begin_time },
    ],
  };
  const sku = ({ sku_id }: { sku_id: SkuId }, name: string, round_id: string) => ({
    stream: planStream(plan_id),
    creator_id: creator.user_id,
    event: {
      type: 'SkuOffered' as const,
      data: { plan_id, sku: { ...plainSku, sku_id, name, price: fenOf(PRICE), rank: 0, round_id } },
    },
  });
  const stock = ({ sku_id }: { sku_id: SkuId }) => ({
    stream: stockStream(sku_id),
    creator_id: creator.user_id,
    event: { type: 'StockSet' as const, data: { sku_id, plan_id, stock: null } },
  });
  const created = {
    stream: planStream(plan_id),
    creator_id: creator.user_id,
    event: { type: 'PlanCreated' as const, data: { plan_id, creator_id: creator.user_id, offer } },
  };
  const events = [
    created,
    sku(evening, 'Front row', EVENING_ROUND),
    sku(matinee, 'Balcony', MATINEE_ROUND),
    stock(evening),
    stock(matinee),
  ];
  await done(api, {
    name: 'open_event',
    actor: `user:${creator.user_id}`,
    streams: [planStream(plan_id), stockStream(evening.sku_id), stockStream(matinee.sku_id)],
    decide: () => accept(events, undefined),
  });
  return { creator, plan_id, evening, matinee };
}

/** The creator moves the evening to another time, Unix milliseconds. */
export async function moveEvening(api: TestApi, { plan_id, creator }: TestEvent, begin_time: number) {
  const stream = planStream(asPlanId(plan_id));
  await done(api, {
    name: 'move_event',
    actor: `user:${creator.user_id}`,
    streams: [stream],
    decide(states) {
      const plan = states.get(planKind, stream);
      if (plan.phase === 'none') throw new Error('there is no event');
      const rounds = plan.offer.rounds.map((round) =>
        round.round_id === EVENING_ROUND ? { ...round, begin_time } : round,
      );
      const data = { plan_id: asPlanId(plan_id), offer: { ...plan.offer, rounds } };
      const event = { type: 'PlanRevised' as const, data };
      return accept([{ stream, creator_id: creator.user_id, event }], undefined);
    },
  });
}

export interface BoughtTickets {
  out_trade_no: OutTradeNo;
  total: number;
}

interface Wanted {
  sku_id: SkuId;
  count: number;
  holders?: readonly Holder[];
}

/** Places an order for tickets; it stays unpaid. */
export async function orderTickets(
  api: TestApi,
  { plan_id }: TestEvent,
  fan: TestUser,
  { sku_id, count, holders = [] }: Wanted,
): Promise<BoughtTickets> {
  const out_trade_no = orderNumber(fan.user_id);
  const found = await api.deps.identities.forTickets(fan.user_id, holders);
  if (isRefusal(found)) throw new Error(`the holders were refused: ${JSON.stringify(found)}`);
  const { order } = await done(
    api,
    orderOf({
      out_trade_no,
      user_id: fan.user_id,
      plan_id: asPlanId(plan_id),
      lines: [{ sku_id, count }],
      holders: found.holder_refs.map((holder_ref) => ({ sku_id, holder_ref })),
    }),
  );
  return { out_trade_no, total: order.placed.total_amount };
}

/** The money of an order comes. */
const payTickets = (api: TestApi, { out_trade_no, total }: BoughtTickets) =>
  done(api, payment(total, out_trade_no));

/** Places and pays. Tickets are in the lists once projections have caught up. */
export async function buyTickets(
  api: TestApi,
  event: TestEvent,
  fan: TestUser,
  wanted: Partial<Wanted> = {},
): Promise<BoughtTickets> {
  const bought = await orderTickets(api, event, fan, { sku_id: event.evening.sku_id, count: 1, ...wanted });
  await payTickets(api, bought);
  return bought;
}

/** Gives the money of these tickets back. */
export const refundTickets = (
  api: TestApi,
  { creator }: TestEvent,
  { out_trade_no }: BoughtTickets,
  ticket_ids: readonly string[],
) =>
  done(
    api,
    refund({
      out_trade_no,
      by: { kind: 'creator', user_id: creator.user_id },
      refund_id: `refund-${ticket_ids.join('-').slice(0, 40)}`,
      ticket_ids,
    }),
  );
