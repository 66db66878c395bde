import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { UserId } from '#events/ids.ts';
import { fenOf } from '#events/money.ts';
import { caseStream, orderStream } from '#events/stream-names.ts';
import { orderKind } from '../orders/order.ts';
import { order, payment, refund, shop } from '../testing/orders.ts';
import { CREATOR, LI, NOON, ORDER, RED, STRANGER, WANG } from '../testing/scenario.ts';
import { type AcceptCase, acceptCase } from './accept-case.ts';
import { CASE_DUE_MS, caseKind } from './case.ts';
import { type MoveCase, moveCase } from './move-case.ts';
import { MAX_CASES, type OpenCase, openCase } from './open-case.ts';

const TOTAL = 3_000;
const DESK = 'support-1' as UserId;
const CLOSED = { code: 'state_does_not_allow' };

/** Three red scarves at 10.00, paid. */
const bought = () => shop(10).after(order({ lines: [{ sku_id: RED, count: 3 }] }), payment(TOTAL));

const opened = (change: Partial<OpenCase> = {}) =>
  openCase({
    out_trade_no: ORDER,
    user_id: LI,
    case_id: 'c1',
    kind: 'refund',
    topic: 'damaged',
    units: [],
    text_ref: 'ref-1',
    pics: [],
    ...change,
  });

const PEOPLE = { fan: LI, creator: CREATOR, staff: DESK } as const;
const move = (kind: MoveCase['move'], by: MoveCase['by'], change: Partial<MoveCase> = {}) =>
  moveCase({
    out_trade_no: ORDER,
    case_id: 'c1',
    by,
    user_id: PEOPLE[by],
    move: kind,
    text_ref: by === 'staff' ? null : 'ref-2',
    pics: [],
    reason: by === 'staff' ? 'looked at' : '',
    ...change,
  });
const accepted = (by: AcceptCase['by'], change: Partial<AcceptCase> = {}) =>
  acceptCase({
    out_trade_no: ORDER,
    case_id: 'c1',
    by,
    user_id: PEOPLE[by],
    amount: undefined,
    units: [],
    ticket_ids: [],
    text_ref: null,
    reason: by === 'staff' ? 'overdue' : '',
    ...change,
  });
const passedOn = () => bought().after(opened(), move('decline', 'creator'), move('pass_on', 'fan'));

describe('a case', () => {
  it('is opened once for an order of the fan, and is due in 72 hours', () => {
    const scenario = bought();
    expect(scenario.accepts(opened()).result).toEqual({ due_at: NOON + CASE_DUE_MS });
    expect(scenario.accepts(opened()).events).toEqual([]);
    expect(scenario.refuses(opened({ case_id: 'c2' }))).toEqual(CLOSED);
  });

  it('is about an own, paid order and its lines', () => {
    expect(bought().refuses(opened({ user_id: WANG }))).toEqual({ code: 'not_found' });
    expect(bought().refuses(opened({ user_id: CREATOR }))).toEqual({ code: 'not_found' });
    expect(shop(10).after(order()).refuses(opened())).toEqual(CLOSED);
    const four = { units: [{ sku_id: RED, count: 4 }] };
    expect(bought().refuses(opened(four))).toMatchObject({ errors: [{ field: 'sku.0.count' }] });
    const all = bought().after(refund());
    expect(all.refuses(opened())).toMatchObject({ errors: [{ field: 'kind' }] });
    expect(all.accepts(opened({ kind: 'help' })).types).toEqual(['CaseOpened']);
  });

  it('can be opened again after its end, five times at most', () => {
    const scenario = bought();
    for (let nth = 1; nth <= MAX_CASES; nth += 1) {
      scenario.after(opened({ case_id: `c${nth}` }), move('close', 'fan', { case_id: `c${nth}` }));
    }
    expect(scenario.refuses(opened({ case_id: 'c6' }))).toMatchObject({ code: 'quota_reached' });
  });

  it('is closed to strangers and, until it is passed on, to staff', () => {
    const scenario = bought().after(opened());
    expect(scenario.refuses(move('message', 'fan', { user_id: WANG }))).toEqual({ code: 'not_found' });
    expect(scenario.refuses(move('decline', 'creator', { user_id: STRANGER }))).toEqual({
      code: 'not_found',
    });
    expect(scenario.refuses(move('message', 'staff'))).toEqual({ code: 'not_found' });
    expect(scenario.refuses(accepted('staff'))).toEqual({ code: 'not_found' });
  });

  it('is passed on when it was declined, or is overdue', () => {
    const scenario = bought().after(opened());
    expect(scenario.refuses(move('pass_on', 'fan'))).toEqual(CLOSED);
    scenario.memory.now = NOON + CASE_DUE_MS;
    expect(scenario.accepts(move('pass_on', 'fan')).result).toEqual({ phase: 'escalated' });
    expect(scenario.accepts(move('pass_on', 'fan')).events).toEqual([]);
    expect(passedOn().accepts(move('message', 'staff')).types).toEqual(['CaseMessageAdded']);
  });

  it('is not decided by staff of the order, without a reason, or with a number in it', () => {
    expect(passedOn().refuses(accepted('staff', { user_id: LI }))).toEqual({ code: 'not_allowed' });
    expect(passedOn().refuses(accepted('staff', { reason: ' ' }))).toMatchObject({
      errors: [{ field: 'reason' }],
    });
    const numbered = { reason: 'call 13800138000' };
    expect(passedOn().refuses(move('close', 'staff', numbered))).toMatchObject({
      errors: [{ field: 'reason' }],
    });
  });

  it('ends without a refund where nothing is left to refund', () => {
    const scenario = bought().after(opened(), refund());
    expect(scenario.accepts(accepted('creator'))).toMatchObject({
      result: { phase: 'accepted', amount: 0 },
      events: [{ type: 'CaseAccepted' }],
    });
  });
});

