import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { UserId } from '#events/ids.ts';
import { fenOf } from '#events/money.ts';
import { caseStream, orderStream, refundRequestStream, supportRefundsStream } from '#events/stream-names.ts';
import { businessCalendar, DAY_MS, DEFAULT_TIME_ZONE } from '#events/time.ts';
import { orderKind } from '../orders/order.ts';
import { type DecideRefundRequest, decideRefundRequest } from '../refunds/decide-refund-request.ts';
import { refundRequestKind } from '../refunds/refund-request.ts';
import { order, payment, shop } from '../testing/orders.ts';
import { CREATOR, LI, NOON, ORDER, RED, type Scenario } from '../testing/scenario.ts';
import { type AcceptCase, acceptCase } from './accept-case.ts';
import { caseKind, supportRefundsKind } from './case.ts';
import { moveCase } from './move-case.ts';
import { openCase } from './open-case.ts';

const TOTAL = 3_000;
const DAY_LIMIT = 4_000;
const SECOND_ABOVE = 1_000;
const [DESK, OTHER, FINANCE] = ['support-1', 'support-2', 'finance-1'] as UserId[] as [
  UserId,
  UserId,
  UserId,
];

const passOn = (scenario: Scenario, case_id: string): Scenario => {
  const of = { out_trade_no: ORDER, case_id, pics: [], reason: '' };
  return scenario.after(
    openCase({ ...of, user_id: LI, kind: 'refund', topic: 'damaged', units: [], text_ref: `${case_id}-1` }),
    moveCase({ ...of, by: 'creator', user_id: CREATOR, move: 'decline', text_ref: `${case_id}-2` }),
    moveCase({ ...of, by: 'fan', user_id: LI, move: 'pass_on', text_ref: null }),
  );
};
/** Three red scarves at 10.00, paid, with a case that was passed on. */
const passedOn = () =>
  passOn(shop(10).after(order({ lines: [{ sku_id: RED, count: 3 }] }), payment(TOTAL)), 'c1');

const refunded = (user_id: UserId, amount: number, change: Partial<AcceptCase> = {}) =>
  acceptCase({
    out_trade_no: ORDER,
    case_id: 'c1',
    by: 'staff',
    user_id,
    amount: fenOf(amount),
    units: [],
    ticket_ids: [],
    text_ref: null,
    reason: 'overdue',
    second_above: fenOf(SECOND_ABOVE),
    ...(user_id !== FINANCE && { day_limit: fenOf(DAY_LIMIT) }),
    ...change,
  });
const closed = (by: 'fan' | 'staff', case_id = 'c1') => {
  const [user_id, reason] = by === 'fan' ? [LI, ''] : [DESK, 'signed for'];
  return moveCase({
    out_trade_no: ORDER,
    case_id,
    by,
    user_id,
    move: 'close',
    text_ref: null,
    pics: [],
    reason,
  });
};
const decided = (refund_id: string, by: UserId, kind: 'approve' | 'decline') => {
  const verdict: DecideRefundRequest['verdict'] =
    kind === 'approve' ? { kind } : { kind, reason: 'no proof' };
  return decideRefundRequest({ out_trade_no: ORDER, refund_id, by, verdict });
};

const stateOf = ({ memory }: Scenario) => {
  const state = memory.stateOf(caseKind, caseStream(ORDER));
  if (state.phase === 'none') throw new Error('no case');
  return state;
};
const waitingOf = (scenario: Scenario): string => {
  const { waiting } = stateOf(scenario);
  if (waiting === null) throw new Error('nothing waits');
  return waiting.refund_id;
};
const requestOf = ({ memory }: Scenario, refund_id: string) =>
  memory.stateOf(refundRequestKind, refundRequestStream(refund_id)).phase;
const spentBy = ({ memory }: Scenario, user: UserId) =>
  memory.stateOf(supportRefundsKind, supportRefundsStream(user)).amount;

