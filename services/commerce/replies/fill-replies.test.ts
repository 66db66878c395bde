import { deepEqual, equal } from 'node:assert/strict';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { repliesStream } from '#events/stream-names.ts';
import { controls, exploreUntil, type History, pick, step, World } from '../testing/history.ts';
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

/** Which order got which line, and how many units were ordered. */
class PlainPool {
  readonly ordered = new Map<string, number>();
  steps = 0;

  /** The name of the next order or fill. */
  next(): string {
    this.steps += 1;
    return `order-${this.steps}`;
  }
}

type Pool = World<PlainPool>;
const few = fc.integer({ min: 0, max: 4 });
const fill = (overwrite: boolean) =>
  step(1, few, ({ memory, model }: Pool, count) => {
    const command = fillReplies(filling(count, { fill_id: model.next(), overwrite }));
    expect(memory.decide(command).accepted).toBe(true);
  });

const history: History<Pool> = {
  begin: (conditions) => new World(conditions, given(), new PlainPool()),
  steps: {
    pay: step(3, few, (world, units) => {
      const name = world.model.next();
      if (units === 0) return;
      expect(world.decide(confirm(drawing(name, units))).accepted).toBe(true);
      world.model.ordered.set(name, units);
    }),
    fill: fill(false),
    overwrite: fill(true),
    refund: step(1, few, ({ memory, model }, n) => {
      const refund_id = model.next();
      if (model.ordered.size === 0) return;
      const [name, units] = pick([...model.ordered], n);
      const command = giveBack(drawing(name, units), refunding({ refund_id }));
      expect(memory.decide(command).accepted).toBe(true);
    }),
  },
  length: { maxLength: 60, size: 'max' },
  holds: accountFor,
};

/** Every line is sent once; every unit is served, pending or dropped; no unit is pending while lines remain. */
function accountFor({ memory, model: { ordered } }: Pool): void {
  const given = new Map<number, string>();
  const settled = new Map<string, number>();
  const settle = (order: string, units: number) => settled.set(order, (settled.get(order) ?? 0) + units);
  let added = 0;
  const gone = new Set<number>();
  for (const { event } of memory.log) {
    if (event.type === 'RepliesAdded') added += event.data.count;
    if (event.type === 'RepliesDropped') {
      for (let line = 0; line < event.data.count; line += 1) gone.add(event.data.first + line);
    }
    if (event.type === 'RepliesGiven') {
      const { out_trade_no, first, count } = event.data;
      for (let line = first; line < first + count; line += 1) {
        equal(given.has(line) || gone.has(line) || line >= added, false);
        given.set(line, out_trade_no);
      }
      settle(out_trade_no, count);
    }
    if (event.type === 'RepliesForgone') settle(event.data.out_trade_no, event.data.units);
  }
  const state = memory.stateOf(repliesKind, STREAM);
  for (const { out_trade_no, units } of state.waiting) settle(out_trade_no, units);
  deepEqual(settled, ordered);
  equal(linesLeft(state), added - given.size - gone.size);
  if (linesLeft(state) > 0) deepEqual(state.waiting, []);
}

describe('for any sequence of fills and draws', () => {
  it('each line of a pool is given at most once', async () => {
    const types = ['RepliesAdded', 'RepliesAwaited', 'RepliesDropped', 'RepliesForgone', 'RepliesGiven'];
    expect([...(await exploreUntil(history, types, { numRuns: 300 }))].sort()).toEqual(types);
  });

  controls(history, 100, { 'lines that were given': ['replies', { next: 0 }] });
});
