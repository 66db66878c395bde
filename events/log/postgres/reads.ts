import type { CustomTypesConfig, Pool } from 'pg';
import type { EventMetadata, RecordedEvent } from '../../envelope.ts';
import type { EventId } from '../../ids.ts';
import { upcast } from '../../registry.ts';
import type { LogPage, ReadAllOptions, StreamRead } from '../log.ts';
import { unreachableIfLost } from './connection-loss.ts';

/** A filtered page looks at no more positions than this, so that a rare type does not hold a read for long. */
const FILTERED_WINDOW = 50_000;
const NO_LIMIT = 2 ** 31;

// Rows come as arrays of texts: the driver's parsing of every column by name costs more than the read.
const asTexts: CustomTypesConfig = { getTypeParser: () => (text: string) => text };
const COLUMNS = `e.position, e.stream, e.version, e.id, e.type, e.schema_version, e.data, e.metadata,
  round(date_part('epoch', e.recorded_at) * 1000)`;

/** All `null` where a left join found nothing. */
type EventRow = [string, string, string, string, string, string, string, string, string];

function recorded(row: EventRow): RecordedEvent {
  const [position, stream, version, id, type, schemaVersion, data, metadata, recordedAt] = row;
  return {
    position: Number(position),
    stream,
    version: Number(version),
    // What was written as an id and as metadata is read as such.
    id: id as EventId,
    type,
    schema_version: Number(schemaVersion),
    data: upcast(type, Number(schemaVersion), JSON.parse(data)),
    metadata: JSON.parse(metadata) as EventMetadata,
    recorded_at: Number(recordedAt),
  };
}

async function rowsOf<Row extends string[]>(
  pool: Pool,
  name: string,
  text: string,
  values: unknown[],
): Promise<Row[]> {
  const { rows } = await pool
    .query<Row>({ name, text, values, rowMode: 'array', types: asTexts })
    .catch(unreachableIfLost);
  return rows;
}

async function headOf(pool: Pool): Promise<number> {
  const [row] = await rowsOf<[string]>(pool, 'log_head', 'SELECT position FROM log.head', []);
  if (!row) throw new Error('log.head has no row: the log is not migrated');
  return Number(row[0]);
}

/**
 * The head for many who ask at once. Whoever comes while a look is under way waits for the next one: what it
 * finds was true after everybody who shares it had asked.
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

/** Each stream's events in order. Asserts that versions follow on, so that nothing is folded with a hole. */
export async function readStreams(
  pool: Pool,
  reads: readonly StreamRead[],
  limit = NO_LIMIT,
): Promise<Map<string, RecordedEvent[]>> {
  const found = new Map<string, RecordedEvent[]>(reads.map(({ stream }) => [stream, []]));
  if (reads.length === 0) return found;
  const rows = await rowsOf<EventRow>(
    pool,
    'log_read_streams',
    `SELECT ${COLUMNS} FROM log.read_streams($1, $2, $3) AS e`,
    [reads.map(({ stream }) => stream), reads.map(({ after }) => after), limit],
  );
  const next = new Map(reads.map(({ stream, after }) => [stream, after + 1]));
  for (const row of rows) {
    const event = recorded(row);
    const expected = next.get(event.stream);
    if (event.version !== expected) {
      throw new Error(`stream ${event.stream} has version ${event.version} where ${expected} must stand`);
    }
    next.set(event.stream, event.version + 1);
    found.get(event.stream)?.push(event);
  }
  return found;
}

const READ_ALL = `SELECT h.position, ${COLUMNS} FROM log.head h
  LEFT JOIN LATERAL log.read_all($1, least(h.position, $2), $3, $4) AS e ON true`;

/** A page of the total order. Without a filter it asserts that positions follow on. */
export async function readAll(pool: Pool, after: number, { limit, types }: ReadAllOptions): Promise<LogPage> {
  const window = types === undefined ? Number.MAX_SAFE_INTEGER : after + FILTERED_WINDOW;
  // One statement, one snapshot: the head is the head of what the rows are read from.
  const rows = await rowsOf<[string, ...EventRow]>(pool, 'log_read_all', READ_ALL, [
    after,
    window,
    limit,
    types ?? null,
  ]);
  const head = Number(rows[0]?.[0] ?? 0);
  const events: RecordedEvent[] = [];
  for (const [, ...row] of rows) if (row[0] !== null) events.push(recorded(row));
  const last = events.at(-1)?.position ?? after;
  const considered = Math.max(after, Math.min(head, window));
  if (types === undefined && last - after !== events.length) {
    throw new Error(`the log has a gap between positions ${after} and ${last}`);
  }
  return { events, through: events.length === limit ? last : considered };
}
