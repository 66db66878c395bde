import type { OutTradeNo } from '#events/ids.ts';
import { pagesOfStreams } from '#events/log/stream-pages.ts';
import type { RecordedEvent } from '#events/recorded-event.ts';
import { orderStream, planStream, ticketStream } from '#events/stream-names.ts';
import { addDays, isBusinessDay, type Millis } from '#events/time.ts';
import type { AsOf } from '#read-models/engine/as-of.ts';
import type { Dependencies } from '#services/api/http/dependencies.ts';
import { foldRecorded, unwritten } from '#services/commerce/engine/stream-kind.ts';
import { orderKind } from '#services/commerce/orders/order.ts';
import { ticketKind } from '#services/commerce/tickets/ticket.ts';
import { inFuture } from '#services/modules/books/books-as-of.ts';
import { InvalidInput } from '../http/input.ts';
import { rowOf } from './decided-ticket.ts';
import type { ShownTicket } from './ticket-answer.ts';

type Parts = Pick<Dependencies, 'calendar' | 'clock' | 'committer' | 'log'>;

/** Numbers from here on are times, as in the books. */
const FIRST_TIME = 1_000_000_000;

/** Whether an event belongs to the requested past. Throws InvalidInput for a future day or time. */
function happenedBy(parts: Parts, as_of: string): (event: RecordedEvent) => boolean {
  if (inFuture(parts, as_of)) {
    throw new InvalidInput([{ field: 'as_of', message: { key: 'in_future' } }]);
  }
  const number = Number(as_of);
  if (!isBusinessDay(as_of) && number < FIRST_TIME) return ({ position }) => position <= number;
  const end = isBusinessDay(as_of) ? parts.calendar.startOf(addDays(as_of, 1)) : (number + 1) * 1000;
  return ({ metadata }) => metadata.at < end;
}

/** The events of streams in the requested past, each stream from its beginning to the first event after it. */
async function pastOf(
  { log }: Parts,
  streams: readonly string[],
  happened: (event: RecordedEvent) => boolean,
): Promise<Map<string, RecordedEvent[]>> {
  const past = new Map<string, RecordedEvent[]>();
  const ended = new Set<string>();
  const reads = streams.map((stream) => ({ stream, after: -1 }));
  for await (const page of pagesOfStreams(log, reads)) {
    for (const [stream, events] of page) {
      if (ended.has(stream)) continue;
      const first = events.findIndex((event) => !happened(event));
      if (first !== -1) ended.add(stream);
      past.set(stream, [...(past.get(stream) ?? []), ...(first === -1 ? events : events.slice(0, first))]);
    }
  }
  return past;
}

/** When each round of an event began by then, also one that was removed. */
function beginsOf(plan: readonly RecordedEvent[]): Map<string, Millis> {
  const begins = new Map<string, Millis>();
  for (const { type, data } of plan) {
    if (type !== 'PlanCreated' && type !== 'PlanRevised') continue;
    for (const { round_id, begin_time } of data.offer.rounds) begins.set(round_id, begin_time);
  }
  return begins;
}

/** The tickets of an order as they were: folded again from their streams, with the time of the round of then. */
export async function ticketsOfOrderAsOf(
  parts: Parts,
  out_trade_no: OutTradeNo,
  as_of: string,
): Promise<{ rows: ShownTicket[]; as_of: AsOf }> {
  const happened = happenedBy(parts, as_of);
  const stream = orderStream(out_trade_no);
  const order = await parts.committer.read([stream], (states) => states.get(orderKind, stream));
  if (order.phase === 'none') throw new Error(`order ${out_trade_no} is not there`);
  const { tickets, plan_id } = order.placed;
  const ids = tickets.map(({ ticket_id }) => ticketStream(ticket_id));
  const past = await pastOf(parts, [...ids, planStream(plan_id)], happened);
  const begins = beginsOf(past.get(planStream(plan_id)) ?? []);
  const rows = ids.flatMap((id) => {
    const { state } = foldRecorded(ticketKind, unwritten(ticketKind), past.get(id) ?? []);
    if (state.phase === 'none') return [];
    const { round_id, begin_time } = state.ticket;
    return [rowOf(state, begins.get(round_id ?? '') ?? begin_time)];
  });
  const last = [...past.values()]
    .flat()
    .reduce<AsOf>(
      (newest, { position, metadata }) =>
        position > newest.position ? { position, time: Math.floor(metadata.at / 1000) } : newest,
      { position: 0, time: 0 },
    );
  return { rows, as_of: last };
}
