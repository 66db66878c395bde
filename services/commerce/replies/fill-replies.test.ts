import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { repliesStream } from '#events/stream-names.ts';
import { alone, orderNamed, refunding } from '../testing/one-effect.ts';
import { CREATOR, given, LI, RED, type Scenario, STRANGER } from '../testing/scenario.ts';
import { type FillReplies, fillReplies } from './fill-replies.ts';
import { linesLeft, repliesKind } from './replies.ts';
import { repliesEffect } from './reply-effect.ts';

const POOL: string = RED;
const STREAM = repliesStream(POOL);

const filling = (count: number, change: Partial<FillReplies> = {}): FillReplies => ({
  creator_id: CREATOR,
  pool_id: POOL,
  fill_id: `fill of ${count}`,
  count,
  overwrite: false,
  ...change,
});
const { hold, confirm, release, giveBack } = alone(repliesEffect);
/** An order that draws this many lines. */
const drawing = (name: string, units: number) =>
  orderNamed(name, { reply_pools: [{ pool_id: POOL, units }] });
const pool = ({ memory }: Scenario) => memory.stateOf(repliesKind, STREAM);

describe('a paid order', () => {
  it('gets the next line for each unit', () => {
    const scenario = given().after(fillReplies(filling(5)));
    expect(scenario.accepts(confirm(drawing('a', 2))).events).toEqual([
      {
        type: 'RepliesGiven',
        data: { pool_id: POOL, out_trade_no: 'a', user_id: LI, first: 0, count: 2, left: 3, waited: false },
      },
    ]);
    expect(scenario.accepts(confirm(drawing('b', 1))).events).toMatchObject([
      { data: { first: 2, left: 2 } },
    ]);
    expect(linesLeft(pool(scenario))).toBe(2);
  });

  it('waits for lines that an empty pool does not have', () => {
    const scenario = given().after(fillReplies(filling(1)));
    expect(scenario.accepts(confirm(drawing('a', 3))).events).toEqual([
      {
        type: 'RepliesGiven',
        data: { pool_id: POOL, out_trade_no: 'a', user_id: LI, first: 0, count: 1, left: 0, waited: false },
      },
      { type: 'RepliesAwaited', data: { pool_id: POOL, out_trade_no: 'a', user_id: LI, units: 2, added: 1 } },
    ]);
    expect(scenario.accepts(confirm(drawing('b', 1))).events).toMatchObject([{ type: 'RepliesAwaited' }]);
    expect(pool(scenario).waiting).toEqual([
      { out_trade_no: 'a', user_id: LI, units: 2 },
      { out_trade_no: 'b', user_id: LI, units: 1 },
    ]);
  });

  it('waits also for a pool that never had a line', () => {
    const scenario = given().after(confirm(drawing('a', 1)));
    expect(scenario.accepts(fillReplies(filling(2))).result).toEqual({ left: 1, served: 1 });
  });

  it('draws nothing before it is paid, and nothing without a pool', () => {
    const scenario = given().after(fillReplies(filling(1)));
    for (const command of [hold, release])
      expect(scenario.accepts(command(drawing('a', 1))).events).toEqual([]);
    expect(scenario.accepts(confirm(orderNamed('a'))).events).toEqual([]);
  });

  it('a refunded order keeps its lines, and waits no longer', () => {
    const scenario = given().after(fillReplies(filling(1)), confirm(drawing('a', 3)));
    expect(scenario.accepts(giveBack(drawing('a', 3), refunding())).events).toEqual([
      { type: 'RepliesForgone', data: { pool_id: POOL, out_trade_no: 'a', units: 2 } },
    ]);
    expect(scenario.accepts(fillReplies(filling(4))).result).toEqual({ left: 4, served: 0 });
  });

  it('partly refunded waits for fewer lines', () => {
    const scenario = given().after(confirm(drawing('a', 3)));
    const part = refunding({ whole: false, units: [{ sku_id: RED, count: 2 }] });
    scenario.accepts(giveBack(drawing('a', 3), part));
    expect(pool(scenario).waiting).toEqual([{ out_trade_no: 'a', user_id: LI, units: 1 }]);
    const money = refunding({ refund_id: 'refund-2', whole: false });
    expect(scenario.accepts(giveBack(drawing('a', 3), money)).events).toEqual([]);
  });
});

