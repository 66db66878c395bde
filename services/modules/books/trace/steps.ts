import { asUserId, type OutTradeNo } from '#events/ids.ts';
import type { EventLog } from '#events/log/log.ts';
import { keptOfStreams, pagesOfStreams } from '#events/log/stream-pages.ts';
import { balanceStream, cartStream, orderStream } from '#events/stream-names.ts';
import { type ProjectedEvent, projected } from '#read-models/engine/projection.ts';

type Log = Pick<EventLog, 'readStreams' | 'readAll'>;

const inOrder = (events: readonly ProjectedEvent[], until: number): ProjectedEvent[] =>
  events.filter(({ position }) => position <= until).toSorted((a, b) => a.position - b.position);

/** The events of an order and of its cart, up to a position. */
export async function orderSteps(
  log: Log,
  out_trade_no: OutTradeNo,
  until = Number.POSITIVE_INFINITY,
): Promise<ProjectedEvent[]> {
  const own = await keptOfStreams(log, [orderStream(out_trade_no)], (event) => [projected(event)]);
  const [placed] = own;
  const cart = placed?.type === 'OrderPlaced' ? placed.data.cart_order_no : null;
  const shared =
    cart === null ? [] : await keptOfStreams(log, [cartStream(cart)], (event) => [projected(event)]);
  return inOrder([...own, ...shared], until);
}

/** Whether an event is about the withdrawal, or about its replacement. */
function concerns({ data }: ProjectedEvent, withdrawal_id: string): boolean {
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
): Promise<ProjectedEvent[]> {
  const { events } = await log.readAll(requested - 1, { limit: 1 });
  const found: ProjectedEvent[] = [];
  const stream = balanceStream(asUserId(user_id));
  const after = (events[0]?.version ?? 0) - 1;
  for await (const page of pagesOfStreams(log, [{ stream, after }])) {
    const read = page.get(stream) ?? [];
    found.push(...read.map(projected).filter((event) => concerns(event, withdrawal_id)));
    if ((read.at(-1)?.position ?? 0) > until) break;
  }
  return inOrder(found, until);
}
