import { AFFILIATE_STATUS } from '#events/status.ts';
import type { ListedAffiliate, ordersOfAffiliate } from '#read-models/affiliates/queries.ts';
import { type NamedPlan, plansNamed } from '#read-models/catalog/names.ts';
import type { RowOf } from '#read-models/engine/query.ts';
import type { Dependencies } from '#services/api/http/dependencies.ts';
import type {
  Affiliate,
  MyAffiliate,
  AffiliateOrder as OrderAnswer,
} from '#services/contract/affiliates/calls.ts';
import type { DirectoryUser } from '#services/modules/accounts/directory.ts';
import { wire } from '../http/money.ts';
import { affiliateLink } from './affiliate-link.ts';

type Parts = Pick<Dependencies, 'pool' | 'directory'>;

/** People and plans that codes name. */
async function lookUp({ pool, directory }: Parts, codes: readonly ListedAffiliate[]) {
  const people = new Set(codes.flatMap(({ creator_id, partner_id }) => [creator_id, partner_id]));
  const plan_ids = new Set(codes.flatMap((code) => code.plan_ids));
  const [users, plans] = await Promise.all([
    directory.usersByIds([...people]),
    plan_ids.size === 0 ? { rows: [] } : plansNamed(pool, { ids: [...plan_ids] }),
  ]);
  const byId = new Map(plans.rows.map((plan) => [plan.plan_id, plan]));
  return {
    userOf(id: string): DirectoryUser {
      const found = users.get(id);
      if (!found) throw new Error(`the directory left out user ${id}`);
      return found;
    },
    /** Undefined while the catalog does not have the plan yet. */
    planOf: (id: string): NamedPlan | undefined => byId.get(id),
  };
}

type Lookups = Awaited<ReturnType<typeof lookUp>>;

const person = ({ user_id, name, avatar, url_slug }: DirectoryUser) => ({ user_id, name, avatar, url_slug });

/** The fields of a code for its partner and its creator. */
function named(code: ListedAffiliate, { userOf, planOf }: Lookups) {
  const { url_slug } = userOf(code.creator_id);
  const plans = code.plan_ids.map((plan_id) => ({ plan_id, plan: planOf(plan_id) }));
  return {
    affiliate_id: code.affiliate_id,
    code: code.code,
    status: code.active ? AFFILIATE_STATUS.active : AFFILIATE_STATUS.paused,
    rate: code.rate_percent,
    plans: plans.map(({ plan_id, plan }) => ({ plan_id, name: plan?.name ?? '' })),
    create_time: code.create_time,
    orders: code.orders,
    commission: wire(code.commission),
    url: affiliateLink(
      code.code,
      url_slug,
      plans.map(({ plan }) => plan),
    ),
  };
}

/** A creator's own codes. */
export async function affiliateAnswers(
  parts: Parts,
  codes: readonly ListedAffiliate[],
): Promise<Affiliate[]> {
  const lookups = await lookUp(parts, codes);
  return codes.map((code) => ({
    ...named(code, lookups),
    partner: person(lookups.userOf(code.partner_id)),
    note: code.note,
    gross: wire(code.gross),
  }));
}

/** Codes in the view of their partner: of the orders only the number. */
export async function partnerAnswers(
  parts: Parts,
  codes: readonly ListedAffiliate[],
): Promise<MyAffiliate[]> {
  const lookups = await lookUp(parts, codes);
  return codes.map((code) => ({
    ...named(code, lookups),
    creator: person(lookups.userOf(code.creator_id)),
  }));
}

export const affiliateOrderAnswer = (order: RowOf<typeof ordersOfAffiliate>): OrderAnswer => ({
  out_trade_no: order.out_trade_no,
  plan_name: order.plan_name,
  total_amount: wire(order.total_amount),
  commission: wire(order.commission),
  refunded: wire(order.refunded),
  paid_at: order.paid_at,
});
