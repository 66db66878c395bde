import { chargeIdOf, type OutTradeNo, type PlanId } from '#events/ids.ts';
import { fenOf } from '#events/money.ts';
import { repliesStream } from '#events/stream-names.ts';
import { importStatement } from '../../books/import-statement.ts';
import { recordStatementLines } from '../../books/record-statement-lines.ts';
import { moveDelivery } from '../../delivery/move-delivery.ts';
import type { Command, Decided } from '../../engine/command.ts';
import { settleMonth } from '../../income/settle-month.ts';
import { expireMembership } from '../../memberships/expire-membership.ts';
import { importOrder } from '../../orders/import-order.ts';
import { issueRedeemCodes } from '../../redeem/issue-redeem-codes.ts';
import { refundSent } from '../../refunds/refund-sent.ts';
import { returnLatePayment } from '../../refunds/return-late-payment.ts';
import { fillReplies } from '../../replies/fill-replies.ts';
import { numbered, order, payment, refund } from '../../testing/orders.ts';
import { approve, askFor, FINANCE, settledMonth, tell } from '../../testing/payout-steps.ts';
import { CREATOR, LI, NOON, ORDER, offered, onSale, PLAN, sponsorship } from '../../testing/scenario.ts';
import { shipped, toSend } from '../../testing/sent-orders.ts';
import { sendPayout } from '../../withdrawals/payout.ts';

/** Two commands that derive the same ids from other data, or are decided at another moment. */
export interface DerivedIdCase {
  name: string;
  past: readonly (Decided | Command<unknown>)[];
  one: Command<unknown>;
  other: Command<unknown>;
  /** The answer of the second request. */
  second: 'idempotency_key_reused' | 'what exists';
}

const of = (
  name: string,
  past: DerivedIdCase['past'],
  one: Command<unknown>,
  other: Command<unknown>,
  second: DerivedIdCase['second'] = 'what exists',
): DerivedIdCase => ({ name, past, one, other, second });

/** Of `toSend` */
export const PAID = 2_500;

export const refundOf = (amount: number | undefined, refund_id = 'key', reason = 'late') =>
  refund({ refund_id, amount, reason });
const pay = (attempt = 1, amount = 3_000) => payment(amount, ORDER, attempt);
const returnLate = (provider_refund_id: string) =>
  returnLatePayment({ out_trade_no: ORDER, charge_id: chargeIdOf(ORDER, 2), provider_refund_id });
const sent = (provider_refund_id: string) =>
  refundSent({ out_trade_no: ORDER, refund_id: 'r', provider_refund_id });

const figures = (net: number) => ({
  user_id: CREATOR,
  month: '2026-04',
  orders: 1,
  gross: fenOf(net),
  payment_fee: fenOf(0),
  service_fee: fenOf(0),
  affiliate: fenOf(0),
  refunds: fenOf(0),
  commissions: fenOf(0),
  net: fenOf(net),
  first_position: 1,
  last_position: 2,
  lines_sha256: String(net),
});
const income = settledMonth(9_000, '2026-03');
const withdraw = (amount: number) => askFor('w1', amount);
const send = (provider: string) => sendPayout({ user_id: CREATOR, withdrawal_id: 'w1', provider });
const succeeded = (provider_reference: string) => tell({ kind: 'succeeded', provider_reference });
const lines = (amount: number) =>
  recordStatementLines({
    provider: 'sandbox',
    statement_id: `file ${amount}`,
    by: FINANCE,
    lines: [
      {
        line: 2,
        read: {
          line_id: '1',
          kind: 'charge',
          reference: 'ch_2_1',
          provider_reference: '',
          amount: fenOf(amount),
          fee: fenOf(18),
          currency: 'CNY',
          at: 1_766_577_000_000,
        },
      },
    ],
  });
const statement = (fresh: number) =>
  importStatement(
    {
      statement_id: 'a',
      provider: 'sandbox',
      format: 'sandbox',
      bytes: 9,
      from: 0,
      to: 1,
      fresh,
      known: 0,
      amount: fenOf(3000),
      fee: fenOf(18),
      rejected_count: 0,
      rejected: [],
      reason: 'by mail',
    },
    FINANCE,
  );
const imported = (amount: number) =>
  importOrder({
    out_trade_no: 'old' as OutTradeNo,
    creator_id: CREATOR,
    user_id: LI,
    plan_id: PLAN,
    plan_name: 'Old',
    product_type: 0,
    lines: [],
    month: 1,
    paid_at: NOON,
    outcome: 'paid',
    total_amount: fenOf(amount),
  });
