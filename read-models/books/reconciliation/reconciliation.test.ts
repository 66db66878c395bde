import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { OutTradeNo } from '#events/ids.ts';
import { fenOf } from '#events/money.ts';
import type { RecordedEvent } from '#events/recorded-event.ts';
import type { DomainEvent } from '#events/registry.ts';
import { orderStream } from '#events/stream-names.ts';
import { fixture } from '#events/testing/fixture.ts';
import { HOUR_MS } from '#events/time.ts';
import { generationsOf, schemaOf } from '../../engine/generations.ts';
import { anyHistories, readModelDatabase } from '../../testing/database.ts';
import { type Step, stepOf } from '../../testing/history.ts';
import { lineStep } from '../../testing/money-history.ts';
import { plainReconciliation } from '../../testing/plain-reconciliation.ts';
import { plansOf } from '../../testing/plans.ts';
import {
  eventsOfMove,
  FIRST_NOON,
  importedStep,
  type Move,
  moves,
  resolvedSteps,
  reversedStep,
} from '../../testing/reconciliation-history.ts';
import { reconciliation } from './projection.ts';
import { itemsListed, openDifferences, storyOf } from './queries.ts';
import { ITEMS_BY_ID, itemsByName } from './versions.ts';

const database = fixture(() => readModelDatabase([reconciliation()]));

const EVERY = ['awaited', 'matched', 'only_ours', 'only_theirs', 'differs'] as const;

const allEvents = async (): Promise<readonly RecordedEvent[]> =>
  (await database.log.readAll(0, { limit: 100_000 })).events;

/** Every item as the read model has it, in the plain model's words. */
async function shown(until?: number): Promise<Map<string, string>> {
  const { list } = await itemsListed(database.pool, { states: EVERY, until, limit: 10_000, offset: 0 });
  return new Map(
    list.map(
      ({ provider, kind, reference, state, ours, theirs, written_off, open }) =>
        [`${provider} ${kind} ${reference}`, `${state} ${ours} ${theirs} ${written_off} ${open}`] as const,
    ),
  );
}

const happens = (...steps: Step[]) => database.happened(steps);
/** The present state of an item; undefined if there is none. */
async function stateOf(reference: string): Promise<string | undefined> {
  const { list } = await itemsListed(database.pool, { states: EVERY, limit: 10_000, offset: 0 });
  const item = list.find((one) => one.reference === reference);
  return item && `${item.state}${item.cause && ` ${item.cause}`}${item.open ? ' open' : ''}`;
}

test('an item is found by its keys, also while the table is too young to have statistics', async () => {
  const tx = await database.pool.connect();
  const [live] = await generationsOf(database.pool, 'reconciliation', 'live');
  if (!live) throw new Error('there is no live generation');
  try {
    await tx.query(`BEGIN; SET LOCAL search_path = "${schemaOf(live)}"`);
    await tx.query(
      `INSERT INTO reconciliation_items (difference_id, since, provider, kind, reference, state, cause, open, difference,
         fee, written_off, lines, line_amount, lines_alike, at, provider_reference)
       SELECT md5(n::text), n, 'sandbox', 'charge', n::text, 'awaited', '', false, 0, 0, 0, 0, 0, true, n, ''
         FROM generate_series(1, 5000) AS n`,
    );
    const { rows } = await tx.query<{ 'QUERY PLAN': string }>(`EXPLAIN ${ITEMS_BY_ID}`, [['a', 'b', 'c']]);
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    expect(plan).toContain('using reconciliation_items_pkey');
    expect(plan).not.toMatch(/Seq Scan|Sort/);
    const by = itemsByName([{ provider: 'sandbox', kind: 'charge', provider_reference: 'a' }]);
    const named = await tx.query<{ 'QUERY PLAN': string }>(`EXPLAIN ${by.sql}`, by.values);
    expect(JSON.stringify(named.rows)).toContain('reconciliation_items_named');
    expect(JSON.stringify(named.rows)).not.toContain('Seq Scan');
  } finally {
    await tx.query('ROLLBACK');
    tx.release();
  }
});

