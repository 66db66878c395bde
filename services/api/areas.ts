import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { Dependencies } from './dependencies.ts';
import { addressRoutes } from './routes/addresses.ts';
import { adminRoutes } from './routes/admin.ts';
import { affiliateRoutes } from './routes/affiliates.ts';
import { afterPaymentRoutes } from './routes/after-payment.ts';
import { auditRoutes } from './routes/audit.ts';
import { bankReviewRoutes } from './routes/bank-reviews.ts';
import { bookRoutes } from './routes/books.ts';
import { booksExportRoutes } from './routes/books-export.ts';
import { cartRoutes } from './routes/cart.ts';
import { cartOrderRoutes } from './routes/cart-orders.ts';
import { catalogRoutes } from './routes/catalog.ts';
import { certificationRoutes } from './routes/certification.ts';
import { creatorRoutes } from './routes/creators.ts';
import { deliveryRoutes } from './routes/delivery.ts';
import { doorRoutes } from './routes/door.ts';
import { explainRoutes } from './routes/explain.ts';
import { expressRoutes } from './routes/express.ts';
import { figureRoutes } from './routes/figures.ts';
import { financeOverviewRoutes } from './routes/finance-overview.ts';
import { financeRefundRoutes } from './routes/finance-refunds.ts';
import { financeWithdrawalRoutes } from './routes/finance-withdrawals.ts';
import { identityRoutes } from './routes/identities.ts';
import { identityDocumentRoutes } from './routes/identity-documents.ts';
import { incomeRoutes } from './routes/income.ts';
import { judgeCertificationRoutes } from './routes/judge-certifications.ts';
import { judgeWithdrawalRoutes } from './routes/judge-withdrawals.ts';
import { listRoutes } from './routes/lists.ts';
import { liveRoutes } from './routes/live.ts';
import { offerStockRoutes } from './routes/offer-stock.ts';
import { operationRoutes } from './routes/operations.ts';
import { orderDetailRoutes } from './routes/order-detail.ts';
import { orderRoutes } from './routes/orders.ts';
import { passportRoutes } from './routes/passport.ts';
import { noticeRoutes, sandboxPayRoutes } from './routes/payments.ts';
import { placedOrderRoutes } from './routes/placed-orders.ts';
import { planRoutes } from './routes/plans.ts';
import { profileRoutes } from './routes/profile.ts';
import { proofRoutes } from './routes/proofs.ts';
import { purchaseRoutes } from './routes/purchases.ts';
import { receiptRoutes } from './routes/receipts.ts';
import { reconciliationRoutes } from './routes/reconciliation.ts';
import { redeemRoutes } from './routes/redeem.ts';
import { redeemCodeRoutes } from './routes/redeem-codes.ts';
import { regionRoutes } from './routes/regions.ts';
import { replyRoutes } from './routes/replies.ts';
import { sandboxRoutes } from './routes/sandbox.ts';
import { sandboxPayoutRoutes } from './routes/sandbox-payouts.ts';
import { sandboxStatementRoutes } from './routes/sandbox-statement.ts';
import { settleMonthRoutes } from './routes/settle-months.ts';
import { settlementRoutes } from './routes/settlements.ts';
import { shippingTemplateRoutes } from './routes/shipping-templates.ts';
import { sponsorRoutes } from './routes/sponsors.ts';
import { staffActionRoutes } from './routes/staff-actions.ts';
import { statementRoutes } from './routes/statements.ts';
import { supportRoutes } from './routes/support.ts';
import { teamRoutes } from './routes/team.ts';
import { ticketRoutes } from './routes/tickets.ts';
import { traceRoutes } from './routes/trace.ts';
import { undeliveredMessageRoutes } from './routes/undelivered-messages.ts';
import { uploadRoutes } from './routes/uploads.ts';
import { withdrawMethodRoutes } from './routes/withdraw-methods.ts';
import { withdrawalRoutes } from './routes/withdrawals.ts';

/** An area of the API: its routes, each with its access, its schemas and its tag. */
export type Area = (deps: Dependencies) => FastifyPluginAsyncZod;

/** Every area, one line each. */
export const areas: readonly Area[] = [
  passportRoutes,
  profileRoutes,
  creatorRoutes,
  certificationRoutes,
  replyRoutes,
  redeemCodeRoutes,
  redeemRoutes,
  affiliateRoutes,
  planRoutes,
  offerStockRoutes,
  catalogRoutes,
  orderRoutes,
  placedOrderRoutes,
  cartRoutes,
  cartOrderRoutes,
  afterPaymentRoutes,
  orderDetailRoutes,
  receiptRoutes,
  purchaseRoutes,
  auditRoutes,
  proofRoutes,
  traceRoutes,
  uploadRoutes,
  operationRoutes,
  sandboxRoutes,
  noticeRoutes,
  sandboxPayRoutes,
  sandboxPayoutRoutes,
  sandboxStatementRoutes,
  explainRoutes,
  figureRoutes,
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
  judgeWithdrawalRoutes,
  bookRoutes,
  statementRoutes,
  reconciliationRoutes,
  booksExportRoutes,
  listRoutes,
  liveRoutes,
  sponsorRoutes,
  ticketRoutes,
  doorRoutes,
  teamRoutes,
  supportRoutes,
  adminRoutes,
  undeliveredMessageRoutes,
  judgeCertificationRoutes,
  staffActionRoutes,
  regionRoutes,
  addressRoutes,
  identityRoutes,
  shippingTemplateRoutes,
  expressRoutes,
  deliveryRoutes,
];
