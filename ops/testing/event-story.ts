import type { OutTradeNo, UserId } from '#events/ids.ts';
import { fenOf } from '#events/money.ts';
import { type DataOf, type DomainEvent, type EventType, isEventType, registry } from '#events/registry.ts';
import { later, newest } from '#events/testing/newest-events.ts';

/** The sample of a type with most fields. */
function fullest<Type extends EventType>(type: Type): DataOf<Type> {
  const versions = Object.entries(later[type] ?? {}).map(
    ([version, data]) => [Number(version), data] as const,
  );
  return (versions.toSorted(([one], [other]) => other - one)[0]?.[1] ?? newest[type]) as DataOf<Type>;
}

const creator = newest.OrderPlaced.creator_id;
type Scene = readonly [type: EventType, data: DomainEvent['data'], creator_id: UserId];
const scene = <Type extends EventType>(type: Type, change: Partial<DataOf<Type>> = {}): Scene =>
  // Type and data are a pair of the union.
  [type, { ...fullest(type), ...change }, creator] as unknown as Scene;

const placed = fullest('OrderPlaced');
const order = (out_trade_no: string, change: Partial<DataOf<'OrderPlaced'>> = {}): Scene =>
  scene('OrderPlaced', { out_trade_no: out_trade_no as OutTradeNo, ...change });
/** Every shape of an order: goods, a membership, an upgrade, a custom amount. */
const member = 'member-1' as OutTradeNo;
const upgrade = {
  from_plan: placed.plan_id,
  until: 1_766_577_000_000,
  left: { days: 12, amount: fenOf(400) },
};
const other = 'cancelled-1' as OutTradeNo;

