/** Names of streams: one place that spells them, one that reads them. */
import {
  type CartOrderNo,
  type ChargeId,
  derivedHexId,
  type OutTradeNo,
  type PlanId,
  type SkuId,
  type UserId,
} from './ids.ts';

export const orderStream = (order: OutTradeNo): string => `order-${order}`;
export const planStream = (plan: PlanId): string => `plan-${plan}`;
export const stockStream = (sku: SkuId): string => `stock-${sku}`;
export const termsStream = (creator: UserId): string => `terms-${creator}`;
export const allowanceStream = (plan: PlanId, user: UserId): string => `allowance-${plan}-${user}`;
export const bundleStream = (plan: PlanId): string => `bundle-${plan}`;
export const cartStream = (cart: CartOrderNo): string => `cart-${cart}`;
/** An entry of a cart, by the id that its row has. */
export const cartEntryStream = (cart_id: string): string => `cartentry-${cart_id}`;
/** A large refund by finance that needs a second person. */
export const refundRequestStream = (refund_id: string): string => `refundrequest-${refund_id}`;
/** What a fan asks for about an order. */
export const caseStream = (order: OutTradeNo): string => `case-${order}`;
/** What a person of support refunded. */
export const supportRefundsStream = (user: UserId): string => `supportrefunds-${user}`;
/** The banners of the site. */
export const BANNERS_STREAM = 'banners-site';
/** When the messages of an order were sent again. */
export const resentStream = (order: OutTradeNo): string => `resent-${order}`;
/** Whether a person can buy and sell. */
export const accountStream = (user: UserId): string => `account-${user}`;
/** The orders of a fan, as they are placed. */
export const unpaidStream = (user: UserId): string => `unpaid-${user}`;
export const balanceStream = (user: UserId): string => `balance-${user}`;
export const settlementStream = (month: string, user: UserId): string => `settlement-${month}-${user}`;
export const membershipStream = (creator: UserId, user: UserId): string => `membership-${creator}-${user}`;
/** The agreement of a fan that memberships of a plan are renewed. */
export const agreementStream = (plan: PlanId, user: UserId): string => `agreement-${plan}-${user}`;
export const redeemStream = (code_id: string): string => `redeem-${code_id}`;
export const affiliateStream = (affiliate_id: string): string => `affiliate-${affiliate_id}`;
export const goalStream = (goal_id: string): string => `goal-${goal_id}`;
export const postStream = (post_id: string): string => `post-${post_id}`;
export const voteStream = (post_id: string): string => `vote-${post_id}`;
/** The ballot of a person in the vote of a post. */
export const ballotStream = (post_id: string, user: UserId): string => `ballot-${post_id}-${user}`;
export const albumStream = (album_id: string): string => `album-${album_id}`;
/** Which orders count for the goals of a creator. */
export const goalCountingStream = (creator: UserId): string => `goalcounting-${creator}`;
export const repliesStream = (pool_id: string): string => `replies-${pool_id}`;
export const ticketStream = (ticket_id: string): string => `ticket-${ticket_id}`;
export const statementStream = (statement_id: string): string => `statement-${statement_id}`;
/** A provider's id of a line may hold anything: the stream is named by a hash of it. */
export const statementLineStream = (provider: string, line_id: string): string =>
  `statementline-${derivedHexId('statement-line', provider, line_id)}`;
/** The statement of a business day that could not be taken. */
export const missingStatementStream = (provider: string, day: string): string =>
  `missingstatement-${provider}-${day}`;
/** A payment that its provider's answers leave undecided. */
export const unclearPaymentStream = (charge: ChargeId): string => `unclearpayment-${charge}`;
export const differenceStream = (difference_id: string): string => `difference-${difference_id}`;
/** The staff roles of a person. */
export const staffStream = (user: UserId): string => `staff-${user}`;
/** The staff's decision on a creator's certification. */
export const certificationStream = (user: UserId): string => `certification-${user}`;
/** Revoked rights of a creator. */
export const rightsStream = (user: UserId): string => `rights-${user}`;
/** Whether a person is shown, hidden or banned. */
export const standingStream = (user: UserId): string => `standing-${user}`;
/** Finance's decision on a submitted bank card. */
export const bankCardStream = (review_id: string): string => `card-${review_id}`;
/** Notices of the platform to everybody. */
export const noticeBarsStream = 'noticebars-all';
export const templateStream = (template: string): string => `template-${template}`;

/** `order-2024…` → `order`. */
export const kindOfStream = (stream: string): string => stream.slice(0, stream.indexOf('-'));

/** `order-2024…` → `2024…`. */
export const keyOfStream = (stream: string): string => stream.slice(stream.indexOf('-') + 1);