describe('a search', () => {
  const EVERYTHING = { states: EVERY, limit: 100, offset: 0 };
  const found = async (id: string, until?: number, references: readonly string[] = []): Promise<string[]> =>
    (await itemsListed(database.pool, { ...EVERYTHING, until, search: { id, references } })).list.map(
      ({ reference }) => reference,
    );

  test('finds an item by its order and by both ids, now and before', async () => {
    const run = `${database.prefix()}search`;
    const charge: Move = { kind: 'charge', amount: 500, telling: 'same', done: true };
    const { ours, lines, provider } = eventsOfMove(charge, run, 1);
    const refund = eventsOfMove({ kind: 'refund', amount: 7, telling: 'own_id', done: true }, run, 2);
    await happens(...ours, ...lines, ...refund.lines);
    const before = await database.log.head();
    // The line came under the provider's own id, before our refund.
    expect(await found(`${run}r2`)).toEqual([`${run}r2`]);
    await happens(...refund.ours);
    for (const id of [provider.reference, `${run}o1`, `${run}r1`]) {
      expect(await found(id)).toEqual([provider.reference]);
    }
    expect(await found(`${run}r2`)).toEqual([refund.provider.reference]);
    expect(await found(`${run}r2`, before)).toEqual([`${run}r2`]);
    expect(await found(`${run}r2`.slice(0, -1))).toHaveLength(2);
    expect(await found('ch_')).toEqual([]);
    expect(await found('nothing', undefined, [provider.reference])).toEqual([provider.reference]);
    const { totals } = await itemsListed(database.pool, {
      ...EVERYTHING,
      search: { id: `${run}o1`, references: [] },
    });
    expect(totals).toMatchObject([{ state: 'matched', count: 1, ours: 500 }]);
  });

  test('among many reads indexes, now and as of a position', async () => {
    const { pool } = database;
    const [live] = await generationsOf(pool, 'reconciliation', 'live');
    if (!live) throw new Error('there is no live generation');
    const items = `"${schemaOf(live)}".reconciliation_items`;
    await pool.query(
      `INSERT INTO ${items} (difference_id, since, provider, kind, reference, state, cause, open, difference, fee,
         written_off, lines, line_amount, lines_alike, at, provider_reference, out_trade_no)
       SELECT 'many' || n, n, 'sandbox', 'charge', 'many_' || n, 'matched', '', false, 0, 0, 0, 0, 0, true, n,
              CASE WHEN n % 2 = 0 THEN 'many_py_' || n ELSE '' END, 'many_o' || n
         FROM generate_series(1, 20000) AS n;
       ANALYZE ${items}`,
    );
    const search = { id: 'many_py_1234', references: ['many_7'] };
    for (const until of [undefined, 20_000]) {
      const searchQuery = { ...EVERYTHING, until, search };
      expect(await itemsListed(pool, searchQuery)).toMatchObject({ total_count: 7 });
      for (const plan of await plansOf(pool, (queries) => itemsListed(queries, searchQuery))) {
        for (const index of ['by_reference', 'of_order', 'named']) {
          expect(plan).toContain(`reconciliation_items_${index}`);
        }
        expect(plan).not.toMatch(/Seq Scan on (\S*\.)?reconciliation_items|items_listed|items_open/);
      }
    }
    await pool.query(`DELETE FROM ${items} WHERE difference_id LIKE 'many%'`);
  });
});

