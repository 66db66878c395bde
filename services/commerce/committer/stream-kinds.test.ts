import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fenOf } from '#events/money.ts';
import type { RecordedEvent } from '#events/recorded-event.ts';
import type { DomainEvent } from '#events/registry.ts';
import { kindOfStream } from '#events/stream-names.ts';
import { newest } from '#events/testing/newest-events.ts';
import { streamOf } from '#events/testing/stream-of.ts';
import { deleteTemplate } from '#services/commerce/catalog/delete-template.ts';
import { editPlan } from '#services/commerce/catalog/edit-plan.ts';
import { saveTemplate } from '#services/commerce/catalog/save-template.ts';
import type { Decided } from '#services/commerce/engine/command.ts';
import { setFreeShipping } from '#services/commerce/prices/set-free-shipping.ts';
import { setSellingTerms } from '#services/commerce/prices/set-selling-terms.ts';
import { codesAndReplies } from '#services/commerce/testing/one-effect.ts';
import { cancellation, order, payment, refund, shop } from '#services/commerce/testing/orders.ts';
import { planEdit, present } from '#services/commerce/testing/plans.ts';
import {
  CREATOR,
  goods,
  NOON,
  ORDER,
  PLAN,
  RED,
  sku,
  TEMPLATE,
  template,
} from '#services/commerce/testing/scenario.ts';
import { foldRecorded, type StreamKind, unwritten } from '../engine/stream-kind.ts';
import { stockKind } from '../stock/stock.ts';
import { streamKinds } from './stream-kinds.ts';
import { coldLoad, jsonSnapshots, pagedLog } from './testing/snapshot-loading.ts';

const kinds = [...streamKinds.keys()];
// One event of every type; the pairs of type and data are those of the union.
const every = Object.entries(newest).map(([type, data]) => ({ type, data }) as DomainEvent);

/** The kind of stream that folds a type; states of other kinds ignore it. */
const kindOfType = new Map(every.map((event) => [event.type, kindOfStream(streamOf(event))]));

const foldOf = (kind: string) => streamKinds.get(kind) as StreamKind<object>;

function frozen<Value>(value: Value): Value {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const inner of Object.values(value)) frozen(inner);
  }
  return value;
}

/** A busy shop's log: every kind of stream in many states. */
function busyShop() {
  const scenario = shop(10);
  const crimson = present(sku(RED, { name: 'Crimson' }));
  for (const command of [
    setSellingTerms({ creator_id: CREATOR, discount_option: 1 }),
    setFreeShipping({ creator_id: CREATOR, amount: fenOf(9900) }),
    saveTemplate(template()),
    deleteTemplate({ creator_id: CREATOR, template_id: TEMPLATE, plans: [PLAN] }),
    ...codesAndReplies(),
    order(),
    payment(1, ORDER, 2),
    cancellation(),
    payment(2000),
    refund({ refund_id: 'a', amount: 700 }),
    refund({ refund_id: 'b', amount: 1300 }),
    editPlan(planEdit(goods, [crimson], { may_create: false })),
  ]) {
    scenario.accepts<unknown>(command);
  }
  // Events that take many orders to occur: one of each type, from the golden files.
  const byCommands = new Set(scenario.memory.log.map(({ stream }) => kindOfStream(stream)));
  for (const kind of ['unpaid', 'balance']) byCommands.delete(kind);
  scenario.memory.given(
    [...every.filter(({ type }) => type === 'BundleHeld'), ...every].flatMap((event): Decided[] => {
      const stream = streamOf(event);
      return byCommands.has(kindOfStream(stream)) ? [] : [{ stream, creator_id: CREATOR, event }];
    }),
  );
  return scenario.memory.log;
}

