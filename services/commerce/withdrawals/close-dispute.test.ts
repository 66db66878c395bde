import { describe, expect, it } from 'vitest';
import { fenOf } from '#events/money.ts';
import {
  approve,
  askFor,
  balanceOf,
  close,
  FINANCE,
  failed,
  RETRY,
  review,
  SECOND,
  send,
  settledMonth,
  succeeded,
  tell,
} from '../testing/payout-steps.ts';
import { CREATOR, given, type Scenario } from '../testing/scenario.ts';
import { availableAt, heldForDisputes } from './balance.ts';
import { withdrawable } from './request-withdrawal.ts';
import { canSwitch, withdrawStatusOf } from './withdrawal.ts';

const BANK = 7;
const LOW = { second_above: fenOf(5_999) };
const refused = { code: 'state_does_not_allow' };
const pending = { pending: fenOf(0), refunds_charged: fenOf(0), settled: fenOf(Number.MAX_SAFE_INTEGER) };

const available = (scenario: Scenario) => availableAt(balanceOf(scenario), scenario.memory.now);
const left = (scenario: Scenario) => withdrawable(balanceOf(scenario), pending, scenario.memory.now);
const one = (scenario: Scenario, n = 0) => balanceOf(scenario).withdrawals[n];
/** The creator's view of the first one. */
const seen = (scenario: Scenario) => {
  const first = one(scenario);
  return first && { status: withdrawStatusOf(first), can_atb: canSwitch(first) };
};

/** 60.00 of 100.00 were sent out. */
function sent(): Scenario {
  return given(settledMonth(10_000)).after(askFor('w1', 6_000), approve(), send());
}
const failedThenPaid = (): Scenario => sent().after(tell(failed), tell(succeeded));
const paidThenFailed = (): Scenario => sent().after(tell(succeeded), tell(failed));
/** Failed and retried; then the provider reports the first payout as paid. */
const triedAgain = (second?: typeof succeeded): Scenario => {
  const scenario = sent().after(tell(failed), review(RETRY), send());
  if (second) scenario.accepts(tell(second, 'w1-2'));
  scenario.accepts(tell(succeeded, 'w1-1'));
  return scenario;
};
/** Failed and switched to the bank card; then the provider reports it as paid. */
const switched = (paid: boolean): Scenario => {
  const scenario = sent().after(tell(failed), askFor('w2', 6_000, { instead_of: 'w1', withdraw_type: BANK }));
  if (paid) {
    scenario.after(approve('w2'), send('w2'), tell(succeeded, 'w2-1'));
  }
  scenario.accepts(tell(succeeded));
  return scenario;
};