describe("our side and the provider's", () => {
  const resolutions = fc.array(
    fc.record({
      nth: fc.nat(7),
      ours: fc.boolean(),
      theirs: fc.boolean(),
      written: fc.integer({ min: -2, max: 2 }),
      back: fc.boolean(),
    }),
    { maxLength: 3 },
  );
  /** First hour and hours of a statement, and how many of reversal, second import and its reversal follow. */
  const periods = fc.array(fc.tuple(fc.nat(7), fc.integer({ min: 1, max: 5 }), fc.nat(3)), { maxLength: 3 });

  test(
    'equals at every position a plain recomputation from raw events, and is equal after a rebuild',
    {
      timeout: 120_000,
    },
    () =>
      anyHistories(
        database,
        25,
        fc.tuple(moves, periods, resolutions),
        ([made, statements, playedMoves], run) => {
          const both = made.map((move, nth) => eventsOfMove(move, run, nth));
          const histories = both.flatMap(({ ours, lines }) => [ours, lines]);
          statements.forEach(([from, hours, more], nth) => {
            const id = `${run}s${nth}`;
            // Imported, reversed, imported with a later period, reversed.
            const all = [0, 1].flatMap((at) => [
              importedStep(id, from + at, hours),
              reversedStep(id, from + at, hours),
            ]);
            histories.push(all.slice(0, 1 + more));
          });
          const answered = new Set<number>();
          for (const { nth, ours, theirs, written, back } of playedMoves) {
            const [of, move] = [both[nth], made[nth]];
            if (!of || !move || answered.has(nth)) continue;
            answered.add(nth);
            const amount = fenOf(move.kind === 'charge' ? move.amount : -move.amount);
            const seen = { ours: ours ? amount : null, theirs: theirs ? amount : null };
            histories.push(resolvedSteps(of.provider, seen, written, back));
          }
          return histories;
        },
        async (_run, _made, from) => {
          const events = await allEvents();
          const head = await database.log.head();
          const every = Math.max(1, Math.floor((head - from) / 6));
          for (let position = from; position <= head; position += every) {
            expect(await shown(position)).toEqual(plainReconciliation(events, position));
          }
          expect(await shown()).toEqual(plainReconciliation(events));
        },
      ),
  );
});

describe('ours without a line', () => {
  const charge: Move = { kind: 'charge', amount: 500, telling: 'same', done: true };

  test('waits until a statement has spoken of its time, and is then missing until its line comes', async () => {
    const run = database.prefix();
    const { ours, lines, provider } = eventsOfMove(charge, run, 100);
    await happens(...ours);
    expect(await stateOf(provider.reference)).toBe('awaited');
    await happens(importedStep(`${run}s1`, 98, 2));
    expect(await stateOf(provider.reference)).toBe('awaited');
    await happens(importedStep(`${run}s2`, 100, 1));
    expect(await stateOf(provider.reference)).toBe('only_ours open');
    await happens(...lines);
    expect(await stateOf(provider.reference)).toBe('matched');
  });

  test('that comes late, into a period with a statement, is missing immediately', async () => {
    const run = database.prefix();
    await happens(importedStep(`${run}s1`, 200, 1));
    const { ours, provider } = eventsOfMove(charge, run, 200);
    await happens(...ours);
    expect(await stateOf(provider.reference)).toBe('only_ours open');
  });

  test('of a refund is not missing before the provider has sent it', async () => {
    const run = database.prefix();
    const { ours, provider } = eventsOfMove({ ...charge, kind: 'refund', done: false }, run, 300);
    await happens(importedStep(`${run}s1`, 300, 1), ...ours);
    expect(await stateOf(provider.reference)).toBe('awaited');
  });

  test('of a refund that failed, and was sent after all, is awaited from then on', async () => {
    const run = database.prefix();
    const { ours, provider } = eventsOfMove({ ...charge, kind: 'refund' }, run, 2_000);
    const out_trade_no = `${run}o2000` as OutTradeNo;
    const refund = { out_trade_no, kind: 'refund' as const, refund_id: 'r', amount: fenOf(500), reason: '' };
    const data = { ...refund, provider_refund_id: `${run}re` };
    const step = (event: DomainEvent, hour: number): Step =>
      stepOf(orderStream(out_trade_no), `${run}c0`, event, FIRST_NOON + hour * HOUR_MS);
    await happens(...ours, step({ type: 'RefundFailed', data }, 2_001), importedStep(`${run}s1`, 1_990, 20));
    expect(await stateOf(provider.reference)).toBe('matched');
    await happens(step({ type: 'FailedRefundPaid', data: { ...data, paid_by: 'provider' } }, 2_050));
    expect(await stateOf(provider.reference)).toBe('awaited');
    await happens(importedStep(`${run}s2`, 2_040, 20));
    expect(await stateOf(provider.reference)).toBe('only_ours open');
  });
});

