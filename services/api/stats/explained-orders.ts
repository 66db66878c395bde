import type { OutTradeNo, UserId } from '#events/ids.ts';
import { collectFromStreams } from '#events/log/stream-pages.ts';
import type { RecordedEvent } from '#events/recorded-event.ts';
import { membershipStream, orderStream } from '#events/stream-names.ts';
import type { AsOf } from '#read-models/engine/as-of.ts';
import type { PageRange } from '#read-models/engine/query.ts';
import type { Explanation } from '#read-models/orders/explained-list.ts';
import type { Dependencies } from '#services/api/http/dependencies.ts';
import type { Order } from '#services/contract/orders/order-list.ts';
import type { Language } from '../http/language.ts';
import { forMember, orderAnswers } from '../orders/order-list.ts';

/** References into the vault and hashes mean nothing to a reader. */
const HIDDEN_FIELDS: ReadonlySet<string> = new Set(['remark_ref', 'custom_order_id', 'request_hash']);

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
  /** With the orders' effects on memberships of the viewer. */
  memberships?: boolean;
}

/** A page of an explanation: its orders, each with its part and its events, and the sum over all pages. */
export async function explainedPage(
  deps: Dependencies,
  { list: found, value, total_count, as_of }: Explanation & { as_of: AsOf },
  { viewer, language, worded, memberships = false }: Reading,
  { offset }: PageRange,
) {
  // Numbers in the read model are numbers of orders: they were drawn as such.
  const streamOf = (number: string): string => orderStream(number as OutTradeNo);
  const members = new Set(found.flatMap(({ user_id, payer_id }) => [user_id, payer_id]));
  const [orders, histories] = await Promise.all([
    orderAnswers(deps, found, viewer, language),
    collectFromStreams(
      deps.log,
      [
        ...new Set(found.map(({ out_trade_no }) => streamOf(out_trade_no))),
        ...(memberships ? [...members].map((user_id) => membershipStream(viewer, user_id as UserId)) : []),
      ],
      (event) => [explainedEvent(event)],
    ),
  ]);
  const ofOrder = ({ stream, data }: ReturnType<typeof explainedEvent>): string =>
    stream.startsWith('membership-') ? streamOf(String(data.out_trade_no)) : stream;
  const byStream = Map.groupBy(histories, ofOrder);
  const list = orders.map((order, index) => ({
    order,
    contribution: worded(found[index]?.contribution ?? 0),
    time: found[index]?.time ?? 0,
    events: byStream.get(streamOf(order.out_trade_no)) ?? [],
  }));
  const has_more = offset + list.length < total_count;
  return { value: worded(value), list, has_more, total_count, as_of };
}

/** An order behind a figure, for a member of the team: without address, remark and events. */
export const explainedForMember = <Explained extends { order: Order; events: unknown[] }>(
  explained: Explained,
): Explained => {
  const { order } = explained;
  const shown = { ...forMember(order), remark: '', ext: { ...order.ext, address: null } };
  return { ...explained, order: shown, events: [] };
};
