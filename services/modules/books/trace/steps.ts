import { asUserId, type OutTradeNo } from '#events/ids.ts';
import type { EventLog } from '#events/log/log.ts';
import { collectFromStreams, pagesOfStreams } from '#events/log/stream-pages.ts';
import type { RecordedEvent } from '#events/recorded-event.ts';
import { balanceStream, cartStream, orderStream } from '#events/stream-names.ts';

type Log = Pick<EventLog, 'readStreams' | 'readAll'>;

const inOrder = (events: readonly RecordedEvent[], until: number): RecordedEvent[] =>
  events.filter(({ position }) => position <= until).toSorted((a, b) => a.position - b.position);

/** The events of an order and of its cart, up to a position. */
export async function orderSteps(
  log: Log,
  out_trade_no: OutTradeNo,
  until = Number.POSITIVE_INFINITY,
): Promise<RecordedEvent[]> {
  const own = await collectFromStreams(log, [orderStream(out_trade_no)], (event) => [event]);
  const [placed] = own;
  const cart = placed?.type === 'OrderPlaced' ? placed.data.cart_order_no : null;
  const shared = cart === null ? [] : await collectFromStreams(log, [cartStream(cart)], (event) => [event]);
  return inOrder([...own, ...shared], until);
}

/** Whether an event is about the withdrawal, or about its replacement. */
function concerns({ data }: RecordedEvent, withdrawal_id: string): boolean {
  if (!('withdrawal_id' in data)) return false;
  return data.withdrawal_id === withdrawal_id || ('instead_of' in data && data.instead_of === withdrawal_id);
}

/**
 * The events of a withdrawal, up to a position. A creator's balance has many other events; those before the request
 * are not read.
 * @param requested position of the request
 */
export async function withdrawalSteps(
  log: Log,
  user_id: string,
  withdrawal_id: string,
  requested: number,
  until = Number.POSITIVE_INFINITY,
): Promise<RecordedEvent[]> {
  const { events } = await log.readAll(requested - 1, { limit: 1 });
  const found: RecordedEvent[] = [];
  const stream = balanceStream(asUserId(user_id));
  const after = (events[0]?.version ?? 0) - 1;
  for await (const page of pagesOfStreams(log, [{ stream, after }])) {
    const read = page.get(stream) ?? [];
    found.push(...read.filter((event) => concerns(event, withdrawal_id)));
    if ((read.at(-1)?.position ?? 0) > until) break;
  }
  return inOrder(found, until);
}