/** The paths of a state's values, with their types. */
function fieldsOf(value: unknown, path = ''): string[] {
  if (Array.isArray(value)) return value.flatMap((item) => fieldsOf(item, `${path}[]`));
  if (typeof value !== 'object' || value === null)
    return [`${path}: ${value === null ? null : typeof value}`];
  return Object.entries(value).flatMap(([field, inner]) => fieldsOf(inner, `${path}.${field}`));
}

it('a state that has other fields than before has another shape, or old snapshots would be read as new ones', async () => {
  const log = busyShop();
  const lines = kinds.flatMap((kind) => {
    const { initial, evolve, shape } = foldOf(kind);
    const fields = new Set(fieldsOf(initial));
    let state = initial;
    for (const { stream, event, metadata } of log) {
      if (kindOfStream(stream) !== kind) continue;
      state = evolve(state, event, metadata.at);
      for (const field of fieldsOf(state)) fields.add(field);
    }
    return [`${kind}, shape ${shape}`, ...[...fields].sort().map((field) => `  ${field}`), ''];
  });
  // If it differs: raise the kind's `shape`, then update the file with `vitest run -u`.
  await expect(lines.join('\n')).toMatchFileSnapshot('state-shapes.txt');
});

describe.each(kinds)('states of %s', (kind) => {
  const { initial, evolve } = foldOf(kind);
  const events = busyShop().filter(({ stream }) => kindOfStream(stream) === kind);

  /** The state before and after each event; frozen, so that a fold which mutates throws. */
  const states = [frozen(initial)];
  for (const { event, metadata } of events) {
    states.push(frozen(evolve(states.at(-1) ?? initial, frozen(event), metadata.at)));
  }

  it('take more than one turn in this test', () => {
    expect(states.length).toBeGreaterThan(1);
    for (const { event } of events) expect(kindOfType.get(event.type)).toBe(kind);
  });

  it('ignore foreign events', () => {
    for (const state of states) {
      for (const event of every.filter(({ type }) => kindOfType.get(type) !== kind)) {
        expect(evolve(state, event, NOON)).toBe(state);
      }
    }
  });

  it('are serialized and read back, and continue equally, as with a snapshot', () => {
    for (const [at, state] of states.entries()) {
      const read: object = JSON.parse(JSON.stringify(state));
      expect(read).toEqual(state);
      const next = events[at];
      if (next) expect(evolve(read, next.event, next.metadata.at)).toEqual(states[at + 1]);
    }
  });

  it('are the same with and without snapshots, for any page', async () => {
    const recorded = events.map(({ event, ...rest }): RecordedEvent => {
      return { ...rest, ...event, schema_version: 1, recorded_at: rest.metadata.at };
    });
    const streams = [...new Set(recorded.map(({ stream }) => stream))];
    const whole = new Map(
      streams.map((stream) => [
        stream,
        foldRecorded(
          foldOf(kind),
          unwritten(foldOf(kind)),
          recorded.filter((event) => event.stream === stream),
        ),
      ]),
    );
    const sizes = fc.record({
      every: fc.integer({ min: 1, max: 6 }),
      perPage: fc.integer({ min: 1, max: 6 }),
      early: fc.integer({ min: 0, max: recorded.length }),
    });
    await fc.assert(
      fc.asyncProperty(sizes, async ({ every, perPage, early }) => {
        const snapshots = jsonSnapshots();
        await coldLoad(pagedLog(recorded.slice(0, early), perPage), snapshots, every, streams);
        expect(await coldLoad(pagedLog(recorded, perPage), snapshots, every, streams)).toEqual(whole);
        const long = [...whole.values()].some(({ version }) => version + 1 > every);
        if (long) expect(snapshots.saved).toBeGreaterThan(0);
      }),
      { numRuns: 40 },
    );
  });
});

it('a stock stream that gives back more than it held is a bug, never a negative count', () => {
  const event: DomainEvent = { type: 'StockReleased', data: { sku_id: RED, out_trade_no: ORDER, count: 1 } };
  expect(() => stockKind.evolve(stockKind.initial, event, NOON)).toThrow(/below zero/);
});
