import type { RecordedEvent } from '../../recorded-event.ts';
import type { LogPage } from '../log.ts';

/** Events that follow on a position of the log. */
export interface LogBatch {
  /** Position of the subscription before. */
  after: number;
  /** Position of the subscription afterwards; events of other types may be between the two. */
  through: number;
  /** Unix milliseconds of the newest event read, of any type; 0 without events. */
  true_at: number;
  events: readonly RecordedEvent[];
}

/** Unix milliseconds of the newest event; 0 when there is none. */
export const newestOf = (events: readonly RecordedEvent[]): number =>
  events.reduce((newest, { recorded_at, metadata }) => Math.max(newest, recorded_at, metadata.at), 0);

/** The part of a page after a position. */
export const batchOf = (
  { events, through }: Pick<LogPage, 'events' | 'through'>,
  after: number,
  types?: ReadonlySet<string>,
  until = Number.POSITIVE_INFINITY,
): LogBatch => ({
  after,
  through: Math.min(through, until),
  true_at: newestOf(events),
  events: events.filter(
    ({ position, type }) => position > after && position <= until && (!types || types.has(type)),
  ),
});
