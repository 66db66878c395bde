import type { CustomTypesConfig, Pool, PoolClient } from 'pg';
import type { Envelope, EventMetadata } from '../../envelope.ts';
import type { EventId } from '../../ids.ts';
import { type RecordedEvent, withData } from '../../recorded-event.ts';
import { upcast } from '../../upcast.ts';
import {
  type LogPage,
  PAGE_BYTES,
  type ReadAllOptions,
  type StreamPageOptions,
  type StreamRead,
  type StreamsPage,
} from '../log.ts';
import { deadlineOn, unreachableIfLost } from './connection-loss.ts';

/** The maximum positions that a filtered page scans, so that a rare type does not block a read for long. */
const FILTERED_WINDOW = 50_000;
const NO_LIMIT = 2 ** 31 - 1;
/** The limit of one page of streams; it also has a limit in bytes. */
const EVENTS_PER_PAGE = 2_000;

// Rows are returned as arrays of text: parsing each column by name costs more than the read.
const asTexts: CustomTypesConfig = { getTypeParser: () => (text: string) => text };
const COLUMNS = `e.position, e.stream, e.version, e.id, e.type, e.schema_version, e.data, e.metadata,
  round(date_part('epoch', e.recorded_at) * 1000)`;

/** All `null` where a left join found nothing. */
type EventRow = [string, string, string, string, string, string, string, string, string];

function envelopeOf(row: EventRow): Envelope {
  const [position, stream, version, id, type, schemaVersion, , metadata, recordedAt] = row;
  return {
    position: Number(position),
    stream,
    version: Number(version),
    // Ids and metadata are returned in the form in which they were written.
    id: id as EventId,
    type,
    schema_version: Number(schemaVersion),
    metadata: JSON.parse(metadata) as EventMetadata,
    recorded_at: Number(recordedAt),
  };
}

const dataIn = ([, , , , type, schemaVersion, data]: EventRow): unknown =>
  upcast(type, Number(schemaVersion), JSON.parse(data));

const recorded = (row: EventRow): RecordedEvent =>
  ({ ...envelopeOf(row), data: dataIn(row) }) as RecordedEvent; // upcast knows the type
const recordedForAll = (row: EventRow): RecordedEvent => withData(envelopeOf(row), () => dataIn(row));

async function rowsOf<Row extends string[]>(
  pool: Pool | PoolClient,
  name: string,
  text: string,
  values: unknown[],
): Promise<Row[]> {
  const { rows } = await pool
    .query<Row>({ name, text, values, rowMode: 'array', types: asTexts, ...deadlineOn(pool) })
    .catch(unreachableIfLost);
  return rows;
}

async function headOf(pool: Pool): Promise<number> {
  const [row] = await rowsOf<[string]>(pool, 'log_head', 'SELECT position FROM log.head', []);
  if (!row) throw new Error('log.head has no row: the log is not migrated');
  return Number(row[0]);
}

/**
 * The current head, shared by concurrent callers. A caller that arrives during a query waits for the next one, so its
 * answer is never older than its request.
 */
export function sharedHead(pool: Pool): () => Promise<number> {
  let underWay: Promise<unknown> = Promise.resolve();
  let next: Promise<number> | undefined;
  const look = async (): Promise<number> => {
    await underWay;
    next = undefined;
    const looking = headOf(pool);
    underWay = looking.catch(() => undefined);
    return looking;
  };
  return () => {
    next ??= look();
    return next;
  };
}

/** The reads that remain after a page that ends with this event. */
function restAfter(reads: readonly StreamRead[], last: RecordedEvent): StreamRead[] {
  const at = reads.findIndex(({ stream }) => stream === last.stream);
  return [{ stream: last.stream, after: last.version }, ...reads.slice(at + 1)];
}

/** One page of several streams. Asserts that versions have no gap and streams are in the order of the reads. */
export async function readStreams(
  pool: Pool | PoolClient,
  reads: readonly StreamRead[],
  { limit = EVENTS_PER_PAGE, longest = NO_LIMIT }: StreamPageOptions = {},
): Promise<StreamsPage> {
  const found = new Map<string, RecordedEvent[]>(reads.map(({ stream }) => [stream, []]));
  if (reads.length === 0) return { events: found, rest: [] };
  const most = Math.min(limit, EVENTS_PER_PAGE);
  const rows = await rowsOf<EventRow>(
    pool,
    'log_stream_page',
    `SELECT ${COLUMNS} FROM log.stream_page($1, $2, $3, $4, $5) AS e`,
    [reads.map(({ stream }) => stream), reads.map(({ after }) => after), longest, most, PAGE_BYTES],
  );
  const places = new Map(reads.map(({ stream }, place) => [stream, place]));
  const long: StreamRead[] = [];
  let last: RecordedEvent | undefined;
  let place = -1;
  let count = 0;
  let characters = 0;
  for (const row of rows) {
    const [position, stream, version, , , , data, metadata] = row;
    const next = places.get(stream) ?? -1;
    const read = reads[next];
    if (!read || next < place) throw new Error(`stream ${stream} came out of turn`);
    if (position === null) {
      long.push(read);
    } else {
      const expected = (next === place && last ? last.version : read.after) + 1;
      if (Number(version) !== expected) {
        throw new Error(`stream ${stream} has version ${version} where ${expected} must stand`);
      }
      last = recorded(row);
      found.get(stream)?.push(last);
      count += 1;
      characters += data.length + metadata.length;
    }
    place = next;
  }
  // A character has up to three bytes: a page that could have been cut is treated as cut.
  const cut = last !== undefined && (count >= most || characters * 3 >= PAGE_BYTES);
  if (!cut || !last) return { events: found, rest: long };
  const rest = restAfter(reads, last);
  const again = new Set(rest.map(({ stream }) => stream));
  return { events: found, rest: [...long.filter(({ stream }) => !again.has(stream)), ...rest] };
}

// One row on the left of the join, also for the planner; otherwise it would materialize the page's rows.
const READ_ALL = `SELECT p.through, p.bytes, p.full, ${COLUMNS}
   FROM log.page_end($1, least((SELECT position FROM log.head), $2), $3, $4, $5) AS p
   LEFT JOIN LATERAL log.read_all($1, CASE WHEN p.bytes > 0 THEN p.through ELSE $1 END, $3, $5) AS e ON true`;

/** A page of the total order. Without a filter it asserts that positions follow on. */
export async function readAll(
  pool: Pool,
  after: number,
  { limit, bytes: most_bytes = PAGE_BYTES, types }: ReadAllOptions,
): Promise<LogPage> {
  const window = types === undefined ? Number.MAX_SAFE_INTEGER : after + FILTERED_WINDOW;
  // One statement, one snapshot: head and rows are consistent.
  const rows = await rowsOf<[string, string, string, ...EventRow]>(pool, 'log_read_all', READ_ALL, [
    after,
    window,
    limit,
    most_bytes,
    types ?? null,
  ]);
  const [first] = rows;
  if (!first) throw new Error('reading the log gave no page');
  const events: RecordedEvent[] = [];
  for (const [, , , ...row] of rows) if (row[0] !== null) events.push(recordedForAll(row));
  const last = events.at(-1)?.position ?? after;
  if (types === undefined && last - after !== events.length) {
    throw new Error(`the log has a gap between positions ${after} and ${last}`);
  }
  return { events, through: Number(first[0]), bytes: Number(first[1]), full: first[2] === 't' };
}