describe('a refund of a case that waits for a second person', () => {
  it('is known to the case, and the same request again changes nothing', () => {
    const scenario = passedOn();
    scenario.after(refunded(DESK, 1_500));
    expect(stateOf(scenario).waiting).toMatchObject({ amount: 1_500, user_id: DESK });
    expect(scenario.accepts(refunded(DESK, 1_500))).toEqual({
      events: [],
      result: { phase: 'escalated', amount: 1_500, waits: true },
    });
  });

  it('accepts the case when it is approved, and again changes nothing', () => {
    const scenario = passedOn().after(refunded(DESK, 1_500));
    const refund_id = waitingOf(scenario);
    expect(scenario.accepts(decided(refund_id, FINANCE, 'approve')).types).toEqual(
      expect.arrayContaining(['OrderRefunded', 'RefundRequestApproved', 'CaseAccepted']),
    );
    expect(stateOf(scenario)).toMatchObject({ phase: 'accepted', waiting: null });
    expect(scenario.accepts(refunded(DESK, 1_500))).toEqual({
      events: [],
      result: { phase: 'accepted', amount: 1_500, waits: false },
    });
    expect(scenario.accepts(decided(refund_id, FINANCE, 'approve')).events).toEqual([]);
  });

  it('leaves the case open when it is declined, and another large one can be requested', () => {
    const scenario = passedOn().after(refunded(DESK, 1_500));
    const first = waitingOf(scenario);
    scenario.after(decided(first, FINANCE, 'decline'));
    expect(stateOf(scenario)).toMatchObject({ phase: 'escalated', waiting: null });
    expect(spentBy(scenario, DESK)).toBe(0);
    expect(scenario.accepts(refunded(DESK, 1_500)).result.waits).toBe(true);
    expect(waitingOf(scenario)).not.toBe(first);
  });

  it.each([
    ['the fan', () => closed('fan'), 'closed'],
    ['staff', () => closed('staff'), 'closed'],
    [
      'a refund by the creator',
      () => refunded(CREATOR, 200, { by: 'creator', reason: '', day_limit: undefined }),
      'accepted',
    ],
    ['a smaller refund by staff', () => refunded(OTHER, 200), 'accepted'],
  ])('is withdrawn when %s ends the case, and can no longer be approved', (_, ending, phase) => {
    const scenario = passedOn().after(refunded(DESK, 1_500));
    const refund_id = waitingOf(scenario);
    expect(scenario.accepts(ending()).types).toContain('RefundRequestWithdrawn');
    expect(stateOf(scenario)).toMatchObject({ phase, waiting: null });
    expect(requestOf(scenario, refund_id)).toBe('withdrawn');
    expect(spentBy(scenario, DESK)).toBe(0);
    for (const kind of ['approve', 'decline'] as const)
      expect(scenario.refuses(decided(refund_id, FINANCE, kind))).toEqual({ code: 'state_does_not_allow' });
  });

  it('counts on the day of its request, and is given back to that day only', () => {
    const scenario = passedOn().after(refunded(DESK, 3_000));
    expect(spentBy(scenario, DESK)).toBe(3_000);
    // What is replaced is given back first.
    expect(scenario.accepts(refunded(DESK, 2_900)).result).toMatchObject({ waits: true });
    expect(scenario.refuses(refunded(DESK, 200, { day_limit: fenOf(199) }))).toMatchObject({
      errors: [{ field: 'amount', message: { max: '1.99' } }],
    });
    scenario.memory.now = NOON + DAY_MS;
    scenario.after(refunded(DESK, 2_800));
    expect(spentBy(scenario, DESK)).toBe(2_800);
  });
});

/** The case and its refunds by a plain model: at most one waits, each ends once. */
interface Model {
  cases: number;
  isOpen: boolean;
  refunded: number;
  /** Refunded by staff: these add up to the amount that needs a second person. */
  byStaff: number;
  waiting: { amount: number; by: UserId; day: number } | null;
  /** Fen by person and day. */
  spent: Map<string, number>;
}

const calendar = businessCalendar(DEFAULT_TIME_ZONE);
const amounts = fc.integer({ min: 1, max: 1_600 });
const stepOf = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('staff' as const),
      by: fc.constantFrom(DESK, OTHER, FINANCE),
      amount: amounts,
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('creator' as const), amount: amounts }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('approve' as const), by: fc.constantFrom(DESK, FINANCE) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('decline' as const), by: fc.constantFrom(DESK, FINANCE) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('close' as const),
      by: fc.constantFrom('fan' as const, 'staff' as const),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('open' as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('day' as const) }) },
);

