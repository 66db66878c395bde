import { kindOfStream } from '#events/stream-names.ts';
import { accountKind } from '../accounts/account.ts';
import { affiliateKind } from '../affiliates/affiliate.ts';
import {
  differenceKind,
  missingStatementKind,
  statementKind,
  statementLineKind,
  unclearPaymentKind,
} from '../books/statement.ts';
import { cartKind } from '../cart/cart.ts';
import { cartEntryKind } from '../cart/cart-entry.ts';
import { caseKind, supportRefundsKind } from '../cases/case.ts';
import { planKind } from '../catalog/plan.ts';
import { templateKind } from '../catalog/shipping-template.ts';
import { albumKind } from '../content/albums/album.ts';
import { postKind } from '../content/post.ts';
import { ballotKind, voteKind } from '../content/votes/vote.ts';
import type { StreamKind } from '../engine/stream-kind.ts';
import { goalCountingKind, goalKind } from '../goals/goal.ts';
import { settlementKind } from '../income/settlement.ts';
import { agreementKind } from '../memberships/agreement.ts';
import { membershipKind } from '../memberships/membership.ts';
import { noticeBarsKind } from '../notices/notice-bars.ts';
import { orderKind } from '../orders/order.ts';
import { unpaidKind } from '../orders/unpaid.ts';
import { termsKind } from '../prices/terms.ts';
import { redeemCodeKind } from '../redeem/redeem-code.ts';
import { refundRequestKind } from '../refunds/refund-request.ts';
import { repliesKind } from '../replies/replies.ts';
import { bannersKind } from '../staff/banners.ts';
import { certificationKind } from '../staff/certification.ts';
import { resentKind } from '../staff/resend-messages.ts';
import { rightsKind } from '../staff/rights.ts';
import { staffKind } from '../staff/staff.ts';
import { standingKind } from '../staff/standing.ts';
import { allowanceKind } from '../stock/allowance.ts';
import { bundleKind } from '../stock/bundle.ts';
import { stockKind } from '../stock/stock.ts';
import { ticketKind } from '../tickets/ticket.ts';
import { balanceKind } from '../withdrawals/balance.ts';
import { bankCardKind } from '../withdrawals/bank-card.ts';

/** All kinds of streams, by name. */
export const streamKinds: ReadonlyMap<string, StreamKind<unknown>> = new Map(
  [
    orderKind,
    cartKind,
    cartEntryKind,
    unpaidKind,
    accountKind,
    refundRequestKind,
    caseKind,
    supportRefundsKind,
    planKind,
    stockKind,
    bundleKind,
    membershipKind,
    agreementKind,
    settlementKind,
    balanceKind,
    allowanceKind,
    termsKind,
    affiliateKind,
    redeemCodeKind,
    repliesKind,
    goalKind,
    goalCountingKind,
    postKind,
    albumKind,
    voteKind,
    ballotKind,
    ticketKind,
    statementKind,
    statementLineKind,
    missingStatementKind,
    unclearPaymentKind,
    differenceKind,
    staffKind,
    certificationKind,
    rightsKind,
    standingKind,
    resentKind,
    bannersKind,
    noticeBarsKind,
    bankCardKind,
    templateKind,
  ].map((kind: StreamKind<unknown>) => [kind.name, kind]),
);

/** The kind of a stream, by its name. Throws for a name of no kind. */
export function kindOf(stream: string): StreamKind<unknown> {
  const kind = streamKinds.get(kindOfStream(stream));
  if (!kind) throw new Error(`no such kind of stream: ${stream}`);
  return kind;
}