describe('a payout of which finance closed a dispute', () => {
  const payout: Move = { kind: 'payout', amount: 500, telling: 'same', done: true };

  test('is ours once it reached its person after all, and its line is matched', async () => {
    const run = database.prefix();
    const { ours, lines, provider } = eventsOfMove({ ...payout, done: false, overturned: true }, run, 1_400);
    await happens(...ours, importedStep(`${run}s1`, 1_400, 1));
    expect(await stateOf(provider.reference)).toBe('only_ours open');
    await happens(...lines);
    expect(await stateOf(provider.reference)).toBe('matched');
  });

  test('disappears after its return; a contradicting line makes it differ', async () => {
    const run = database.prefix();
    const { ours, lines, provider } = eventsOfMove({ ...payout, overturned: true }, run, 1_500);
    await happens(...ours, importedStep(`${run}s1`, 1_500, 1));
    expect(await stateOf(provider.reference)).toBe('matched');
    await happens(...lines);
    expect(await stateOf(provider.reference)).toBe('differs amount open');
  });
});

describe('a line', () => {
  const at = FIRST_NOON;

  test('that is stated twice differs as doubled, and a reversal corrects it', async () => {
    const run = database.prefix();
    const move: Move = { kind: 'charge', amount: 500, telling: 'doubled', done: true };
    const { ours, lines, provider } = eventsOfMove(move, run, 400);
    await happens(...ours, ...lines);
    expect(await stateOf(provider.reference)).toBe('differs doubled open');
    await happens(lineStep({ line_id: `${run}back`, ...provider, amount: fenOf(-500) }, at));
    expect(await stateOf(provider.reference)).toBe('matched');
  });

  test('of a transfer or a fee matches by definition; of a dispute only if the payment is ours', async () => {
    const run = database.prefix();
    const dispute = { kind: 'dispute' as const, amount: fenOf(-500) };
    await happens(
      lineStep({ line_id: `${run}t`, kind: 'transfer', amount: fenOf(-900) }, at),
      lineStep({ line_id: `${run}f`, kind: 'fee', fee: fenOf(9) }, at),
      lineStep({ line_id: `${run}d`, ...dispute, reference: 'ch_2176_1' }, at),
      lineStep({ line_id: `${run}e`, ...dispute }, at),
      lineStep({ line_id: `${run}o`, kind: 'other', amount: fenOf(5) }, at),
    );
    expect(await stateOf(`${run}t`)).toBe('matched');
    expect(await stateOf(`${run}f`)).toBe('matched');
    expect(await stateOf(`${run}d`)).toBe('matched');
    expect(await stateOf(`${run}e`)).toBe('only_theirs open');
    expect(await stateOf(`${run}o`)).toBe('only_theirs open');
  });
});

describe('a difference', () => {
  test('that was resolved opens again when its figures move, and its story stays', async () => {
    const run = database.prefix();
    const move: Move = { kind: 'charge', amount: 500, telling: 'other', done: true };
    const { ours, lines, provider } = eventsOfMove(move, run, 500);
    await happens(...ours);
    await happens(...lines);
    const open = async () => (await openDifferences(database.pool, { limit: 1_000, offset: 0 })).total_count;
    const before = await open();
    const seen = { ours: fenOf(500), theirs: fenOf(501) };
    await happens(...resolvedSteps(provider, seen, 0, false));
    expect(await stateOf(provider.reference)).toBe('differs amount');
    expect(await open()).toBe(before - 1);
    await happens(lineStep({ line_id: `${run}z`, ...provider, amount: fenOf(3) }, FIRST_NOON));
    expect(await stateOf(provider.reference)).toBe('differs amount open');
    const { list } = await itemsListed(database.pool, { states: EVERY, limit: 10_000, offset: 0 });
    const id = list.find((one) => one.reference === provider.reference)?.difference_id ?? '';
    const story = await storyOf(database.pool, { difference_id: id });
    expect(story.past.map(({ state, open }) => `${state} ${open}`)).toEqual([
      'differs true',
      'differs false',
      'differs true',
      'awaited false',
    ]);
    expect(story.lines.map(({ amount }) => amount)).toEqual([501, 3]);
  });

  test('that was written off matches', async () => {
    const run = database.prefix();
    const move: Move = { kind: 'charge', amount: 500, telling: 'other', done: true };
    const { ours, lines, provider } = eventsOfMove(move, run, 600);
    await happens(...ours, ...lines);
    await happens(...resolvedSteps(provider, { ours: fenOf(500), theirs: fenOf(501) }, 1, false));
    expect(await stateOf(provider.reference)).toBe('matched');
  });
});
