import { expect, test } from 'vitest';
import { newEventId } from '#events/ids.ts';
import type { DomainEvent, EventType } from '#events/registry.ts';
import { registry } from '#events/registry.ts';
import { later, newest } from '#events/testing/newest-events.ts';
import { streamOf } from '#events/testing/stream-of.ts';
import { generationsOf } from '#read-models/engine/generations.ts';
import { batchesOf } from '#read-models/engine/read-log.ts';
import { applySettingAside } from '#read-models/engine/set-aside.ts';
import { type ReadModelDatabase, readModelDatabase } from '#read-models/testing/database.ts';
import { MAX_COMMAND_BYTES } from '#services/runtime/quotas.ts';
import { BOUNDS, type Bound, boundOf, LAST_TIME } from './testing/event-bounds.ts';
import { LISTS } from './testing/event-lists.ts';
import { STORY } from './testing/event-story.ts';

type Change = (bound: Bound, value: number | null) => number | null;

/** Data of an event with changed numbers, also those that can be missing. */
function withNumbers(type: EventType, value: unknown, change: Change, path = ''): unknown {
  if (Array.isArray(value)) return value.map((one) => withNumbers(type, one, change, `${path}[]`));
  if (value !== null && typeof value === 'object')
    return Object.fromEntries(
      Object.entries(value).map(([name, one]) => [
        name,
        withNumbers(type, one, change, path ? `${path}.${name}` : name),
      ]),
    );
  if (typeof value !== 'number' && value !== null) return value;
  const bound = boundOf(type, path);
  if (bound === undefined) {
    if (value === null && texts.has(`${type} ${path}`)) return value;
    throw new Error(`${type} ${path}: no entry in ops/testing/event-bounds.ts`);
  }
  return bound.from === 'no number' ? value : change(bound, value);
}

/** Paths that hold a text in some event of the type. */
const texts = new Set<string>();
function collect(type: string, value: unknown, path = ''): void {
  if (typeof value === 'string') texts.add(`${type} ${path}`);
  else if (Array.isArray(value)) for (const one of value) collect(type, one, `${path}[]`);
  else if (value !== null && typeof value === 'object')
    for (const [name, one] of Object.entries(value)) collect(type, one, path ? `${path}.${name}` : name);
}
const types = Object.keys(registry) as EventType[];
const samplesOf = (type: EventType): unknown[] => [
  newest[type],
  ...Object.values(later[type] ?? {}),
  ...STORY.flatMap(([of, data]) => (of === type ? [data] : [])),
];
for (const type of types) for (const sample of samplesOf(type)) collect(type, sample);

test.each(types)('each number of %s has bounds, and its contract refuses what is beyond', (type) => {
  for (const sample of samplesOf(type))
    withNumbers(type, sample, ({ least, most, input }, value) => {
      expect(Number.isSafeInteger(least) && Number.isSafeInteger(most)).toBe(true);
      if (value !== null) expect([least <= value, value <= most]).toEqual([true, true]);
      if (input) {
        const taken = (number: number) => input.schema.safeParse(input.of(number)).success;
        expect([taken(most), taken(most + input.step)]).toEqual([true, false]);
        expect([taken(input.least), taken(input.least - input.step)]).toEqual([true, false]);
      }
      return value;
    });
});

test('every entry is used', () => {
  const used = new Set<Bound>();
  for (const type of types)
    for (const sample of samplesOf(type))
      withNumbers(type, sample, (bound, value) => {
        used.add(bound);
        return value;
      });
  expect(Object.entries(BOUNDS).flatMap(([name, bound]) => (used.has(bound) ? [] : [name]))).toEqual([]);
});

const EXTREMES: readonly [string, number, Change][] = [
  ['largest', LAST_TIME, ({ most }) => most],
  ['smallest', Date.UTC(1970, 0, 2), ({ least }, value) => (value === null ? null : least)],
];

/** Columns that hold one value of an event, or of a whole file or month; all others add up over events. */
const SINGLE =
  /_at$|\.(at|since|until|member_from|member_until|valid_until|rank|paid_minute|from_day|until_day|begin_time|line|show_amount|discount|stock|first)$|^plans\.shelf_|^member_changes\.(length|begins)$|^(settlements|reconciliation_statements)\./;
