import type { DomainEvent } from '#events/registry.ts';
import type { Millis } from '#events/time.ts';
import { type AccountState, evolveAccount, openAccount } from './accounts/account.ts';
import { type AffiliateState, evolveAffiliate, noAffiliate } from './affiliates/affiliate.ts';
import {
  type DifferenceState,
  evolveDifference,
  evolveStatement,
  evolveStatementLine,
  noDifference,
  noStatement,
  noStatementLine,
  type StatementLineState,
  type StatementState,
} from './books/statement.ts';
import { type CartState, evolveCart, noCart } from './cart/cart.ts';
import { type CartEntryState, evolveCartEntry, noCartEntry } from './cart/cart-entry.ts';
import { evolvePlan, noPlan, type PlanState } from './catalog/plan.ts';
import { evolveTemplate, noTemplate, type TemplateState } from './catalog/shipping-template.ts';
import {
  evolveGoal,
  evolveGoalCounting,
  type GoalCountingState,
  type GoalState,
  noGoal,
  sponsorshipsOnly,
} from './goals/goal.ts';
import { evolveSettlement, noSettlement, type SettlementState } from './income/settlement.ts';
import { type AgreementState, evolveAgreement, noAgreement } from './memberships/agreement.ts';
import { evolveMembership, type MembershipState, noMemberships } from './memberships/membership.ts';
import { evolveOrder, noOrder, type OrderState } from './orders/order.ts';
import { evolveUnpaid, noUnpaid, type UnpaidState } from './orders/unpaid.ts';
import { evolveTerms, noTerms, type TermsState } from './prices/terms.ts';
import { evolveRedeemCode, noRedeemCode, type RedeemCodeState } from './redeem/redeem-code.ts';
import { evolveRefundRequest, noRefundRequest, type RefundRequestState } from './refunds/refund-request.ts';
import { evolveReplies, noReplies, type RepliesState } from './replies/replies.ts';
import { type CertificationState, evolveCertification, noCertification } from './staff/certification.ts';
import { evolveRights, noRights, type RightsState } from './staff/rights.ts';
import { evolveStaff, noStaff, type StaffState } from './staff/staff.ts';
import { type AllowanceState, evolveAllowance, noAllowance } from './stock/allowance.ts';
import { type BundleState, evolveBundle, noBundles } from './stock/bundle.ts';
import { evolveStock, noStock, type StockState } from './stock/stock.ts';
import { evolveTicket, noTicket, type TicketState } from './tickets/ticket.ts';
import { type BalanceState, evolveBalance, noBalance } from './withdrawals/balance.ts';
import { type BankCardState, evolveBankCard, noVerdict } from './withdrawals/bank-card.ts';

interface KindDefinition<State> {
  initial: State;
  /** Pure and total: an event of another kind returns the state unchanged. Never mutates. */
  evolve(state: State, event: DomainEvent, at: Millis): State;
  /** Raised when the state's shape changes: snapshots of another shape are not read. */
  shape: number;
}

const define = <State>(definition: KindDefinition<State>): KindDefinition<State> => definition;

/** How the streams of each kind fold. The kind is the name's part before the first dash. */
export const streamKinds = {
  order: define<OrderState>({ initial: noOrder, evolve: evolveOrder, shape: 5 }),
  cart: define<CartState>({ initial: noCart, evolve: evolveCart, shape: 2 }),
  cartentry: define<CartEntryState>({ initial: noCartEntry, evolve: evolveCartEntry, shape: 1 }),
  unpaid: define<UnpaidState>({ initial: noUnpaid, evolve: evolveUnpaid, shape: 2 }),
  account: define<AccountState>({ initial: openAccount, evolve: evolveAccount, shape: 1 }),
  refundrequest: define<RefundRequestState>({
    ...{ initial: noRefundRequest, evolve: evolveRefundRequest, shape: 1 },
  }),
  plan: define<PlanState>({ initial: noPlan, evolve: evolvePlan, shape: 4 }),
  stock: define<StockState>({ initial: noStock, evolve: evolveStock, shape: 1 }),
  bundle: define<BundleState>({ initial: noBundles, evolve: evolveBundle, shape: 1 }),
  membership: define<MembershipState>({ initial: noMemberships, evolve: evolveMembership, shape: 2 }),
  agreement: define<AgreementState>({ initial: noAgreement, evolve: evolveAgreement, shape: 2 }),
  settlement: define<SettlementState>({ initial: noSettlement, evolve: evolveSettlement, shape: 2 }),
  balance: define<BalanceState>({ initial: noBalance, evolve: evolveBalance, shape: 5 }),
  allowance: define<AllowanceState>({ initial: noAllowance, evolve: evolveAllowance, shape: 1 }),
  terms: define<TermsState>({ initial: noTerms, evolve: evolveTerms, shape: 2 }),
  affiliate: define<AffiliateState>({ initial: noAffiliate, evolve: evolveAffiliate, shape: 1 }),
  redeem: define<RedeemCodeState>({ initial: noRedeemCode, evolve: evolveRedeemCode, shape: 1 }),
  replies: define<RepliesState>({ initial: noReplies, evolve: evolveReplies, shape: 1 }),
  goal: define<GoalState>({ initial: noGoal, evolve: evolveGoal, shape: 3 }),
  goalcounting: define<GoalCountingState>({
    ...{ initial: sponsorshipsOnly, evolve: evolveGoalCounting, shape: 2 },
  }),
  ticket: define<TicketState>({ initial: noTicket, evolve: evolveTicket, shape: 1 }),
  statement: define<StatementState>({ initial: noStatement, evolve: evolveStatement, shape: 2 }),
  statementline: define<StatementLineState>({
    ...{ initial: noStatementLine, evolve: evolveStatementLine, shape: 1 },
  }),
  difference: define<DifferenceState>({ initial: noDifference, evolve: evolveDifference, shape: 1 }),
  staff: define<StaffState>({ initial: noStaff, evolve: evolveStaff, shape: 1 }),
  certification: define<CertificationState>({
    ...{ initial: noCertification, evolve: evolveCertification, shape: 1 },
  }),
  rights: define<RightsState>({ initial: noRights, evolve: evolveRights, shape: 1 }),
  card: define<BankCardState>({ initial: noVerdict, evolve: evolveBankCard, shape: 1 }),
  template: define<TemplateState>({ initial: noTemplate, evolve: evolveTemplate, shape: 1 }),
};

export type StreamKind = keyof typeof streamKinds;
export type StateOf<Kind extends StreamKind> = (typeof streamKinds)[Kind]['initial'];

export const isStreamKind = (kind: string): kind is StreamKind => Object.hasOwn(streamKinds, kind);