describe('what support refunds', () => {
  const limited = { amount: fenOf(2_000), day_limit: fenOf(2_500) };
  it('is limited by the business day', () => {
    const scenario = passedOn();
    expect(scenario.refuses(accepted('staff', { day_limit: fenOf(500) }))).toMatchObject({
      errors: [{ field: 'amount', message: { max: '5.00' } }],
    });
    expect(scenario.accepts(accepted('staff', limited)).types).toEqual(
      expect.arrayContaining(['OrderRefunded', 'CaseAccepted', 'SupportRefundCounted']),
    );
    scenario.after(
      opened({ case_id: 'c2' }),
      move('decline', 'creator', { case_id: 'c2' }),
      move('pass_on', 'fan', { case_id: 'c2' }),
    );
    const second = { case_id: 'c2', amount: fenOf(501), day_limit: fenOf(2_500) };
    expect(scenario.refuses(accepted('staff', second))).toMatchObject({
      errors: [{ field: 'amount', message: { max: '5.00' } }],
    });
    scenario.memory.now = NOON + 24 * 3_600_000;
    expect(scenario.accepts(accepted('staff', second)).result.amount).toBe(501);
  });

  it('by finance waits for a second person when it is large', () => {
    const scenario = passedOn();
    const large = { second_above: fenOf(1_000) };
    expect(scenario.accepts(accepted('staff', large))).toMatchObject({
      result: { phase: 'escalated', waits: true },
      events: [{ type: 'RefundRequested' }, { type: 'CaseRefundRequested' }],
    });
  });
});

/** A case by a plain model: what phase follows, who may do what, how much was refunded. */
interface Model {
  phase: string;
  cases: number;
  case_id: string;
  refunded: number;
  messages: number;
}

const stepOf = fc.oneof(
  fc.record({ kind: fc.constant('open' as const) }),
  fc.record({
    kind: fc.constantFrom('message' as const, 'decline' as const, 'pass_on' as const, 'close' as const),
    by: fc.constantFrom('fan' as const, 'creator' as const, 'staff' as const),
  }),
  fc.record({
    kind: fc.constant('accept' as const),
    by: fc.constantFrom('creator' as const, 'staff' as const),
    amount: fc.integer({ min: 1, max: TOTAL }),
  }),
  fc.record({ kind: fc.constant('wait' as const) }),
  fc.record({ kind: fc.constant('refund' as const), amount: fc.integer({ min: 1, max: TOTAL }) }),
);

const LIVE = ['open', 'answered', 'declined', 'escalated'];