/** They hold sums of whole months and files. */
const OF_SUMS = /^(income_creators|ledger_|settlements|reconciliation_|withdrawals)/;
/** So many events with the largest numbers must have an exact sum in one row. */
const MANY = 100_000;

/** Columns in which so many events of these sizes would not fit, or not exactly. */
async function tooNarrow({ pool }: Pick<ReadModelDatabase, 'pool'>): Promise<string[]> {
  const { rows } = await pool.query<{ schema: string; table: string; column: string; bytes: number }>(
    `SELECT n.nspname AS schema, c.relname AS table, a.attname AS column, a.attlen::int AS bytes
       FROM rm.generations g JOIN pg_namespace n ON n.nspname = 'rm_' || g.name || '_' || g.generation
       JOIN pg_class c ON c.relnamespace = n.oid AND c.relkind = 'r'
       JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0
      WHERE g.state = 'live' AND a.atttypid IN ('integer'::regtype, 'bigint'::regtype)`,
  );
  expect(rows.length).toBeGreaterThan(100);
  const narrow: string[] = [];
  for (const { schema, table, column, bytes } of rows) {
    const name = `${table}.${column}`;
    if (SINGLE.test(name)) continue;
    const { rows: found } = await pool.query<{ most: number | null }>(
      `SELECT max(abs(${column}::numeric))::float8 AS most FROM ${schema}.${table}`,
    );
    const limit = bytes === 8 ? Number.MAX_SAFE_INTEGER : 2 ** 31;
    const most = found[0]?.most ?? 0;
    if (most * (OF_SUMS.test(name) ? 50 : MANY) > limit) narrow.push(`${name}: ${most}`);
  }
  return narrow;
}

/** Data with each list at its largest length. */
function withLists(type: EventType, value: unknown, path = ''): unknown {
  if (value === null || typeof value !== 'object') return value;
  if (!Array.isArray(value))
    return Object.fromEntries(
      Object.entries(value).map(([name, one]) => [
        name,
        withLists(type, one, path ? `${path}.${name}` : name),
      ]),
    );
  const most = LISTS[`${type} ${path}`] ?? LISTS[path];
  if (most === undefined) throw new Error(`${type} ${path}: no entry in ops/testing/event-lists.ts`);
  expect(value.length).toBeLessThanOrEqual(most);
  return Array.from({ length: most }, (_, n) =>
    withLists(type, value[n % value.length] ?? 'x'.repeat(64), `${path}[]`),
  );
}

test.each(types)('the lists of %s have a largest length, and fit into a command', (type) => {
  for (const sample of samplesOf(type))
    expect(JSON.stringify(withLists(type, sample)).length).toBeLessThan(MAX_COMMAND_BYTES);
});

test.each(EXTREMES)('every read model takes the %s numbers of every event', async (_, at, change) => {
  const database = await readModelDatabase();
  try {
    // Amounts of one order are all the largest, so that refunds exceed payments.
    await database.pool.query('ALTER TABLE log.events DISABLE TRIGGER refunds_within_payment');
    for (const [type, data, creator] of STORY) {
      const changed = { type, data: withNumbers(type, data, change) } as DomainEvent;
      const event = {
        id: newEventId(),
        ...changed,
        metadata: { creator_id: creator, actor: 'process:test' as const, at },
      };
      const result = await database.log.append([
        { stream: streamOf(changed), expected: 'any', events: [event] },
      ]);
      expect(result.ok, type).toBe(true);
    }
    const failures: string[] = [];
    for (const projection of database.projections) {
      let [live] = await generationsOf(database.pool, projection.name, 'live');
      for await (const batch of batchesOf(database.log, projection, 0, { limit: 1_000 })) {
        if (!live) throw new Error('no tables');
        live = await applySettingAside(
          { pool: database.pool, projection, onSetAside: ({ message }) => failures.push(message) },
          live,
          batch,
        );
      }
    }
    expect(failures).toEqual([]);
    expect(await tooNarrow(database)).toEqual([]);
  } finally {
    await database.drop();
  }
});
