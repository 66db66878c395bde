import type { RecordedEvent } from '#events/envelope.ts';
import type { OutTradeNo, UserId } from '#events/ids.ts';
import { keptOfStreams } from '#events/log/stream-pages.ts';
import { orderStream } from '#events/stream-names.ts';
import type { Explanation } from '#read-models/orders/explain.ts';
import type { Dependencies } from '../dependencies.ts';
import type { Language } from '../http/language.ts';
import { orderAnswers } from '../orders/order-list.ts';

/** References into the vault and technical hashes say nothing to a reader. */
const HIDDEN_FIELDS: ReadonlySet<string> = new Set(['remark_ref', 'request_hash']);

export function explainedEvent({ position, id, stream, version, type, data, metadata }: RecordedEvent) {
  const fields = Object.entries(data ?? {}).filter(([field]) => !HIDDEN_FIELDS.has(field));
  return {
    position,
    id,
    stream,
    version,
    type,
    time: Math.floor(metadata.at / 1000),
    actor: metadata.actor,
    data: Object.fromEntries<unknown>(fields),
  };
}

interface Reading {
  viewer: UserId;
  language: Language;
  /** A contribution in the wire's form. */
  worded: (contribution: number) => string;
}

/** The orders of an explanation, each with what it adds and with its events. */
export async function explainedOrders(
  deps: Dependencies,
  found: Explanation['list'],
  { viewer, language, worded }: Reading,
) {
  // Numbers in the read model are numbers of orders: they were drawn as such.
  const streamOf = (number: string): string => orderStream(number as OutTradeNo);
  const [orders, histories] = await Promise.all([
    orderAnswers(deps, found, viewer, language),
    keptOfStreams(
      deps.log,
      found.map(({ out_trade_no }) => streamOf(out_trade_no)),
      (event) => [explainedEvent(event)],
    ),
  ]);
  const byStream = Map.groupBy(histories, ({ stream }) => stream);
  return orders.map((order, index) => ({
    order,
    contribution: worded(found[index]?.contribution ?? 0),
    events: byStream.get(streamOf(order.out_trade_no)) ?? [],
  }));
}
