import type { z } from 'zod';
import { asPlanId, asSkuId, newPlanId, newSkuId, type UserId } from '#events/ids.ts';
import {
  type ProductType,
  type PurchaseLimit,
  type PurchaseLimitType,
  plainOffer,
  plainSku,
} from '#events/plan.ts';
import type { Standing } from '#services/accounts/rights.ts';
import type { EditPlan } from '#services/commerce/edit-plan.ts';
import type { OfferForm, OfferRights, SkuEdit } from '#services/commerce/offer-form.ts';
import type { editPlan, purchaseLimit, skuInput } from './contract/plans.ts';
import { fenOfInput } from './money-input.ts';

/** What a creator's standing lets them put into an offer. */
export const offerRights = ({ is_verified, rights }: Standing): OfferRights => ({
  verified: is_verified,
  bundles: rights.bundle,
  tickets: rights.can_sale_ticket_user,
  permanent: rights.add_permanent_plan,
  timing: rights.can_set_plan_timing_user,
  agreement: rights.can_set_agreement_user,
});

type PlanBody = z.output<typeof editPlan>;

const limitOf = (limit: z.output<typeof purchaseLimit> | null | undefined): PurchaseLimit | null =>
  limit ? { count: limit.purchase_limit_count, days: limit.purchase_limit_days } : null;

function offerForm(body: PlanBody): OfferForm {
  const favorable = body.favorable_price ?? '';
  return {
    ...plainOffer,
    name: body.name,
    desc: body.desc,
    pic: body.pic,
    // The schema lets 0 to 4 through, 1, 3 or 12, and 0 to 3: numbers to the compiler.
    product_type: body.product_type as ProductType,
    pay_month: body.pay_month as OfferForm['pay_month'],
    purchase_limit_type: body.purchase_limit_type as PurchaseLimitType,
    price: body.price === undefined ? null : fenOfInput(body.price),
    favorable_price: favorable === '' ? null : fenOfInput(favorable),
    independent: body.independent,
    permanent: body.permanent,
    need_address: body.need_address,
    can_buy_hide: body.can_buy_hide,
    purchase_limit: limitOf(body.product_purchase_limit),
    remark_name: body.config?.remark_name ?? '',
    remark_placeholder: body.config?.remark_placeholder ?? '',
    remark_required: body.config?.remark_required ?? false,
    rank: body.rank ?? null,
  };
}

/** A SKU without an id is new and gets one here, so that deciding again decides the same. */
function skuEdit(sku: z.output<typeof skuInput>, index: number): SkuEdit {
  const is_new = sku.sku_id === undefined;
  return {
    is_new,
    stock: sku.stock === undefined || sku.stock === '' ? null : sku.stock,
    offer: {
      ...plainSku,
      sku_id: sku.sku_id === undefined ? newSkuId() : asSkuId(sku.sku_id),
      name: sku.name,
      price: fenOfInput(sku.price),
      pic: sku.pic,
      purchase_limit: limitOf(sku.product_purchase_limit),
      // Higher ranks stand first; a SKU added at the end leaves the others as they are.
      rank: 0 - index,
    },
  };
}

/** The command's input from the form that the creator sent; without plan_id a plan is made. */
export function planEdit(
  body: PlanBody,
  creator_id: UserId,
  rights: OfferRights,
  correlation_id: string,
): EditPlan {
  return {
    creator_id,
    plan_id: body.plan_id === undefined ? newPlanId() : asPlanId(body.plan_id),
    may_create: body.plan_id === undefined,
    offer: offerForm(body),
    skus: body.sku.map(skuEdit),
    origin: 'seller',
    rights,
    correlation_id,
  };
}