const ORDERED: readonly Scene[] = [
  scene('PlanCreated'),
  scene('SkuOffered'),
  scene('PlanRevised'),
  scene('PlanRanked'),
  scene('PlanHiddenSaleSet'),
  scene('PlanStatusChanged'),
  scene('StockSet'),
  scene('BundleStockSet'),
  scene('SellingTermsChanged'),
  scene('FreeShippingSet'),
  scene('ShippingTemplateSaved'),
  scene('ShippingTemplateDeleted'),
  scene('AffiliateOpened'),
  scene('AffiliateChanged'),
  scene('GoalSet'),
  scene('GoalCountingSet'),
  scene('RedeemCodeIssued'),
  scene('RepliesAdded'),
  scene('EarningsBegun'),
  scene('UnpaidOrderAdded'),
  scene('CartPlaced'),
  scene('CartEntryOrdered'),
  order(placed.out_trade_no),
  scene('OrderTermsAccepted'),
  scene('AllowanceTaken'),
  scene('StockHeld'),
  scene('BundleHeld'),
  scene('RedeemCodeHeld'),
  scene('AgreementOffered'),
  scene('CartPaid'),
  scene('OrderPaid'),
  scene('StockSold'),
  scene('BundleSold'),
  scene('RedeemCodeUsed'),
  scene('RepliesGiven'),
  scene('RepliesAwaited'),
  scene('TicketIssued'),
  scene('TicketCheckedIn'),
  scene('TicketCheckInUndone'),
  scene('TicketHolderChanged'),
  scene('TicketVoided'),
  scene('OrderAddressSet'),
  scene('OrderShipped'),
  scene('OrderDeliveryMoved'),
  scene('OrderRemarkChanged'),
  scene('CreatorRemarkChanged'),
  scene('LatePaymentReceived'),
  scene('LatePaymentReturned'),
  scene('RefundRequested'),
  scene('RefundRequestApproved'),
  scene('OrderRefunded'),
  scene('RefundSent'),
  scene('RefundFailed'),
  scene('FailedRefundPaid'),
  scene('PaymentDisputed'),
  scene('PaymentDisputeClosed'),
  scene('RefundCharged'),
  scene('RepliesForgone'),
  scene('StockReturned'),
  scene('BundleReturned'),
  scene('AllowanceReturned'),
  scene('RedeemCodeReleased'),
  scene('RedeemCodeRevoked'),
  order(other),
  scene('OrderCancelled', { out_trade_no: other }),
  scene('StockReleased'),
  scene('BundleReleased'),
  order(member, { product_type: 0, lines: [], upgrade, plan_id: placed.plan_id }),
  scene('OrderPaid', { out_trade_no: member }),
  scene('MembershipStarted', { run_id: member, out_trade_no: member }),
  scene('MembershipExtended', { run_id: member }),
  scene('MembershipUpgraded', { run_id: member }),
  scene('MembershipRevoked', { run_id: member }),
  scene('MembershipExpired', { run_id: member }),
  scene('AgreementMade'),
  scene('RenewalPlaced'),
  scene('RenewalFailed'),
  scene('RenewalPaid'),
  scene('AgreementEnded'),
  scene('GoalProgressed'),
  scene('GoalReached'),
  scene('GoalChanged'),
  scene('PostCreated'),
  scene('PostScheduled'),
  scene('PostUnscheduled'),
  scene('PostPublished'),
  scene('PostTermsChanged'),
  scene('PostTextChanged'),
  scene('PostHidden'),
  scene('PostShown'),
  scene('VoteCreated'),
  scene('VoteChanged'),
  scene('BallotCast'),
  scene('VoteEnded'),
  scene('VoteClosed'),
  scene('AlbumCreated'),
  scene('AlbumStatusChanged'),
  scene('AlbumTermsChanged'),
  scene('AlbumPostsChanged'),
  scene('AlbumOrdered'),
  scene('PostDeleted'),
  scene('AlbumDeleted'),
  scene('GoalHidden'),
  scene('GoalShown'),
  scene('GoalDeleted'),
  scene('RepliesDropped'),
  scene('MonthSettled'),
  scene('IncomeSettled'),
  scene('WithdrawalRequested'),
  scene('WithdrawalApproved'),
  scene('PayoutSent'),
  scene('PayoutUnknown'),
  scene('PayoutFailed'),
  scene('WithdrawalRetried'),
  scene('PayoutSent'),
  scene('PayoutSucceeded'),
  scene('PayoutDisputed'),
  scene('PayoutDisputeJudged'),
  scene('PayoutDisputeClosed'),
  scene('WithdrawalRequested', { withdrawal_id: 'w2' }),
  scene('WithdrawalRejected', { withdrawal_id: 'w2' }),
  scene('StatementLineRecorded'),
  scene('StatementImported'),
  scene('DifferenceResolved'),
  scene('DifferenceReopened'),
  scene('StatementReversed'),
  scene('RefundRequested', { refund_id: 'r10' }),
  scene('RefundRequestDeclined', { refund_id: 'r10' }),
  scene('RefundRequested', { refund_id: 'r11' }),
  scene('RefundRequestWithdrawn', { refund_id: 'r11' }),
  scene('StaffRoleGranted'),
  scene('StaffRoleRevoked'),
  scene('CertificationApproved'),
  scene('CertificationRejected'),
  scene('CertificationHeld'),
  scene('CertificationRevoked'),
  scene('CreatorRightTaken'),
  scene('CreatorRightReturned'),
  scene('NoticeBarWritten'),
  scene('NoticeBarEnded'),
  scene('BankCardApproved'),
  scene('BankCardRejected', { review_id: 'another' }),
  scene('SkuWithdrawn'),
  scene('AffiliateClosed'),
  scene('PurchasesClosed'),
  scene('AccountClosingRequested'),
  scene('AccountClosingEnded'),
  scene('TermsAccepted'),
  scene('AccountClosed'),
];

const ordered = new Set(ORDERED.map(([type]) => type));

/**
 * A history of one creator with every type of event, in an order in which it can happen. Types that are not in `ORDERED`
 * come last, in the order of the registry.
 */
export const STORY: readonly Scene[] = [
  ...ORDERED,
  ...Object.keys(registry).flatMap((type) => (isEventType(type) && !ordered.has(type) ? [scene(type)] : [])),
];
