import type { StatementLineKind } from '#events/books.ts';
import { type ChargeId, isCartNumber, lateRefundId, numberOfCharge, providerRefundId } from '#events/ids.ts';
import { NO_REFUND } from '#events/orders.ts';
import type { RecordedEvent } from '#events/recorded-event.ts';
import type { DataOf } from '#events/registry.ts';
import type { KnownFacts } from './facts.ts';
import type { Item } from './item.ts';

/** The id of an item. */
export type ItemKey = Pick<Item, 'provider' | 'kind' | 'reference'>;

/** A statement of our own events about a move of money. */
export interface OurMove extends ItemKey {
  /** Added to our amount, in fen; 0 if only its completion is new. */
  amount: number;
  /** Whether the provider has done it, as far as we know. */
  done: boolean;
  /** The provider's id of it, once we know it. */
  provider_reference: string;
  out_trade_no: string | null;
  user_id: string;
  withdrawal_id: string | null;
}

function moveOfOrder(
  { type, data }: Extract<RecordedEvent, { data: { out_trade_no: unknown } }>,
  facts: KnownFacts,
): OurMove | undefined {
  const order = facts.order(data.out_trade_no);
  if (!order) return undefined;
  const { provider, creator_id: user_id, out_trade_no } = order;
  const of = { provider, user_id, out_trade_no, withdrawal_id: null, provider_reference: '' };
  switch (type) {
    case 'OrderPaid':
    case 'LatePaymentReceived': {
      const { charge_id: reference, amount } = data;
      if (reference === null || amount === 0) return undefined;
      return { ...of, kind: 'charge', reference, amount, done: true };
    }
    case 'OrderRefunded': {
      // A dispute's money is in lines of its own.
      if (data.amount === 0 || data.by === 'dispute') return undefined;
      const reference = providerRefundId(data.out_trade_no, data.refund_id);
      return { ...of, kind: 'refund', reference, amount: -data.amount, done: false };
    }
    case 'RefundSent': {
      const { refund_id, provider_refund_id: provider_reference } = data;
      const reference = providerRefundId(data.out_trade_no, refund_id);
      return { ...of, kind: 'refund', reference, amount: 0, done: true, provider_reference };
    }
    case 'LatePaymentReturned': {
      const { charge_id, provider_refund_id: provider_reference } = data;
      // Nothing was returned: the earlier notice had a wrong amount.
      if (provider_reference === NO_REFUND) {
        return { ...of, kind: 'charge', reference: charge_id, amount: -data.amount, done: true };
      }
      const reference = lateRefundId(charge_id, data.out_trade_no);
      return { ...of, kind: 'refund', reference, amount: -data.amount, done: true, provider_reference };
    }
    case 'RefundFailed':
    case 'FailedRefundPaid': {
      // What finance paid came from our bank.
      if (type === 'FailedRefundPaid' && data.paid_by === 'finance') return undefined;
      const { refund_id, provider_refund_id: provider_reference } = data;
      const amount = type === 'RefundFailed' ? data.amount : -data.amount;
      const reference =
        data.kind === 'late'
          ? lateRefundId(refund_id as ChargeId, data.out_trade_no) // late money's refund is named by its charge
          : providerRefundId(data.out_trade_no, refund_id);
      return { ...of, kind: 'refund', reference, amount, done: true, provider_reference };
    }
    default:
      return undefined;
  }
}

/** The part of an event about a move of money at a provider; undefined without one. */
export function ourMove(event: RecordedEvent, facts: KnownFacts): OurMove | undefined {
  if (event.metadata.imported) return undefined;
  if (event.type === 'PayoutSucceeded' || event.type === 'PayoutDisputeClosed') {
    if (event.type === 'PayoutDisputeClosed' && event.data.moves === 'none') return undefined;
    const { user_id, withdrawal_id, payout_id: reference, provider_reference } = event.data;
    const of = facts.withdrawal(user_id, withdrawal_id);
    if (!of || of.provider === '') return undefined;
    const { provider } = of;
    const back = event.type === 'PayoutDisputeClosed' && event.data.moves === 'returned';
    const amount = back ? of.amount : -of.amount;
    return {
      provider,
      kind: 'payout',
      reference,
      amount,
      done: true,
      provider_reference,
      out_trade_no: null,
      user_id,
      withdrawal_id,
    };
  }
  return 'out_trade_no' in event.data
    ? moveOfOrder(event as Parameters<typeof moveOfOrder>[0], facts)
    : undefined;
}

/** Kinds of which there is something of ours to set against. */
const OURS_TOO: readonly StatementLineKind[] = ['charge', 'refund', 'payout'];

type Line = DataOf<'StatementLineRecorded'>;

/** The item of a line, by the ids in the line. */
export function itemOfLine({ provider, kind, line_id, reference, provider_reference }: Line): ItemKey {
  if (!OURS_TOO.includes(kind)) return { provider, kind, reference: line_id };
  // Without our id it waits under the provider's, until we know that one.
  return { provider, kind, reference: reference || provider_reference || line_id };
}

/** Of a line without our id: the provider's, by which we may know it. */
export const providersName = ({ kind, reference, provider_reference }: Line): string =>
  reference === '' && OURS_TOO.includes(kind) ? provider_reference : '';

/** The order of a line's reference; other disputes are of no payment of ours. */
export function orderOfLine({ reference }: Line): string | null {
  const number = numberOfCharge(reference);
  return number === undefined || isCartNumber(number) ? null : number;
}
