import type { z } from 'zod';
import { accountEvents } from './accounts.ts';
import { affiliateEvents } from './affiliates.ts';
import { statementEvents } from './books.ts';
import { cartEntryEvents, cartEvents } from './cart.ts';
import { caseEvents, supportRefundEvents } from './cases.ts';
import { planEvents, shippingTemplateEvents } from './catalog.ts';
import { contentEvents } from './content.ts';
import type { EventOf } from './envelope.ts';
import { goalEvents } from './goals.ts';
import { settlementEvents } from './income.ts';
import { agreementEvents, membershipEvents } from './memberships.ts';
import { noticeBarEvents } from './notices.ts';
import { orderEvents, unpaidEvents } from './orders.ts';
import { termsEvents } from './prices.ts';
import { redeemCodeEvents } from './redeem.ts';
import { refundRequestEvents } from './refunds.ts';
import { repliesEvents } from './replies.ts';
import {
  bannerEvents,
  certificationEvents,
  resentEvents,
  rightsEvents,
  staffEvents,
  standingEvents,
} from './staff.ts';
import { allowanceEvents, bundleEvents, stockEvents } from './stock.ts';
import { ticketEvents } from './tickets.ts';
import {
  failedRefundPaidFrom1,
  offerFrom1,
  offerFrom2,
  offerFrom3,
  orderFrom1,
  orderFrom2,
  picturesFrom1,
  refundFrom1,
  refundSentFrom1,
  reviewFrom1,
  revokedFrom1,
  revokedFrom2,
  runFrom1,
  settlementFrom1,
  settlementFrom2,
  skuFrom1,
  skuFrom2,
  skuFrom3,
  startedFrom1,
  statementFrom1,
  upgradedFrom1,
} from './upcasters.ts';
import { balanceEvents, bankCardEvents } from './withdrawals.ts';

/** Schemas of the data, in its newest version. */
export const eventData = {
  ...planEvents,
  ...orderEvents,
  ...affiliateEvents,
  ...goalEvents,
  ...contentEvents,
  ...cartEvents,
  ...cartEntryEvents,
  ...unpaidEvents,
  ...accountEvents,
  ...refundRequestEvents,
  ...caseEvents,
  ...supportRefundEvents,
  ...staffEvents,
  ...certificationEvents,
  ...rightsEvents,
  ...standingEvents,
  ...resentEvents,
  ...bannerEvents,
  ...noticeBarEvents,
  ...bankCardEvents,
  ...stockEvents,
  ...bundleEvents,
  ...allowanceEvents,
  ...membershipEvents,
  ...agreementEvents,
  ...settlementEvents,
  ...balanceEvents,
  ...statementEvents,
  ...redeemCodeEvents,
  ...repliesEvents,
  ...termsEvents,
  ...ticketEvents,
  ...shippingTemplateEvents,
};

/** Every event that can be written. */
export type DomainEvent = EventOf<typeof eventData>;
export type EventType = DomainEvent['type'];
export type DataOf<Type extends EventType> = z.infer<(typeof eventData)[Type]>;

/** Lifts the data of one version to the next. */
type Upcaster = (data: Record<string, unknown>) => Record<string, unknown>;

interface EventDefinition {
  /** Version written now; versions count from 1. */
  version: number;
  /** `upcasters[v]` lifts version v to v + 1; one for every version below the newest. */
  upcasters: Readonly<Record<number, Upcaster>>;
  /** The kind of stream that it begins: the type is the first event of a stream and never a later one. */
  begins?: string;
}

const first: EventDefinition = { version: 1, upcasters: {} };
const second = (from1: Upcaster): EventDefinition => ({ version: 2, upcasters: { 1: from1 } });
const third = (from1: Upcaster, from2: Upcaster): EventDefinition => ({
  version: 3,
  upcasters: { 1: from1, 2: from2 },
});
const fourth = (from1: Upcaster, from2: Upcaster, from3: Upcaster): EventDefinition => ({
  version: 4,
  upcasters: { 1: from1, 2: from2, 3: from3 },
});
const beginning = (kind: string, definition: EventDefinition): EventDefinition => ({
  ...definition,
  begins: kind,
});