/** The phase after a move; undefined: it is refused. */
function afterMove(
  model: Model,
  kind: string,
  by: string,
  overdue: boolean,
  passed: boolean,
): string | undefined {
  const { phase } = model;
  if (phase === 'none' || (by === 'staff' && !passed)) return undefined;
  if (kind === 'message') {
    if (by === 'staff') return phase === 'escalated' ? phase : undefined;
    if (!LIVE.includes(phase)) return undefined;
    if (by === 'creator' && phase === 'open') return 'answered';
    return by === 'fan' && phase === 'answered' ? 'open' : phase;
  }
  if (kind === 'decline')
    return by === 'creator' && ['open', 'answered'].includes(phase) ? 'declined' : undefined;
  if (kind === 'close') {
    if (by === 'creator') return undefined;
    return (by === 'fan' ? LIVE.includes(phase) : phase === 'escalated') ? 'closed' : undefined;
  }
  if (by !== 'fan') return undefined;
  const may = phase === 'declined' || (overdue && ['open', 'answered'].includes(phase));
  return may ? 'escalated' : undefined;
}

it('any moves of the three sides, in any order, equal a plain model; one case refunds once', () => {
  fc.assert(
    fc.property(fc.array(stepOf, { minLength: 1, maxLength: 25 }), (steps) => {
      const scenario = bought();
      const model: Model = { phase: 'none', cases: 0, case_id: '', refunded: 0, messages: 0 };
      let [openedAt, now, passed, nth] = [0, NOON, false, 0];
      for (const step of steps) {
        nth += 1;
        // Every request differs: repetitions have their own tests.
        const text_ref = `ref-${nth}`;
        if (step.kind === 'wait') {
          now += CASE_DUE_MS / 2;
          scenario.memory.now = now;
        } else if (step.kind === 'refund') {
          const command = refund({ refund_id: `r${nth}`, amount: step.amount });
          if (step.amount > TOTAL - model.refunded) scenario.refuses(command);
          else {
            scenario.accepts(command);
            model.refunded += step.amount;
          }
        } else if (step.kind === 'open') {
          const command = opened({ case_id: `c${nth}`, text_ref });
          const may = !LIVE.includes(model.phase) && model.cases < MAX_CASES && model.refunded < TOTAL;
          if (!may) scenario.refuses(command);
          else {
            scenario.accepts(command);
            Object.assign(model, { phase: 'open', cases: model.cases + 1, case_id: `c${nth}` });
            [openedAt, passed] = [now, false];
          }
        } else if (step.kind === 'accept') {
          const { by, amount } = step;
          const command = accepted(by, { case_id: model.case_id, amount: fenOf(amount), text_ref: null });
          const may = by === 'creator' ? LIVE.includes(model.phase) : model.phase === 'escalated';
          const left = TOTAL - model.refunded;
          if (model.phase === 'accepted') {
            // The same person again changes nothing; another is refused.
            const decision = scenario.memory.decide(command);
            if (decision.accepted) expect(decision.events).toEqual([]);
          } else if (!may || (amount > left && left > 0)) scenario.refuses(command);
          else {
            expect(scenario.accepts(command).types).toContain('CaseAccepted');
            model.phase = 'accepted';
            if (left > 0) model.refunded += amount;
          }
        } else {
          const { kind, by } = step;
          const change = { case_id: model.case_id, ...(by !== 'staff' && { text_ref }) };
          const command = move(kind, by, change);
          const after = afterMove(model, kind, by, now >= openedAt + CASE_DUE_MS, passed);
          const isRepeated =
            (kind === 'pass_on' && by === 'fan' && model.phase === 'escalated') ||
            (kind === 'close' && model.phase === 'closed');
          if (isRepeated) {
            const decision = scenario.memory.decide(command);
            if (decision.accepted) expect(decision.events).toEqual([]);
          } else if (after === undefined) scenario.refuses(command);
          else {
            scenario.accepts(command);
            model.phase = after;
            passed ||= after === 'escalated';
          }
        }
        const state = scenario.memory.stateOf(caseKind, caseStream(ORDER));
        expect(state.phase).toBe(model.phase);
        const paid = scenario.memory.stateOf(orderKind, orderStream(ORDER));
        expect(paid.phase === 'paid' && paid.refunded).toBe(model.refunded);
        expect(model.refunded).toBeLessThanOrEqual(TOTAL);
      }
    }),
    { numRuns: 300 },
  );
});