describe('lines that are added', () => {
  it('go to waiting orders in sequence; the last can get a part', () => {
    const scenario = given();
    for (const [name, units] of [
      ['a', 2],
      ['b', 1],
      ['c', 3],
    ] as const) {
      scenario.accepts(confirm(drawing(name, units)));
    }
    const { events, result } = scenario.accepts(fillReplies(filling(4)));
    expect(
      events.map(({ type, data }) => [type, 'first' in data && data.first, 'count' in data && data.count]),
    ).toEqual([
      ['RepliesAdded', 0, 4],
      ['RepliesGiven', 0, 2],
      ['RepliesGiven', 2, 1],
      ['RepliesGiven', 3, 1],
    ]);
    expect(result).toEqual({ left: 0, served: 3 });
    expect(pool(scenario).waiting).toEqual([{ out_trade_no: 'c', user_id: LI, units: 2 }]);
  });

  it('twice under one name are added once', () => {
    const scenario = given().after(fillReplies(filling(4)));
    expect(scenario.accepts(fillReplies(filling(4)))).toEqual({ events: [], result: { left: 4, served: 0 } });
  });

  it('replacing lines drop the remaining ones, and no given ones', () => {
    const scenario = given().after(fillReplies(filling(5)), confirm(drawing('a', 2)));
    const { events, result } = scenario.accepts(fillReplies(filling(4, { overwrite: true })));
    expect(events).toMatchObject([
      { type: 'RepliesDropped', data: { first: 2, count: 3 } },
      { type: 'RepliesAdded', data: { first: 5, count: 4 } },
    ]);
    expect(result).toEqual({ left: 4, served: 0 });
    expect(scenario.accepts(confirm(drawing('b', 1))).events).toMatchObject([{ data: { first: 5 } }]);
  });

  it('can be empty: then the pool is emptied', () => {
    const scenario = given().after(fillReplies(filling(5)));
    expect(scenario.accepts(fillReplies(filling(0, { overwrite: true }))).result).toEqual({
      left: 0,
      served: 0,
    });
    expect(scenario.accepts(fillReplies(filling(0))).events).toEqual([]);
  });

  it('are not for another’s pool', () => {
    const scenario = given().after(fillReplies(filling(1)));
    const foreign = filling(2, { creator_id: STRANGER });
    expect(scenario.refuses(fillReplies(foreign))).toEqual({ code: 'not_found' });
  });
});

/** Random histories of a pool against a simple model: which order got which line. */
function explore(guarded: boolean, numRuns: number): Set<string> {
  const turns = new Set<string>();
  const step = fc.record({
    what: fc.constantFrom('pay', 'pay', 'pay', 'fill', 'overwrite', 'refund'),
    n: fc.integer({ min: 0, max: 4 }),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60, size: 'max' }), (steps) => {
      const scenario = given();
      const ordered = new Map<string, number>();
      for (const [place, { what, n }] of steps.entries()) {
        const name = `order-${place}`;
        if (what === 'pay' && n > 0) {
          const command = confirm(drawing(name, n));
          scenario.accepts(guarded ? command : { ...command, decide: forgetful(command.decide) });
          ordered.set(name, n);
        }
        const overwrite = what === 'overwrite';
        if (what === 'fill' || overwrite) {
          scenario.accepts(fillReplies(filling(n, { fill_id: name, overwrite })));
        }
        const known = [...ordered.keys()];
        const back = known[n % Math.max(known.length, 1)];
        if (what === 'refund' && back !== undefined) {
          const scope = refunding({ refund_id: name });
          scenario.accepts(giveBack(drawing(back, ordered.get(back) ?? 0), scope));
        }
      }
      accountFor(scenario, ordered, turns);
    }),
    { numRuns },
  );
  return turns;
}

/** Every line is sent once; every unit is served, pending or dropped; no unit is pending while lines remain. */
function accountFor(scenario: Scenario, ordered: ReadonlyMap<string, number>, turns: Set<string>): void {
  const given = new Map<number, string>();
  const settled = new Map<string, number>();
  let added = 0;
  const gone = new Set<number>();
  for (const { event } of scenario.memory.log) {
    turns.add(event.type);
    if (event.type === 'RepliesAdded') added += event.data.count;
    if (event.type === 'RepliesDropped') {
      for (let line = 0; line < event.data.count; line += 1) gone.add(event.data.first + line);
    }
    if (event.type === 'RepliesGiven') {
      const { out_trade_no, first, count } = event.data;
      for (let line = first; line < first + count; line += 1) {
        expect(given.has(line) || gone.has(line) || line >= added).toBe(false);
        given.set(line, out_trade_no);
      }
    }
    if (event.type === 'RepliesGiven' || event.type === 'RepliesForgone') {
      const { out_trade_no } = event.data;
      const units = event.type === 'RepliesGiven' ? event.data.count : event.data.units;
      settled.set(out_trade_no, (settled.get(out_trade_no) ?? 0) + units);
    }
  }
  const state = pool(scenario);
  for (const { out_trade_no, units } of state.waiting) {
    settled.set(out_trade_no, (settled.get(out_trade_no) ?? 0) + units);
  }
  expect(settled).toEqual(ordered);
  expect(linesLeft(state)).toBe(added - given.size - gone.size);
  if (linesLeft(state) > 0) expect(state.waiting).toEqual([]);
}

type Decide = ReturnType<typeof confirm>['decide'];
/** The decider with a pool of unused lines: the guard is removed. */
const forgetful =
  (decide: Decide): Decide =>
  (states, now) =>
    decide({ ...states, get: (kind, stream) => ({ ...states.get(kind, stream), next: 0 }) }, now);

describe('for any sequence of fills and draws', () => {
  it('each line of a pool is given at most once', () => {
    const turns = explore(true, 300);
    expect([...turns].sort()).toEqual([
      'RepliesAdded',
      'RepliesAwaited',
      'RepliesDropped',
      'RepliesForgone',
      'RepliesGiven',
    ]);
  });

  it('negative control: without the record of given lines, lines are given twice, and this test finds it', () => {
    expect(() => explore(false, 100)).toThrow();
  });
});
