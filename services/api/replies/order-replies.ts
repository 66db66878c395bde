import type { AutoReply } from '#events/catalog.ts';
import type { OrderPlacedData } from '#events/orders.ts';
import { type OrderReplies, repliesOfOrders } from '#read-models/replies/queries.ts';
import type { Dependencies } from '#services/api/http/dependencies.ts';
import type { OfferedPlan } from '#services/commerce/catalog/plan.ts';
import type { PlacedOrderState } from '#services/commerce/orders/order.ts';
import type { OrderRepliesAnswer } from '#services/contract/replies/calls.ts';

type Reply = OrderRepliesAnswer['list'][number];
type Parts = Pick<Dependencies, 'pool' | 'plansAsSold' | 'planTexts' | 'replyTexts'>;

const textOf = (reply: AutoReply | undefined): string => (reply?.on ? reply.content : '');

/** Random lines by pool, with the number still missing. */
interface DrawnLines {
  lines: string[];
  waiting: number;
}

function replyOf(name: string, sku_id: string, content: string, delivery: DrawnLines | undefined): Reply {
  return {
    sku_id,
    name,
    reply_content: content,
    reply_random_content: delivery?.lines ?? [],
    reply_pending_num: delivery?.waiting ?? 0,
  };
}

/** The replies of an order's plan and SKUs at the time of the order; only active ones. */
async function soldReplies({ planTexts }: Parts, { lines }: OrderPlacedData, plan: OfferedPlan | undefined) {
  if (plan === undefined) return { all: undefined, skus: new Map<string, AutoReply>() };
  const bought = new Set<string>(lines.map(({ sku_id }) => sku_id));
  const giving = plan.skus.filter(({ sku_id, reply }) => reply.on && bought.has(sku_id));
  const [offer, skus] = await Promise.all([
    plan.offer.reply.on ? planTexts.offerOf(plan) : undefined,
    planTexts.skusOf(plan, giving),
  ]);
  return { all: offer?.reply, skus: new Map<string, AutoReply>(skus.map((sku) => [sku.sku_id, sku.reply])) };
}

function answerOf(
  placed: OrderPlacedData,
  sold: Awaited<ReturnType<typeof soldReplies>>,
  pools: ReadonlyMap<string, DrawnLines>,
): OrderRepliesAnswer {
  const { out_trade_no, plan_id, plan_name, lines } = placed;
  const list = [
    replyOf(plan_name, '', textOf(sold.all), pools.get(plan_id)),
    ...lines.map(({ sku_id, name }) =>
      replyOf(name, sku_id, textOf(sold.skus.get(sku_id)), pools.get(sku_id)),
    ),
  ].filter(
    (one) => one.reply_content !== '' || one.reply_random_content.length > 0 || one.reply_pending_num > 0,
  );
  return { out_trade_no, list, reply_pending: list.some((one) => one.reply_pending_num > 0) };
}

/** The lines' texts, by order and pool. */
async function drawnLines(
  { pool, replyTexts }: Parts,
  orders: readonly OrderPlacedData[],
): Promise<ReadonlyMap<string, ReadonlyMap<string, DrawnLines>>> {
  const drawing = orders.filter(({ reply_pools }) => reply_pools.length > 0);
  if (drawing.length === 0) return new Map();
  const orderNumbers = drawing.map(({ out_trade_no }) => out_trade_no);
  const { rows } = await repliesOfOrders(pool, { orders: orderNumbers });
  const texts = await replyTexts.read(rows.flatMap(({ lines }) => lines));
  const byOrder = new Map<string, Map<string, DrawnLines>>();
  let read = 0;
  for (const { out_trade_no, pool_id, lines, waiting } of rows satisfies OrderReplies[]) {
    const pools = byOrder.get(out_trade_no) ?? new Map<string, DrawnLines>();
    pools.set(pool_id, { lines: texts.slice(read, read + lines.length), waiting });
    byOrder.set(out_trade_no, pools);
    read += lines.length;
  }
  return byOrder;
}

/**
 * The automatic replies of paid orders: texts as of the order, and random lines as of the read model `replies`.
 * Unpaid orders have none.
 */
export async function repliesOf(
  parts: Parts,
  orders: readonly PlacedOrderState[],
): Promise<Map<string, OrderRepliesAnswer>> {
  const paid = orders.filter(({ phase }) => phase === 'paid').map(({ placed }) => placed);
  const deliveries = await drawnLines(parts, paid);
  const answers = await Promise.all(
    paid.map(async (placed): Promise<[string, OrderRepliesAnswer]> => {
      const sold = await soldReplies(parts, placed, await parts.plansAsSold.of(placed));
      return [placed.out_trade_no, answerOf(placed, sold, deliveries.get(placed.out_trade_no) ?? new Map())];
    }),
  );
  return new Map(answers);
}