const codes = (uses: number) =>
  issueRedeemCodes({
    creator_id: CREATOR,
    plan_id: PLAN,
    batch_id: 'b',
    batch_size: 1,
    sku_id: null,
    uses,
    valid_until: null,
    month: 1,
    codes: [{ code_id: 'c', redeem_id: 'c', number: 1 }],
  });
const fill = (overwrite: boolean, count: number) =>
  fillReplies({ creator_id: CREATOR, pool_id: 'p', fill_id: 'f', count, overwrite });
const parcel = (hours: number) =>
  moveDelivery({
    out_trade_no: ORDER,
    company_id: 'sf',
    express_no: 'SF100',
    steps: [
      { state: 'on_the_way', at: NOON + 3_600_000 },
      { state: 'signed', at: NOON + hours * 3_600_000 },
    ],
  });
const place = (remark_ref: string | null, month = 1) => order({ lines: [], month, remark_ref });
const coffee = onSale(sponsorship);

/** Nothing returns to stock: a refund writes only derived ids. */
export const paidOrder = toSend({ lines: [], product_type: 0, need_address: false, membership: null });

/** Two memberships of 30.00 and 50.00, an order of each, and the money for it. */
const GOLD = 'plan-gold' as PlanId;
const gold = { ...sponsorship, name: 'Dinner', price: fenOf(5_000) };
export const plansToUpgrade: readonly Decided[] = [...coffee, ...offered(GOLD, gold)];
export const orderOf = (n: 1 | 2) =>
  order({ out_trade_no: numbered(n), plan_id: n === 1 ? PLAN : GOLD, lines: [], month: 1 });
export const paymentOf = (n: 1 | 2, amount: number) => payment(amount, numbered(n));

/** Every command that derives ids, from a key of its sender's or from what it follows. */
export const derivedIdCases: readonly DerivedIdCase[] = [
  of('a refund', paidOrder, refundOf(1_500), refundOf(undefined), 'idempotency_key_reused'),
  of(
    'a refund with another reason',
    paidOrder,
    refundOf(1_500),
    refundOf(1_500, 'key', 'lost'),
    'idempotency_key_reused',
  ),
  of('a payment that begins a membership, at two moments', [...coffee, place(null)], pay(), pay()),
  of('a payment, told with two amounts', [...coffee, place(null)], pay(), pay(1, 2_999)),
  of(
    'money that came too late, told with two amounts',
    [...coffee, place(null), pay()],
    pay(2, 3_000),
    pay(2, 2_000),
  ),
  of(
    'the return of money that came too late',
    [...coffee, place(null), pay(), pay(2)],
    returnLate('one'),
    returnLate('other'),
  ),
  of('a refund that was sent', [...toSend(), refundOf(100, 'r')], sent('one'), sent('other')),
  of(
    'the end of a membership',
    [...coffee, place(null), pay()],
    expireMembership({ creator_id: CREATOR, user_id: LI }),
    expireMembership({ creator_id: CREATOR, user_id: LI, causation_id: 'other' }),
  ),
  of('a settlement', [], settleMonth(figures(1_000)), settleMonth(figures(7_000))),
  of('a withdrawal', [income], withdraw(1_000), withdraw(2_000), 'idempotency_key_reused'),
  of('a payout', [income, withdraw(1_000), approve()], send('sandbox'), send('stripe')),
  of(
    'news of a payout',
    [income, withdraw(1_000), approve(), send('sandbox')],
    succeeded('po_1'),
    succeeded('po_2'),
  ),
  of('a line of a statement', [], lines(3_000), lines(4_000)),
  of('a statement', [], statement(1), statement(2)),
  of('an imported order', [], imported(1_000), imported(2_000)),
  of('a batch of redeem codes', coffee, codes(1), codes(2), 'idempotency_key_reused'),
  of(
    'lines of a pool of replies',
    [
      {
        stream: repliesStream('p'),
        creator_id: CREATOR,
        event: {
          type: 'RepliesAdded',
          data: { pool_id: 'p', creator_id: CREATOR, fill_id: 'e', first: 0, count: 3 },
        },
      },
    ],
    fill(false, 5),
    fill(false, 4),
  ),
  of('a parcel’s way', [...toSend(), shipped()], parcel(5), parcel(6)),
  of('an order under one key', coffee, place(null), place(null, 2), 'idempotency_key_reused'),
];
