import type { OutTradeNo, UserId } from '../ids.ts';
import type { DomainEvent } from '../registry.ts';
import {
  accountStream,
  affiliateStream,
  agreementStream,
  albumStream,
  allowanceStream,
  balanceStream,
  ballotStream,
  bankCardStream,
  bundleStream,
  cartEntryStream,
  cartStream,
  certificationStream,
  differenceStream,
  goalCountingStream,
  goalStream,
  membershipStream,
  orderStream,
  planStream,
  postStream,
  redeemStream,
  refundRequestStream,
  repliesStream,
  rightsStream,
  settlementStream,
  staffStream,
  statementLineStream,
  statementStream,
  stockStream,
  templateStream,
  termsStream,
  ticketStream,
  unpaidStream,
  voteStream,
} from '../stream-names.ts';

/** The stream of an event, by the ids in its data. Throws for a type that is not here: a new one needs a line. */
export function streamOf({ type, data }: DomainEvent): string {
  const of = data as Record<string, string> & { user_id: UserId; creator_id: UserId };
  const [user, creator, plan] = [of.user_id, of.creator_id, of.plan_id as never];
  const streams: readonly (readonly [RegExp, () => string])[] = [
    [
      /^Order|^LatePayment|^RefundSent|^RefundFailed|^FailedRefund|^PaymentDispute|^CreatorRemark/,
      () => orderStream(of.out_trade_no as OutTradeNo),
    ],
    [/^CartEntry/, () => cartEntryStream(of.cart_id ?? '')],
    [/^Cart/, () => cartStream(of.cart_order_no as never)],
    [/^Unpaid|^PurchasesClosed/, () => unpaidStream(user)],
    [/^Account|^Earnings|^TermsAccepted/, () => accountStream(user)],
    [/^RefundRequest/, () => refundRequestStream(of.refund_id ?? '')],
    [/^Bundle/, () => bundleStream(plan)],
    [/^MonthSettled/, () => settlementStream(of.month ?? '', user)],
    [/^IncomeSettled|^RefundCharged|^Withdrawal|^Payout/, () => balanceStream(user)],
    [/^StatementLine/, () => statementLineStream(of.provider ?? '', of.line_id ?? '')],
    [/^Statement/, () => statementStream(of.statement_id ?? '')],
    [/^Difference/, () => differenceStream(of.difference_id ?? '')],
    [/^Membership/, () => membershipStream(creator, user)],
    [/^Agreement|^Renewal/, () => agreementStream(plan, user)],
    [/^Plan|^Sku/, () => planStream(plan)],
    [/^Stock/, () => stockStream(of.sku_id as never)],
    [/^Allowance/, () => allowanceStream(plan, user)],
    [/^SellingTerms|^FreeShipping/, () => termsStream(creator)],
    [/^ShippingTemplate/, () => templateStream(of.template_id ?? '')],
    [/^Ticket/, () => ticketStream(of.ticket_id ?? '')],
    [/^Affiliate/, () => affiliateStream(of.affiliate_id ?? '')],
    [/^Album/, () => albumStream(of.album_id ?? '')],
    [/^Vote/, () => voteStream(of.post_id ?? '')],
    [/^Ballot/, () => ballotStream(of.post_id ?? '', user)],
    [/^Post/, () => postStream(of.post_id ?? '')],
    [/^GoalCounting/, () => goalCountingStream(creator)],
    [/^Goal/, () => goalStream(of.goal_id ?? '')],
    [/^RedeemCode/, () => redeemStream(of.code_id ?? '')],
    [/^Replies/, () => repliesStream(of.pool_id ?? '')],
    [/^StaffRole/, () => staffStream(user)],
    [/^Certification/, () => certificationStream(user)],
    [/^CreatorRight/, () => rightsStream(user)],
    [/^BankCard/, () => bankCardStream(of.review_id ?? '')],
  ];
  const found = streams.find(([types]) => types.test(type));
  if (!found) throw new Error(`${type} needs a line in events/testing/stream-of.ts`);
  return found[1]();
}
