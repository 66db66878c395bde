import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chargeIdOf, providerRefundId, type UserId } from '#events/ids.ts';
import { fenOf } from '#events/money.ts';
import { orderStream } from '#events/stream-names.ts';
import { orderKind } from '../orders/order.ts';
import { order, payment, refund, shop } from '../testing/orders.ts';
import { askFor, settledMonth } from '../testing/payout-steps.ts';
import { ORDER, RED } from '../testing/scenario.ts';
import { type DisputeNotice, recordDispute } from './dispute.ts';
import { failedRefundSent } from './failed-refund-sent.ts';
import { refundByHand } from './refund-by-hand.ts';
import { refundFailed } from './refund-failed.ts';
import { refundSent } from './refund-sent.ts';

const TOTAL = 3_000;
const FINANCE = 'finance-1' as UserId;
const bought = () => shop(10).after(order({ lines: [{ sku_id: RED, count: 3 }] }), payment(TOTAL));

function dispute(status: DisputeNotice['status'], amount = TOTAL, dispute_id = 'du_1') {
  const of = { charge_id: chargeIdOf(ORDER, 1), dispute_id, status, amount: fenOf(amount) };
  const command = recordDispute({ ...of, reason: 'fraudulent', provider: 'stripe' });
  if (!command) throw new Error('not our charge');
  return command;
}

const failure = (refund_id = 'refund-1') =>
  refundFailed({
    out_trade_no: ORDER,
    reference: providerRefundId(ORDER, refund_id),
    provider_refund_id: 're_1',
    reason: 'lost_or_stolen_card',
    provider: 'stripe',
  });
const sentAfterAll = (reference = providerRefundId(ORDER, 'refund-1')) =>
  failedRefundSent({ out_trade_no: ORDER, reference, provider_refund_id: 're_1', provider: 'stripe' });
const sent = (refund_id = 'refund-1') =>
  refundSent({ out_trade_no: ORDER, refund_id, provider_refund_id: 're_1' });
const byHand = (refund_id = 'refund-1', provider_refund_id = '') =>
  refundByHand({ out_trade_no: ORDER, refund_id, by: FINANCE, reason: 'paid by bank', provider_refund_id });

describe('a lost dispute', () => {
  it('of the whole payment has the effects of a full refund: units return', () => {
    const { types } = bought().accepts(dispute('lost'));
    expect(types).toEqual(expect.arrayContaining(['StockReturned', 'OrderRefunded']));
  });

  it('of a charge that is not ours is no command; of an unknown order it is refused', () => {
    const charge_id = 'pi_foreign' as ReturnType<typeof chargeIdOf>;
    const of = { dispute_id: 'd', status: 'lost' as const, amount: fenOf(1), reason: '', provider: 'stripe' };
    expect(recordDispute({ ...of, charge_id })).toBeUndefined();
    const unknown = shop(1).refuses(dispute('lost'));
    expect(unknown).toEqual({ code: 'not_found' });
  });
});

describe('a dispute that is lost after the settlement', () => {
  it('is charged to the creator: the share can no longer be withdrawn', () => {
    const scenario = bought();
    scenario.memory.given([settledMonth(10_000)]);
    const { events } = scenario.accepts(dispute('lost'));
    const [net = 0] = events.flatMap((event) => (event.type === 'RefundCharged' ? [event.data.net] : []));
    expect(net).toBeGreaterThan(0);
    expect(scenario.refuses(askFor('w1', 10_000 - net + 1))).toMatchObject({ code: 'balance_too_small' });
    expect(scenario.accepts(askFor('w1', 10_000 - net)).types).toEqual(['WithdrawalRequested']);
    // Its news comes again.
    expect(scenario.accepts(dispute('lost')).events).toEqual([]);
  });
});

/** What a dispute has come to, by a plain count. */
interface Model {
  refunded: number;
  disputes: Map<string, { amount: number; outcome: 'open' | 'won' | 'lost' }>;
}

const isOpen = ({ disputes }: Model) => [...disputes.values()].some(({ outcome }) => outcome === 'open');

function report(model: Model, id: string, status: DisputeNotice['status'], amount: number): void {
  const known = model.disputes.get(id) ?? { amount, outcome: 'open' as const };
  model.disputes.set(id, known);
  if (status === 'open' || known.outcome !== 'open') return;
  model.disputes.set(id, { ...known, outcome: status });
  if (status === 'lost') model.refunded += Math.min(known.amount, TOTAL - model.refunded);
}

const steps = fc.array(
  fc.oneof(
    fc.record({ kind: fc.constant('refund' as const), amount: fc.integer({ min: 1, max: TOTAL + 100 }) }),
    fc.record({
      kind: fc.constant('dispute' as const),
      id: fc.constantFrom('du_1', 'du_2'),
      status: fc.constantFrom('open' as const, 'won' as const, 'lost' as const),
      amount: fc.integer({ min: 1, max: TOTAL + 100 }),
    }),
  ),
  { minLength: 1, maxLength: 8 },
);