describe('a dispute is closed', () => {
  it.each([
    // the provider's answers, finance's finding, and then: moves, status, can_atb, available
    ['failed, then paid: it reached', failedThenPaid, true, 'charged', 2, false, 4_000],
    ['failed, then paid: it did not', failedThenPaid, false, 'none', 3, true, 10_000],
    ['paid, then failed: it reached', paidThenFailed, true, 'none', 2, false, 4_000],
    ['paid, then failed: it did not', paidThenFailed, false, 'returned', 3, true, 10_000],
    [
      'failed, tried again and paid: the first reached too',
      () => triedAgain(succeeded),
      true,
      'charged',
      2,
      false,
      -2_000,
    ],
    [
      'failed, tried again and paid: the first did not',
      () => triedAgain(succeeded),
      false,
      'none',
      2,
      false,
      4_000,
    ],
    ['failed twice: the first reached', () => triedAgain(failed), true, 'charged', 2, false, 4_000],
    ['failed twice: the first did not', () => triedAgain(failed), false, 'none', 3, true, 10_000],
    ['failed, on its way again: the first did not', () => triedAgain(), false, 'none', 8, false, 4_000],
    ['failed, switched and paid: it reached too', () => switched(true), true, 'charged', 2, false, -2_000],
    ['failed, switched and paid: it did not', () => switched(true), false, 'none', 3, false, 4_000],
  ] as const)('%s', (_what, begin, reached, moves, status, can_atb, after) => {
    const scenario = begin();
    const { result, events } = scenario.accepts(close(reached));
    expect(result).toEqual({ status, closed: true });
    expect(events).toMatchObject([
      { type: 'PayoutDisputeClosed', data: { payout_id: 'w1-1', number: 1, by: FINANCE, reached, moves } },
    ]);
    expect(seen(scenario)).toEqual({ status, can_atb });
    expect(available(scenario)).toBe(after);
    expect(heldForDisputes(balanceOf(scenario))).toBe(0);
    expect(left(scenario)).toBe(Math.max(after, 0));
  });

  it('and until then holds back what may have gone out twice', () => {
    expect([available(failedThenPaid()), left(failedThenPaid())]).toEqual([10_000, 4_000]);
    // Charged once, and perhaps paid twice.
    expect(heldForDisputes(balanceOf(triedAgain(succeeded)))).toBe(6_000);
    expect(heldForDisputes(balanceOf(triedAgain()))).toBe(6_000);
    expect(heldForDisputes(balanceOf(switched(true)))).toBe(6_000);
    expect(heldForDisputes(balanceOf(paidThenFailed()))).toBe(0);
  });

  it('with the cause that the provider gave when it came back; paid after all, without one', () => {
    const back = paidThenFailed().after(close(false));
    expect(one(back)).toMatchObject({ phase: 'failed', deal_error: 'account_unknown' });
    const paid = failedThenPaid();
    const { events } = paid.accepts(close(true));
    expect(events).toMatchObject([{ data: { provider_reference: 'po_1', deal_error: '' } }]);
  });

  it('once: a repetition changes nothing, a contrary finding is refused, and so is an unknown dispute', () => {
    const scenario = failedThenPaid().after(close(true));
    expect(scenario.accepts(close(true, { by: SECOND }))).toEqual({
      events: [],
      result: { status: 2, closed: true },
    });
    expect(scenario.refuses(close(false))).toEqual(refused);
    expect(scenario.refuses(close(true, { number: 2 }))).toEqual({ code: 'not_found' });
    expect(scenario.refuses(close(true, { withdrawal_id: 'w9' }))).toEqual({ code: 'not_found' });
  });

  it('with a reason, and never by the payee', () => {
    const scenario = failedThenPaid();
    expect(scenario.refuses(close(true, { reason: ' ' }))).toMatchObject({ errors: [{ field: 'reason' }] });
    expect(scenario.refuses(close(true, { by: CREATOR }))).toEqual({ code: 'not_allowed' });
  });

  it('as reached only once it is known what became of a newer payout', () => {
    const scenario = triedAgain();
    expect(scenario.refuses(close(true))).toEqual(refused);
    scenario.accepts(tell(failed, 'w1-2'));
    expect(seen(scenario)).toEqual({ status: 3, can_atb: false });
    scenario.accepts(close(true));
    expect(available(scenario)).toBe(4_000);
  });
});

describe('over the threshold', () => {
  it('two different people must agree', () => {
    const scenario = failedThenPaid();
    const { result, events } = scenario.accepts(close(true, LOW));
    expect(result).toEqual({ status: 3, closed: false });
    expect(events).toMatchObject([{ type: 'PayoutDisputeJudged', data: { reached: true, by: FINANCE } }]);
    expect(left(scenario)).toBe(4_000);
    expect(scenario.refuses(close(true, LOW))).toMatchObject({
      errors: [{ field: 'by', message: { key: 'second_person' } }],
    });
    expect(scenario.accepts(close(true, { ...LOW, by: SECOND })).result).toEqual({ status: 2, closed: true });
  });

  it('a different second finding replaces the first, and moves nothing', () => {
    const scenario = failedThenPaid().after(close(true, LOW));
    expect(scenario.accepts(close(false, { ...LOW, by: SECOND })).result.closed).toBe(false);
    expect(one(scenario)?.disputes[0]).toMatchObject({
      judged: { by: SECOND, reached: false },
      closed: null,
    });
    expect(scenario.accepts(close(false, LOW)).result).toEqual({ status: 3, closed: true });
    expect(available(scenario)).toBe(10_000);
  });
});

