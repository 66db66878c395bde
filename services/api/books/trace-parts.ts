import { userOfActor } from '#events/envelope.ts';
import { incomeLineText } from '#events/income.ts';
import type { RecordedEvent } from '#events/recorded-event.ts';
import type { Entry } from '#read-models/books/ledger/queries.ts';
import type { SettledLine } from '#read-models/books/ledger/trace.ts';
import type { Dependencies } from '#services/api/http/dependencies.ts';
import type { TracedEntry, TracedLine, TraceStep } from '#services/contract/books/trace.ts';
import { sealsOver } from '#services/modules/audit/seals.ts';
import { secondsOf } from '#services/runtime/business-time.ts';
import { wire } from '../http/money.ts';
import { incomeLineAnswer } from '../income/month-sums.ts';

type Cover = TraceStep['seal'];

/** The seals of all positions of a trace, in one query. */
export async function covers(
  { pool }: Pick<Dependencies, 'pool'>,
  positions: readonly number[],
): Promise<(position: number) => Cover> {
  const seals = await sealsOver(pool, positions);
  return (position) => {
    const seal = seals.get(position);
    return seal === undefined ? null : { number: seal.number, sealed_at: secondsOf(seal.sealed_at) };
  };
}

/** With the names of the users who acted. An imported contact's name is for its creator only. */
export async function stepAnswers(
  { directory }: Pick<Dependencies, 'directory'>,
  events: readonly RecordedEvent[],
  cover: (position: number) => Cover,
): Promise<TraceStep[]> {
  const userOf = ({ metadata }: RecordedEvent): string => userOfActor(metadata.actor);
  const people = await directory.usersByIds(events.map(userOf).filter((id) => id !== ''));
  return events.map((event) => {
    const user = people.get(userOf(event));
    return stepAnswer(event, user === undefined || user.imported ? '' : user.name, cover(event.position));
  });
}

const stepAnswer = (event: RecordedEvent, actor_name: string, seal: Cover): TraceStep => ({
  position: event.position,
  time: secondsOf(event.metadata.at),
  stream: event.stream,
  version: event.version,
  event_id: event.id,
  type: event.type,
  actor: event.metadata.actor,
  actor_name,
  causation_id: event.metadata.causation_id ?? '',
  correlation_id: event.metadata.correlation_id ?? '',
  data: { ...event.data },
  seal,
});

export const entryAnswer = ({ position, kind, postings }: Entry): TracedEntry => ({
  position,
  kind,
  postings: postings.map(({ account, amount, balance }) => ({
    account,
    debit: wire(Math.max(amount, 0)),
    credit: wire(Math.max(-amount, 0)),
    balance: wire(balance),
  })),
});

export const lineAnswer = (
  { month, user_id, settlement, ...line }: SettledLine,
  cover: (position: number) => Cover,
): TracedLine => ({
  ...incomeLineAnswer(line),
  user_id,
  month,
  text: incomeLineText(line).trimEnd(),
  settlement: settlement && {
    position: settlement.position,
    sha256: settlement.lines_sha256,
    available_at: settlement.available_at,
    seal: cover(settlement.position),
  },
});
