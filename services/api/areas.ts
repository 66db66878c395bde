import { bindingRoutes } from './accounts/binding.routes.ts';
import { cancellationRoutes } from './accounts/cancellation.routes.ts';
import { certificationRoutes } from './accounts/certification.routes.ts';
import { deletionRoutes } from './accounts/deletion.routes.ts';
import { factorRoutes } from './accounts/factors.routes.ts';
import { messengerRoutes } from './accounts/messenger.routes.ts';
import { ownDataRoutes } from './accounts/own-data.routes.ts';
import { passkeyRoutes } from './accounts/passkeys.routes.ts';
import { passportRoutes } from './accounts/passport.routes.ts';
import { profileRoutes } from './accounts/profile.routes.ts';
import { sessionRoutes } from './accounts/sessions.routes.ts';
import { teamRoutes } from './accounts/team.routes.ts';
import { termsRoutes } from './accounts/terms.routes.ts';
import { affiliateRoutes } from './affiliates/affiliates.routes.ts';
import { auditRoutes } from './audit/audit.routes.ts';
import { proofRoutes } from './audit/proofs.routes.ts';
import { bookRoutes } from './books/books.routes.ts';
import { booksExportRoutes } from './books/books-export.routes.ts';
import { financeOverviewRoutes } from './books/finance-overview.routes.ts';
import { reconciliationRoutes } from './books/reconciliation.routes.ts';
import { sandboxStatementRoutes } from './books/sandbox-statement.routes.ts';
import { statementRoutes } from './books/statements.routes.ts';
import { traceRoutes } from './books/trace.routes.ts';
import { cartRoutes } from './cart/cart.routes.ts';
import { cartOrderRoutes } from './cart/cart-orders.routes.ts';
import { caseRoutes } from './cases/cases.routes.ts';
import { staffCaseRoutes } from './cases/staff-cases.routes.ts';
import { catalogRoutes } from './catalog/catalog.routes.ts';
import { creatorRoutes } from './catalog/creators.routes.ts';
import { planRoutes } from './catalog/plans.routes.ts';
import { searchPlanRoutes } from './catalog/search-plans.routes.ts';
import { accessRoutes } from './content/access/access.routes.ts';
import { albumLinkRoutes } from './content/albums/album-links.routes.ts';
import { albumRoutes } from './content/albums/albums.routes.ts';
import { commentRoutes } from './content/comments/comments.routes.ts';
import { draftRoutes } from './content/drafts/drafts.routes.ts';
import { previewRoutes } from './content/drafts/preview.routes.ts';
import { feedRoutes } from './content/feeds/feeds.routes.ts';
import { postLinkRoutes } from './content/post-links.routes.ts';
import { postReportRoutes } from './content/post-reports.routes.ts';
import { postRoutes } from './content/posts.routes.ts';
import { promiseRoutes } from './content/promises.routes.ts';
import { postRevenueRoutes } from './content/revenue.routes.ts';
import { searchRoutes } from './content/search/search.routes.ts';
import { voteRoutes } from './content/votes/votes.routes.ts';
import { addressRoutes } from './delivery/addresses.routes.ts';
import { deliveryRoutes } from './delivery/delivery.routes.ts';
import { expressRoutes } from './delivery/express.routes.ts';
import { regionRoutes } from './delivery/regions.routes.ts';
import { shippingTemplateRoutes } from './delivery/shipping-templates.routes.ts';
import { goalRoutes } from './goals/goals.routes.ts';
import { overlayRoutes } from './goals/overlay.routes.ts';
import type { Area } from './http/area.ts';
import { incomeRoutes } from './income/income.routes.ts';
import { settleMonthRoutes } from './income/settle-months.routes.ts';
import { settlementRoutes } from './income/settlements.routes.ts';
import { mediaRoutes } from './media/media.routes.ts';
import { mediaFileRoutes } from './media/media-files.routes.ts';
import { pictureRoutes } from './media/pictures.routes.ts';
import { uploadFormRoutes } from './media/upload-forms.routes.ts';
import { uploadPartRoutes } from './media/upload-parts.routes.ts';
import { agreementRoutes } from './memberships/agreements.routes.ts';
import { sponsorRoutes } from './memberships/sponsors.routes.ts';
import { notifyConfigRoutes } from './messages/notify-config.routes.ts';
import { ownMessageRoutes } from './messages/own-messages.routes.ts';
import { pushRoutes } from './messages/push.routes.ts';
import { undeliveredMessageRoutes } from './messages/undelivered-messages.routes.ts';
import { oneClickRoutes, unsubscribeRoutes } from './messages/unsubscribe.routes.ts';
import { noticeBarRoutes } from './notices/notice-bars.routes.ts';
import { ownNoticeRoutes } from './notices/notices.routes.ts';
import { developerRoutes } from './open/developer.routes.ts';
import { appRoutes } from './open/oauth/apps.routes.ts';
import { oauthRoutes } from './open/oauth/oauth.routes.ts';
import { oauthTokenRoutes } from './open/oauth/oauth-tokens.routes.ts';
import { openRoutes } from './open/open.routes.ts';
import { testReceiverRoutes } from './open/test-receiver.routes.ts';
import { webhookRoutes } from './open/webhooks.routes.ts';
import { afterPaymentRoutes } from './orders/after-payment.routes.ts';
import { orderDetailRoutes } from './orders/order-detail.routes.ts';
import { listRoutes } from './orders/order-list.routes.ts';
import { orderRoutes } from './orders/orders.routes.ts';
import { placedOrderRoutes } from './orders/placed-orders.routes.ts';
import { purchaseRoutes } from './orders/purchases.routes.ts';
import { receiptRoutes } from './orders/receipts.routes.ts';
import { noticeRoutes, sandboxPayRoutes } from './payments/payments.routes.ts';
import { redeemRoutes } from './redeem/redeem.routes.ts';
import { redeemCodeRoutes } from './redeem/redeem-codes.routes.ts';
import { financeRefundRoutes } from './refunds/finance-refunds.routes.ts';
import { blockRoutes } from './relations/blocks.routes.ts';
import { feedListRoutes } from './relations/feed.routes.ts';
import { likeRoutes } from './relations/likes.routes.ts';
import { markRoutes } from './relations/marks.routes.ts';
import { replyRoutes } from './replies/replies.routes.ts';
import { adminRoutes } from './staff/admin.routes.ts';
import { bannerRoutes } from './staff/banners.routes.ts';
import { explainPersonRoutes } from './staff/explain-person.routes.ts';
import { staffListRoutes } from './staff/lists.routes.ts';
import { reviewCertificationRoutes } from './staff/review-certifications.routes.ts';
import { staffActionRoutes } from './staff/staff-actions.routes.ts';
import { supportRoutes } from './staff/support.routes.ts';
import { userRoutes } from './staff/users.routes.ts';
import { explainRoutes } from './stats/explain.routes.ts';
import { explainGoalRoutes } from './stats/explain-goal.routes.ts';
import { guideRoutes } from './stats/guide.routes.ts';
import { salesRoutes } from './stats/sales.routes.ts';
import { statsRoutes } from './stats/stats.routes.ts';
import { visitRoutes } from './stats/visits.routes.ts';
import { offerStockRoutes } from './stock/offer-stock.routes.ts';
import { liveRoutes } from './system/live.routes.ts';
import { operationRoutes } from './system/operations.routes.ts';
import { siteMapRoutes } from './system/pages/site-map.routes.ts';
import { sandboxRoutes } from './system/sandbox.routes.ts';
import { checkInRoutes } from './tickets/check-in.routes.ts';
import { identityRoutes } from './tickets/identities.routes.ts';
import { ticketRoutes } from './tickets/tickets.routes.ts';
import { bankReviewRoutes } from './withdrawals/bank-reviews.routes.ts';
import { financeWithdrawalRoutes } from './withdrawals/finance-withdrawals.routes.ts';
import { identityDocumentRoutes } from './withdrawals/identity-documents.routes.ts';
import { reviewWithdrawalRoutes } from './withdrawals/review-withdrawals.routes.ts';
import { sandboxPayoutRoutes } from './withdrawals/sandbox-payouts.routes.ts';
import { withdrawMethodRoutes } from './withdrawals/withdraw-methods.routes.ts';
import { withdrawalRoutes } from './withdrawals/withdrawals.routes.ts';