describe('afterwards', () => {
  it('one that failed after all is tried again or switched, like any other', () => {
    const again = paidThenFailed().after(close(false), review(RETRY));
    expect(again.accepts(send()).result.payout_id).toBe('w1-2');
    const other = failedThenPaid();
    expect(other.refuses(review(RETRY))).toEqual(refused);
    other.after(close(false), askFor('w2', 6_000, { instead_of: 'w1', withdraw_type: BANK }));
    expect(left(other)).toBe(4_000);
  });

  it('at the bank it is not switched', () => {
    const scenario = given(settledMonth(10_000)).after(
      askFor('w1', 6_000, { withdraw_type: BANK }),
      approve(),
      send(),
      tell(succeeded),
      tell(failed),
    );
    expect(scenario.accepts(close(false)).result.status).toBe(7);
    expect(seen(scenario)?.can_atb).toBe(false);
  });

  it('a settled contradiction is not disputed again; a new one is the next dispute', () => {
    const scenario = failedThenPaid().after(close(false));
    expect(scenario.accepts(tell(succeeded)).events).toEqual([]);
    const other = failedThenPaid().after(close(true));
    expect(other.accepts(tell(succeeded)).events).toEqual([]);
    expect(other.accepts(tell(failed)).events).toMatchObject([{ type: 'PayoutDisputed' }]);
    // A decision that was made of the first one is not one about the second.
    expect(other.accepts(close(true)).events).toEqual([]);
    expect(one(other)?.disputes[1]).toMatchObject({
      number: 2,
      payout_id: 'w1-1',
      closed: null,
      before: { said: 'succeeded' },
      now: { said: 'failed', detail: 'account_unknown' },
    });
    other.accepts(close(false, { number: 2 }));
    expect(available(other)).toBe(10_000);
  });

  it('a card withdrawal that replaces a paid one is not paid; finance can reject it', () => {
    const scenario = switched(false);
    expect(scenario.refuses(approve('w2'))).toEqual(refused);
    scenario.accepts(close(true));
    expect(scenario.refuses(approve('w2'))).toEqual(refused);
    scenario.accepts(review({ kind: 'reject', reason: '原提现已到账' }, 'w2'));
    expect(available(scenario)).toBe(4_000);
    const other = switched(false).after(close(false), approve('w2'));
    expect(available(other)).toBe(4_000);
  });

  it('a retried one waits, and is sent if the failure is confirmed', () => {
    const begin = () => {
      const scenario = sent().after(tell(failed), review(RETRY), tell(succeeded));
      expect(scenario.accepts(send()).result.payout_id).toBeNull();
      expect(left(scenario)).toBe(4_000);
      return scenario;
    };
    const stands = begin().after(close(false));
    expect(stands.accepts(send()).result.payout_id).toBe('w1-2');
    const reached = begin();
    expect(reached.accepts(close(true)).events).toMatchObject([{ data: { moves: 'paid', status: 2 } }]);
    expect(reached.accepts(send()).result.payout_id).toBeNull();
    expect(available(reached)).toBe(4_000);
  });

  it('an older one closes while a retry waits for it', () => {
    const scenario = sent();
    for (const payout of ['w1-1', 'w1-2']) {
      scenario.after(tell(failed, payout), review(RETRY));
      if (payout === 'w1-1') scenario.accepts(send());
    }
    scenario.accepts(tell(succeeded, 'w1-1'));
    expect(scenario.accepts(send()).result.payout_id).toBeNull();
    const closed = scenario.accepts(close(true));
    expect(closed.events).toMatchObject([{ data: { payout_id: 'w1-1', moves: 'paid', status: 2 } }]);
    expect(available(scenario)).toBe(4_000);
  });

  it('a double payment is compensated by later months', () => {
    const scenario = switched(true).after(close(true));
    expect(scenario.refuses(askFor('w3', 1))).toEqual({ code: 'balance_too_small' });
    scenario.memory.given([settledMonth(5_000, '2026-05')]);
    expect(left(scenario)).toBe(3_000);
  });
});
