import type { EditPlan } from '#services/api/contract/edit-plan.ts';
import type { Plan } from '#services/api/contract/plans.ts';

/** The request that would save a plan just as it is; `changes` says what is to be different. */
export const planRequest = (plan: Plan, changes: Partial<EditPlan> = {}): EditPlan => ({
  plan_id: plan.plan_id,
  name: plan.name,
  desc: plan.desc,
  pic: plan.pic,
  price: plan.price,
  product_type: plan.product_type,
  // The contract knows 1, 3 and 12; an answer's number is one of them.
  pay_month: plan.pay_month as 1 | 3 | 12,
  favorable_price: plan.favorable_price,
  independent: plan.independent,
  permanent: plan.permanent,
  need_address: plan.need_address,
  can_buy_hide: plan.can_buy_hide,
  purchase_limit_type: plan.purchase_limit_type,
  product_purchase_limit: plan.product_purchase_limit,
  config: plan.config,
  rank: plan.rank,
  sku: plan.sku.map(({ sku_id, name, price, pic, product_purchase_limit }) => ({
    sku_id,
    name,
    price,
    pic,
    product_purchase_limit,
  })),
  ...changes,
});