it('any refunds and notices of disputes, in any order, equal a plain count and never exceed the payment', () => {
  fc.assert(
    fc.property(steps, (some) => {
      const scenario = bought();
      const model: Model = { refunded: 0, disputes: new Map() };
      for (const [nth, step] of some.entries()) {
        if (step.kind === 'dispute') {
          scenario.accepts(dispute(step.status, step.amount, step.id));
          report(model, step.id, step.status, step.amount);
          continue;
        }
        const command = refund({ refund_id: `r${nth}`, amount: step.amount });
        if (isOpen(model) || step.amount > TOTAL - model.refunded) scenario.refuses(command);
        else {
          scenario.accepts(command);
          model.refunded += step.amount;
        }
      }
      const state = scenario.memory.stateOf(orderKind, orderStream(ORDER));
      if (state.phase !== 'paid') throw new Error('not paid');
      expect(state.refunded).toBe(model.refunded);
      expect(state.refunded).toBeLessThanOrEqual(TOTAL);
      const outcomes = state.disputes.map(({ dispute_id, outcome }) => [dispute_id, outcome]);
      expect(outcomes).toEqual([...model.disputes].map(([id, { outcome }]) => [id, outcome]));
    }),
    { numRuns: 300 },
  );
});

describe('a refund that failed', () => {
  it('is recorded once, and finance pays it once in another way', () => {
    const scenario = bought().after(refund({ amount: 500 }), sent());
    const [event] = scenario.accepts(failure()).events;
    expect(event).toMatchObject({ type: 'RefundFailed', data: { kind: 'refund', amount: 500 } });
    expect(scenario.accepts(failure()).events).toEqual([]);
    expect(scenario.accepts(byHand()).events).toMatchObject([
      { type: 'FailedRefundPaid', data: { amount: 500, reason: 'paid by bank' } },
    ]);
    expect(scenario.refuses(byHand())).toEqual({ code: 'state_does_not_allow' });
  });

  it('after finance had paid it by hand changes nothing: nobody pays twice', () => {
    const scenario = bought().after(refund({ amount: 500 }), byHand());
    expect(scenario.accepts(failure()).events).toEqual([]);
    expect(scenario.refuses(byHand())).toEqual({ code: 'state_does_not_allow' });
  });

  it('comes first where finance pays from our bank what was not sent; not where it used the provider’s console', () => {
    const scenario = bought().after(refund({ amount: 500 }));
    expect(scenario.accepts(byHand()).events).toMatchObject([
      { type: 'RefundFailed', data: { kind: 'refund', amount: 500 } },
      { type: 'FailedRefundPaid', data: { amount: 500, paid_by: 'finance' } },
    ]);
    const console = bought().after(refund({ amount: 500 }));
    expect(console.accepts(byHand('refund-1', 're_7')).events).toMatchObject([
      { type: 'RefundSent', data: { provider_refund_id: 're_7', reason: 'paid by bank' } },
    ]);
    const failed = bought().after(refund({ amount: 500 }), failure());
    expect(failed.accepts(byHand('refund-1', 're_7')).events).toMatchObject([
      { type: 'FailedRefundPaid', data: { amount: 500, paid_by: 'provider', provider_refund_id: 're_7' } },
    ]);
  });

  it('that the provider sends after all is recorded once, also of late money; finance no longer pays it', () => {
    const scenario = bought().after(refund({ amount: 500 }), payment(TOTAL, ORDER, 2), failure());
    expect(scenario.accepts(sentAfterAll()).events).toMatchObject([
      { type: 'FailedRefundPaid', data: { kind: 'refund', amount: 500, paid_by: 'provider' } },
    ]);
    expect(scenario.accepts(sentAfterAll()).events).toEqual([]);
    expect(scenario.refuses(byHand())).toEqual({ code: 'state_does_not_allow' });
    const late = `late_${chargeIdOf(ORDER, 2)}`;
    expect(scenario.accepts(sentAfterAll(late)).events).toEqual([]);
    const at = { out_trade_no: ORDER, reference: late, provider_refund_id: 're_2', provider: 'stripe' };
    scenario.accepts(refundFailed({ ...at, reason: 'unconfirmed' }));
    expect(scenario.accepts(sentAfterAll(late)).events).toMatchObject([
      { type: 'FailedRefundPaid', data: { kind: 'late', amount: TOTAL, paid_by: 'provider' } },
    ]);
    expect(scenario.refuses(sentAfterAll('none'))).toEqual({ code: 'not_found' });
  });

  it('that finance has paid stays so, whatever the provider sends', () => {
    const scenario = bought().after(refund({ amount: 500 }), failure(), byHand());
    expect(scenario.accepts(sentAfterAll()).events).toEqual([]);
  });

  it('is unknown under another id', () => {
    expect(bought().refuses(failure('none'))).toEqual({ code: 'not_found' });
  });

  it('can be a late payment: its return is recorded, and owed again', () => {
    const scenario = bought().after(payment(TOTAL, ORDER, 2));
    const reference = `late_${chargeIdOf(ORDER, 2)}`;
    const late = {
      out_trade_no: ORDER,
      reference,
      provider_refund_id: 're_2',
      reason: '',
      provider: 'stripe',
    };
    expect(scenario.accepts(refundFailed(late)).types).toEqual(['LatePaymentReturned', 'RefundFailed']);
    expect(scenario.accepts(refundFailed(late)).events).toEqual([]);
    expect(scenario.accepts(byHand(chargeIdOf(ORDER, 2))).events).toMatchObject([
      { type: 'FailedRefundPaid', data: { kind: 'late', amount: TOTAL } },
    ]);
  });
});