it('waiting refunds, in any order of decisions, equal a plain model: each ends once, the day counts what was asked', () => {
  fc.assert(
    fc.property(fc.array(stepOf, { minLength: 1, maxLength: 30 }), (steps) => {
      const scenario = passedOn();
      const model: Model = {
        cases: 1,
        isOpen: true,
        refunded: 0,
        byStaff: 0,
        waiting: null,
        spent: new Map(),
      };
      const requests = new Map<string, string>();
      let day = 0;
      const spent = (by: UserId, on: number) => model.spent.get(`${by} ${on}`) ?? 0;
      const add = (by: UserId, on: number, amount: number) => {
        if (by !== FINANCE) model.spent.set(`${by} ${on}`, spent(by, on) + amount);
      };
      /** The waiting refund ends; what was not refunded is given back. */
      const end = (how: 'approved' | 'declined' | 'withdrawn') => {
        if (model.waiting === null) return;
        const { by, amount, day: on } = model.waiting;
        if (how !== 'approved') add(by, on, -amount);
        requests.set([...requests].at(-1)![0], how);
        model.waiting = null;
      };
      for (const [nth, step] of steps.entries()) {
        const case_id = `c${model.cases}`;
        // Every request differs: repetitions have their own test.
        const reason = `reason ${nth}`;
        if (step.kind === 'day') {
          day += 1;
          scenario.memory.now = NOON + day * DAY_MS;
        } else if (step.kind === 'open') {
          if (model.isOpen || model.cases >= 5 || model.refunded === TOTAL) continue;
          model.cases += 1;
          passOn(scenario, `c${model.cases}`);
          model.isOpen = true;
        } else if (step.kind === 'close') {
          if (!model.isOpen) continue;
          scenario.accepts(closed(step.by, case_id));
          end('withdrawn');
          model.isOpen = false;
        } else if (step.kind === 'creator') {
          const { amount } = step;
          const change = { case_id, by: 'creator' as const, reason: '', day_limit: undefined };
          const command = refunded(CREATOR, amount, change);
          const left = TOTAL - model.refunded;
          if (!model.isOpen || (left > 0 && amount > left)) {
            if (model.isOpen) scenario.refuses(command);
            continue;
          }
          scenario.accepts(command);
          end('withdrawn');
          model.refunded += left === 0 ? 0 : amount;
          model.isOpen = false;
        } else if (step.kind === 'staff') {
          const { by, amount } = step;
          if (!model.isOpen) continue;
          const command = refunded(by, amount, { case_id, reason });
          const left = TOTAL - model.refunded;
          if (left === 0) {
            scenario.accepts(command);
            end('withdrawn');
            model.isOpen = false;
            continue;
          }
          const back =
            model.waiting !== null && model.waiting.by === by && model.waiting.day === day
              ? model.waiting.amount
              : 0;
          const isOver = by !== FINANCE && spent(by, day) - back + amount > DAY_LIMIT;
          if (amount > left || isOver) {
            expect(scenario.refuses(command)).toMatchObject({ errors: [{ field: 'amount' }] });
            continue;
          }
          const { result } = scenario.accepts(command);
          end('withdrawn');
          add(by, day, amount);
          expect(result.waits).toBe(model.byStaff + amount > SECOND_ABOVE);
          if (result.waits) {
            model.waiting = { amount, by, day };
            requests.set(waitingOf(scenario), 'waiting');
          } else {
            model.refunded += amount;
            model.byStaff += amount;
            model.isOpen = false;
          }
        } else {
          if (model.waiting === null) continue;
          const { amount, by: requester } = model.waiting;
          const command = decided(waitingOf(scenario), step.by, step.kind);
          const isSecond = step.by !== requester;
          if (step.kind === 'approve' && (!isSecond || amount > TOTAL - model.refunded)) {
            scenario.refuses(command);
            continue;
          }
          scenario.accepts(command);
          end(step.kind === 'approve' ? 'approved' : 'declined');
          if (step.kind === 'approve') {
            model.refunded += amount;
            model.byStaff += amount;
            model.isOpen = false;
          }
        }
        const state = stateOf(scenario);
        expect(['accepted', 'closed'].includes(state.phase)).toBe(!model.isOpen);
        expect(state.waiting?.amount).toBe(model.waiting?.amount);
        for (const [refund_id, phase] of requests) expect(requestOf(scenario, refund_id)).toBe(phase);
        const paid = scenario.memory.stateOf(orderKind, orderStream(ORDER));
        expect(paid.phase === 'paid' && paid.refunded).toBe(model.refunded);
        for (const by of [DESK, OTHER]) {
          const { day: on, amount } = scenario.memory.stateOf(supportRefundsKind, supportRefundsStream(by));
          const today = calendar.dayOf(NOON + day * DAY_MS);
          expect(on === today ? amount : 0).toBe(spent(by, day));
        }
      }
    }),
    { numRuns: 300 },
  );
});