/** The one list of event types with their versions. `golden/` has a file for each version. */
export const registry: Readonly<Record<EventType, EventDefinition>> = {
  PlanCreated: beginning('plan', fourth(offerFrom1, offerFrom2, offerFrom3)),
  PlanRevised: fourth(offerFrom1, offerFrom2, offerFrom3),
  PlanRanked: first,
  PlanHiddenSaleSet: first,
  PlanStatusChanged: first,
  SkuOffered: fourth(skuFrom1, skuFrom2, skuFrom3),
  SkuWithdrawn: first,
  PlanTicketsRecalled: first,
  OrderPlaced: beginning('order', third(orderFrom1, orderFrom2)),
  OrderPaid: first,
  OrderCancelled: first,
  OrderRefunded: second(refundFrom1),
  RefundSent: second(refundSentFrom1),
  OrderAddressSet: first,
  OrderShipped: first,
  OrderDeliveryMoved: first,
  OrderRemarkChanged: first,
  CreatorRemarkChanged: first,
  OrderHandedOver: first,
  CartPlaced: beginning('cart', first),
  CartPaid: first,
  CartEntryOrdered: first,
  UnpaidOrderAdded: first,
  PurchasesClosed: first,
  EarningsBegun: first,
  AccountClosingRequested: first,
  AccountClosingEnded: first,
  AccountClosed: first,
  TermsAccepted: first,
  OrderTermsAccepted: first,
  RefundRequested: beginning('refundrequest', first),
  RefundRequestApproved: first,
  RefundRequestDeclined: first,
  RefundRequestWithdrawn: first,
  CaseOpened: second(picturesFrom1),
  CaseMessageAdded: second(picturesFrom1),
  CaseDeclined: first,
  CaseRefundRequested: first,
  CaseRefundDeclined: first,
  CaseAccepted: first,
  CasePassedOn: first,
  CaseClosed: first,
  SupportRefundCounted: first,
  SupportRefundReturned: first,
  LatePaymentReceived: first,
  LatePaymentReturned: first,
  RefundFailed: first,
  FailedRefundPaid: second(failedRefundPaidFrom1),
  PaymentDisputed: first,
  PaymentDisputeClosed: first,
  AffiliateOpened: beginning('affiliate', first),
  AffiliateChanged: first,
  AffiliateClosed: first,
  GoalSet: beginning('goal', first),
  GoalChanged: first,
  GoalHidden: first,
  GoalShown: first,
  GoalDeleted: first,
  GoalProgressed: first,
  GoalReached: first,
  GoalCountingSet: first,
  PostCreated: beginning('post', first),
  PostScheduled: first,
  PostUnscheduled: first,
  PostPublished: first,
  PostTermsChanged: first,
  PostTextChanged: first,
  PostHidden: first,
  PostShown: first,
  PostDeleted: first,
  VoteCreated: beginning('vote', first),
  VoteChanged: first,
  VoteRemoved: first,
  BallotCast: beginning('ballot', first),
  VoteEnded: first,
  VoteClosed: first,
  AlbumCreated: beginning('album', first),
  AlbumTermsChanged: first,
  AlbumStatusChanged: first,
  AlbumPostsChanged: first,
  AlbumOrdered: first,
  AlbumDeleted: first,
  RedeemCodeIssued: beginning('redeem', first),
  RedeemCodeHeld: first,
  RedeemCodeUsed: first,
  RedeemCodeReleased: first,
  RedeemCodeRevoked: first,
  RepliesAdded: first,
  RepliesDropped: first,
  RepliesGiven: first,
  RepliesAwaited: first,
  RepliesForgone: first,
  StockSet: first,
  StockHeld: first,
  StockSold: first,
  StockReleased: first,
  StockReturned: first,
  BundleStockSet: first,
  BundleHeld: first,
  BundleSold: first,
  BundleReleased: first,
  BundleReturned: first,
  MonthSettled: beginning('settlement', third(settlementFrom1, settlementFrom2)),
  IncomeSettled: first,
  RefundCharged: first,
  WithdrawalRequested: first,
  WithdrawalApproved: second(reviewFrom1),
  WithdrawalRejected: first,
  WithdrawalRetried: second(reviewFrom1),
  PayoutSent: first,
  PayoutUnknown: first,
  PayoutSucceeded: first,
  PayoutFailed: first,
  PayoutDisputed: first,
  PayoutDisputeJudged: first,
  PayoutDisputeClosed: first,
  StatementLineRecorded: beginning('statementline', first),
  StatementImported: second(statementFrom1),
  StatementReversed: first,
  MissingStatementClosed: first,
  UnclearPaymentClosed: first,
  DifferenceResolved: first,
  DifferenceReopened: first,
  MembershipStarted: second(startedFrom1),
  MembershipExtended: second(runFrom1),
  MembershipUpgraded: second(upgradedFrom1),
  MembershipExpired: second(runFrom1),
  MembershipRevoked: third(revokedFrom1, revokedFrom2),
  MembershipMovedOut: first,
  MembershipMovedIn: first,
  AgreementOffered: first,
  AgreementMade: first,
  RenewalPlaced: first,
  RenewalFailed: first,
  RenewalPaid: first,
  AgreementEnded: first,
  AllowanceTaken: first,
  AllowanceReturned: first,
  SellingTermsChanged: first,
  TicketIssued: beginning('ticket', first),
  TicketCheckedIn: first,
  TicketCheckInUndone: first,
  TicketHolderChanged: first,
  TicketHandedOver: first,
  TicketVoided: first,
  FreeShippingSet: first,
  RemarkChangesAllowed: first,
  ShippingTemplateSaved: first,
  ShippingTemplateDeleted: first,
  StaffRoleGranted: first,
  StaffRoleRevoked: first,
  CertificationApproved: first,
  CertificationRejected: first,
  CertificationHeld: first,
  CertificationRevoked: first,
  CreatorRightTaken: first,
  CreatorRightReturned: first,
  UserShown: first,
  UserHidden: first,
  UserBanned: first,
  UserFactorsRemoved: first,
  MessagesResent: first,
  BannersSet: first,
  NoticeBarWritten: first,
  NoticeBarEnded: first,
  BankCardApproved: beginning('card', first),
  BankCardRejected: beginning('card', first),
};

export const isEventType = (type: string): type is EventType => Object.hasOwn(registry, type);