/** Every area, one line each. */
export const areas: readonly Area[] = [
  passkeyRoutes,
  passportRoutes,
  bindingRoutes,
  messengerRoutes,
  factorRoutes,
  ownDataRoutes,
  cancellationRoutes,
  deletionRoutes,
  sessionRoutes,
  termsRoutes,
  profileRoutes,
  creatorRoutes,
  certificationRoutes,
  replyRoutes,
  redeemCodeRoutes,
  redeemRoutes,
  affiliateRoutes,
  goalRoutes,
  overlayRoutes,
  feedRoutes,
  accessRoutes,
  albumLinkRoutes,
  albumRoutes,
  postRevenueRoutes,
  promiseRoutes,
  postLinkRoutes,
  postReportRoutes,
  postRoutes,
  commentRoutes,
  voteRoutes,
  searchRoutes,
  draftRoutes,
  previewRoutes,
  markRoutes,
  likeRoutes,
  blockRoutes,
  feedListRoutes,
  planRoutes,
  offerStockRoutes,
  catalogRoutes,
  searchPlanRoutes,
  orderRoutes,
  placedOrderRoutes,
  cartRoutes,
  cartOrderRoutes,
  afterPaymentRoutes,
  orderDetailRoutes,
  caseRoutes,
  staffCaseRoutes,
  receiptRoutes,
  purchaseRoutes,
  auditRoutes,
  proofRoutes,
  traceRoutes,
  pictureRoutes,
  uploadFormRoutes,
  mediaRoutes,
  uploadPartRoutes,
  mediaFileRoutes,
  operationRoutes,
  siteMapRoutes,
  sandboxRoutes,
  noticeRoutes,
  sandboxPayRoutes,
  sandboxPayoutRoutes,
  sandboxStatementRoutes,
  explainRoutes,
  explainGoalRoutes,
  statsRoutes,
  guideRoutes,
  salesRoutes,
  visitRoutes,
  incomeRoutes,
  financeOverviewRoutes,
  financeRefundRoutes,
  settlementRoutes,
  settleMonthRoutes,
  withdrawMethodRoutes,
  identityDocumentRoutes,
  bankReviewRoutes,
  withdrawalRoutes,
  financeWithdrawalRoutes,
  reviewWithdrawalRoutes,
  bookRoutes,
  statementRoutes,
  reconciliationRoutes,
  booksExportRoutes,
  listRoutes,
  liveRoutes,
  sponsorRoutes,
  notifyConfigRoutes,
  unsubscribeRoutes,
  oneClickRoutes,
  pushRoutes,
  ownNoticeRoutes,
  noticeBarRoutes,
  agreementRoutes,
  ticketRoutes,
  checkInRoutes,
  teamRoutes,
  supportRoutes,
  adminRoutes,
  explainPersonRoutes,
  staffListRoutes,
  userRoutes,
  bannerRoutes,
  ownMessageRoutes,
  undeliveredMessageRoutes,
  reviewCertificationRoutes,
  staffActionRoutes,
  regionRoutes,
  addressRoutes,
  identityRoutes,
  shippingTemplateRoutes,
  expressRoutes,
  deliveryRoutes,
  openRoutes,
  developerRoutes,
  appRoutes,
  oauthRoutes,
  oauthTokenRoutes,
  webhookRoutes,
  testReceiverRoutes,
];
