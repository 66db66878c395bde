import type { TFunction } from 'i18next';
import type logged from '../../locales/zh-CN/audit-event.json';
import { wireOfFen } from '../wire-money.ts';

type Known = keyof (typeof logged)['event'];

const KNOWN: Readonly<Record<Known, true>> = {
  OrderPlaced: true,
  OrderTermsAccepted: true,
  OrderPaid: true,
  OrderCancelled: true,
  OrderRefunded: true,
  RefundSent: true,
  RefundFailed: true,
  FailedRefundPaid: true,
  PaymentDisputed: true,
  PaymentDisputeClosed: true,
  OrderAddressSet: true,
  OrderShipped: true,
  OrderDeliveryMoved: true,
  OrderRemarkChanged: true,
  CreatorRemarkChanged: true,
  OrderHandedOver: true,
  LatePaymentReceived: true,
  LatePaymentReturned: true,
  CartPlaced: true,
  CartPaid: true,
  MonthSettled: true,
  IncomeSettled: true,
  PostPublished: true,
  PostTextChanged: true,
  WithdrawalRequested: true,
  WithdrawalApproved: true,
  WithdrawalRejected: true,
  WithdrawalRetried: true,
  PayoutSent: true,
  PayoutUnknown: true,
  PayoutSucceeded: true,
  PayoutFailed: true,
  PayoutDisputed: true,
  PayoutDisputeJudged: true,
  PayoutDisputeClosed: true,
  StatementLineRecorded: true,
  StatementImported: true,
  StatementReversed: true,
  MissingStatementClosed: true,
  UnclearPaymentClosed: true,
  DifferenceResolved: true,
  DifferenceReopened: true,
};

const isKnown = (type: string): type is Known => Object.hasOwn(KNOWN, type);

/** An event's type in words; an unknown type stays as it is. */
export const eventWord = (t: TFunction<'audit-event'>, type: string): string =>
  isKnown(type) ? t(`event.${type}`) : type;

const ACTORS = ['user', 'process', 'provider', 'import'] as const;

/** Those that act on orders and withdrawals. */
const PROCESSES = [
  'admin',
  'carrier',
  'expiry',
  'late-payment-refunds',
  'payouts',
  'refunds',
  'renewals',
  'settlement',
] as const;

/** Who did it: `user:…`, `process:…`, `provider:…` or `import:…`. */
export function actorWord(t: TFunction<'audit-event'>, actor: string): string {
  const at = actor.indexOf(':');
  const kind = ACTORS.find((one) => one === actor.slice(0, at));
  if (kind === undefined) return actor;
  const name = actor.slice(at + 1);
  const known = kind === 'process' ? PROCESSES.find((one) => one === name) : undefined;
  return t(`actor.${kind}`, { name: known === undefined ? name : t(`process.${known}`) });
}

/** The money of an event, yuan; undefined for those without. */
export function eventMoney(data: Readonly<Record<string, unknown>>): string | undefined {
  const fen = data.total_amount ?? data.amount ?? data.net;
  return typeof fen === 'number' ? wireOfFen(fen) : undefined;
}
