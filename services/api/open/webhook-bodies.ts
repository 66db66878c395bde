import { sign as signData } from 'node:crypto';
import { promisify } from 'node:util';
import { asOutTradeNo, type UserId } from '#events/ids.ts';
import type { EventLog } from '#events/log/log.ts';
import type { RecordedEvent } from '#events/recorded-event.ts';
import { keyOfStream, orderStream } from '#events/stream-names.ts';
import { paidOrdersByNumber } from '#read-models/orders/creator-orders.ts';
import type { OpenOrder } from '#services/contract/open/answers.ts';
import type { Delivery } from '#services/modules/open/deliveries.ts';
import type { WebhookKeys } from '#services/modules/open/webhook-keys.ts';
import { type OrderWork, openOrders } from './order-answer.ts';
import { webhookSubject } from './webhook-subjects.ts';
import { webhookTestOrder } from './webhook-test-order.ts';

/** A call whose body is wanted. */
type WebhookCall = Pick<Delivery, 'delivery_id' | 'position' | 'topic' | 'subject'>;
/** `behind`: a read model has not reached the event yet. `gone`: its subject is not there. */
export type WebhookBody = Buffer | 'behind' | 'gone';

/** Writes the bodies of calls, when they are made and again when they are looked at. */
export interface WebhookBodies {
  of(creator: UserId, calls: readonly WebhookCall[]): Promise<ReadonlyMap<number, WebhookBody>>;
}

export type WebhookParts = OrderWork['deps'] & { log: Pick<EventLog, 'readAll' | 'readStream'> };

const rsaSign = promisify(signData);

/** The text that the signature of the order topic covers. */
const signedOrderText = (
  order: Pick<OpenOrder, 'out_trade_no' | 'user_id' | 'plan_id' | 'total_amount'>,
): string => order.out_trade_no + order.user_id + order.plan_id + order.total_amount;

const envelope = (data: object, more: object = {}): Buffer =>
  Buffer.from(JSON.stringify({ ec: 200, em: 'ok', data, ...more }));

const isOfOrder = ({ topic }: WebhookCall): boolean => topic === 'order' || topic.startsWith('order.');

/** Numbers of orders are part of their streams' names. */
const numberOf = ({ subject }: WebhookCall) => asOutTradeNo(keyOfStream(subject));

export function webhookBodies(parts: WebhookParts, keys: Pick<WebhookKeys, 'current'>): WebhookBodies {
  const eventOf = async ({ position }: WebhookCall): Promise<RecordedEvent | undefined> =>
    (await parts.log.readAll(position - 1, { limit: 1 })).events.find((one) => one.position === position);

  async function orderBody(order: OpenOrder): Promise<Buffer> {
    const { key } = await keys.current();
    const signature = await rsaSign('sha256', Buffer.from(signedOrderText(order)), key);
    const sign = signature.toString('base64');
    return envelope({ type: 'order', order, sign }, { sign });
  }

  /** The paid orders of these calls, by stream, and up to which position they are complete. */
  async function ordersOf(creator: UserId, calls: readonly WebhookCall[]) {
    const numbers = [...new Set(calls.filter(isOfOrder).map(numberOf))];
    if (numbers.length === 0) return { through: Number.POSITIVE_INFINITY, orders: new Map() };
    const range = { limit: numbers.length, offset: 0 };
    const { list, as_of } = await paidOrdersByNumber(parts.pool, { creator_id: creator, numbers, ...range });
    const shown = await openOrders({ deps: parts, creator }, list);
    const orders = new Map(shown.map((order) => [orderStream(asOutTradeNo(order.out_trade_no)), order]));
    return { through: as_of.position, orders };
  }

  async function bodyOf(
    creator: UserId,
    call: WebhookCall,
    { through, orders }: Awaited<ReturnType<typeof ordersOf>>,
  ): Promise<WebhookBody> {
    if (call.position === 0) return orderBody(webhookTestOrder({ deps: parts }));
    const ofOrder = isOfOrder(call);
    if (ofOrder && through < call.position) return 'behind';
    const order = orders.get(call.subject);
    if (ofOrder && order === undefined) return 'gone';
    if (call.topic === 'order') return orderBody(order);
    const event = await eventOf(call);
    const subject = event && (await webhookSubject({ deps: parts, creator }, event));
    if (event === undefined || subject === undefined) return 'gone';
    if (subject === 'behind') return 'behind';
    const time = Math.floor(event.metadata.at / 1000);
    const fields = { type: call.topic, time, position: call.position, ...(ofOrder && { order }), ...subject };
    return envelope(fields);
  }

  return {
    async of(creator, calls) {
      const orders = await ordersOf(
        creator,
        calls.filter(({ position }) => position > 0),
      );
      const bodies = calls.map(
        async (call) => [call.delivery_id, await bodyOf(creator, call, orders)] as const,
      );
      return new Map(await Promise.all(bodies));
    },
  };
}
