import { isBundle, PRODUCT_TYPE } from '#events/status.ts';
import { planById, plansOf } from '#read-models/catalog/queries.ts';
import { nextLines } from '#read-models/replies/queries.ts';
import type { Plan } from '#services/contract/catalog/plans.ts';
import { NEVER_ENDS } from '#services/contract/fields/never-ends.ts';
import type { OpenPlan } from '#services/contract/open/answers.ts';
import { planAnswerOf } from '../catalog/plan-answer.ts';
import { fittingPlans } from '../catalog/plan-list.ts';
import { anonymousViewer, ownerOf } from '../catalog/plan-viewer.ts';
import { rangeOf } from '../http/answer.ts';
import { publicPicture } from '../http/uploads/public-picture.ts';
import { openSku } from './open-sku.ts';
import { bit, type OpenWork, type Runs, totals } from './work.ts';

/** Lines of random replies in one answer, for all pools together. */
const MAX_LINES = 1_000;
/** Of goods, bundles and tickets; receivers tell them from sponsorships by it. */
const RANK_OF_GOODS = 30;
const UNLIMITED = -1;

/** A bundle's sets left, as a number. */
const bundleStockOf = ({ product_type, bundle_stock }: Plan): number => {
  if (!isBundle(product_type)) return 0;
  return bundle_stock === '' ? UNLIMITED : bundle_stock;
};

/** @param expire_time end of the sponsor's membership */
export const openPlanOf = (
  work: Parameters<typeof openSku>[0],
  plan: Plan,
  expire_time = NEVER_ENDS,
): OpenPlan => ({
  plan_id: plan.plan_id,
  rank: plan.rank,
  user_id: plan.user_id,
  status: plan.status,
  name: plan.name,
  pic: publicPicture(work.deps.config, plan.pic, 'offer'),
  desc: plan.desc,
  price: plan.price,
  update_time: plan.update_time,
  timing: { timing_on: plan.timing.timing_on ?? 0, timing_off: plan.timing.timing_off ?? 0 },
  pay_month: plan.pay_month,
  show_price: plan.show_price,
  show_price_after_adjust: plan.show_price_after_adjust,
  has_coupon: 0,
  coupon: [],
  favorable_price: plan.favorable_price === '' ? -1 : plan.favorable_price,
  independent: bit(plan.independent),
  permanent: bit(plan.permanent),
  can_buy_hide: bit(plan.can_buy_hide),
  need_address: bit(plan.need_address),
  product_type: plan.product_type,
  sale_limit_count: plan.purchase_limit_info.product?.purchase_limit_count ?? UNLIMITED,
  need_invite_code: plan.need_invite_code,
  bundle_stock: bundleStockOf(plan),
  bundle_sku_select_count: plan.bundle_sku_select_count || 0,
  config: plan.has_plan_config ? plan.config : {},
  has_plan_config: bit(plan.has_plan_config),
  expire_time,
  sku_processed: plan.sku.map((sku) => openSku(work, { ...sku, count: 1 })),
  rankType: plan.product_type === PRODUCT_TYPE.sponsorship ? 0 : RANK_OF_GOODS,
  can_ali_agreement: bit(plan.can_ali_agreement),
});

export const queryPlans: Runs['query-plans'] = async (work, params) => {
  const { deps, creator } = work;
  const now = deps.clock.now();
  const all = { creator_id: creator, kind: 'all', with_hidden: true, now } as const;
  const { list, total_count } = await plansOf(deps.pool, { ...all, ...rangeOf(params) });
  const plans = fittingPlans(list.map((plan) => planAnswerOf(plan, anonymousViewer(now))));
  return { list: plans.map((plan) => openPlanOf(work, plan)), ...totals(total_count, params) };
};

/** The next random replies of pools as text, one line each. */
async function randomTexts({ deps }: OpenWork, pools: readonly string[]): Promise<Map<string, string>> {
  const each = Math.max(1, Math.floor(MAX_LINES / Math.max(1, pools.length)));
  const { rows } = await nextLines(deps.pool, { pool_ids: pools, most: each });
  const texts = await deps.replyTexts.read(rows.flatMap(({ lines }) => lines));
  let read = 0;
  return new Map(
    rows.map(({ pool_id, lines }) => {
      const own = texts.slice(read, read + lines.length);
      read += lines.length;
      return [pool_id, own.join('\n')];
    }),
  );
}

export const queryPlan: Runs['query-plan'] = async (work, { plan_id }) => {
  const { deps, creator } = work;
  const [found] = (await planById(deps.pool, { plan_id, visitor: creator })).rows;
  if (found?.creator_id !== creator) return { code: 'not_found' };
  const plan = planAnswerOf(found, await ownerOf(deps, creator, [found]));
  const random = await randomTexts(work, [plan_id, ...plan.sku.map(({ sku_id }) => sku_id)]);
  const { price, name, product_type, desc, reply_content, reply_random_num, pay_month } = plan;
  return {
    plan: {
      plan_id,
      price,
      name,
      product_type,
      desc,
      reply_content,
      replay_random_content: random.get(plan_id) ?? '',
      reply_random_num,
      independent: bit(plan.independent),
      permanent: bit(plan.permanent),
      pay_month,
      ...(product_type !== PRODUCT_TYPE.sponsorship && {
        skus: plan.sku.map((sku) => ({
          sku_id: sku.sku_id,
          plan_id: sku.of_plan || plan_id,
          name: sku.name,
          desc: '',
          stock: String(sku.stock),
          price: sku.price,
          reply_content: sku.reply_content,
          reply_random_content: random.get(sku.sku_id) ?? '',
          reply_random_num: sku.reply_random_num,
        })),
      }),
    },
  };
};
