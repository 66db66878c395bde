import { randomId } from '@mantine/hooks';
import type { EditPlan } from '#services/api/contract/edit-plan.ts';
import type { Plan, Sku } from '#services/api/contract/plans.ts';
import type { SoldType } from '../../api/selling.ts';
import { timesYuan } from '../../parts/wire-money.ts';

/** A limit as it is filled in: so many units in so many days, −1 ever. */
export interface LimitValues {
  count: number | '';
  days: number | '';
}

export interface SkuValues {
  /** Tells rows apart while they have no id. */
  key: string;
  sku_id: string | undefined;
  name: string;
  price: string;
  /** Empty: unlimited. Only asked for a SKU that is not yet saved. */
  stock: number | '';
  pic: string;
  limit: LimitValues;
}

export interface PlanValues {
  plan_id: string | undefined;
  product_type: SoldType;
  name: string;
  desc: string;
  pic: string;
  price: string;
  pay_month: '1' | '3' | '12';
  favorable_price: string;
  independent: boolean;
  permanent: boolean;
  need_address: boolean;
  can_buy_hide: boolean;
  limits_sku: boolean;
  limits_plan: boolean;
  limit: LimitValues;
  asks_remark: boolean;
  remark_name: string;
  remark_placeholder: string;
  remark_required: boolean;
  rank: number | undefined;
  sku: SkuValues[];
}

const EVER = -1;
const noLimit = (): LimitValues => ({ count: 1, days: EVER });
const limitOf = (limit: Sku['product_purchase_limit']): LimitValues =>
  limit === null ? noLimit() : { count: limit.purchase_limit_count, days: limit.purchase_limit_days };

export const newSku = (): SkuValues => ({
  key: randomId(),
  sku_id: undefined,
  name: '',
  price: '',
  stock: '',
  pic: '',
  limit: noLimit(),
});

const savedSku = (sku: Sku): SkuValues => ({
  key: sku.sku_id,
  sku_id: sku.sku_id,
  name: sku.name,
  price: sku.price,
  stock: sku.stock,
  pic: sku.pic,
  limit: limitOf(sku.product_purchase_limit),
});

/** An empty form for a new plan of this type. */
export const newPlanValues = (product_type: SoldType): PlanValues => ({
  plan_id: undefined,
  product_type,
  name: '',
  desc: '',
  pic: '',
  price: '',
  pay_month: '1',
  favorable_price: '',
  independent: false,
  permanent: false,
  need_address: false,
  can_buy_hide: false,
  limits_sku: false,
  limits_plan: false,
  limit: noLimit(),
  asks_remark: false,
  remark_name: '',
  remark_placeholder: '',
  remark_required: false,
  rank: undefined,
  sku: product_type === 1 ? [newSku()] : [],
});

/** A saved plan as the form shows it. */
export const planValuesOf = (plan: Plan): PlanValues => ({
  plan_id: plan.plan_id,
  product_type: plan.product_type === 0 ? 0 : 1,
  name: plan.name,
  desc: plan.desc,
  pic: plan.pic,
  price: plan.price,
  pay_month: plan.pay_month === 3 ? '3' : plan.pay_month === 12 ? '12' : '1',
  favorable_price: plan.favorable_price,
  independent: plan.independent,
  permanent: plan.permanent,
  need_address: plan.need_address,
  can_buy_hide: plan.can_buy_hide,
  limits_sku: plan.purchase_limit_type === 1 || plan.purchase_limit_type === 3,
  limits_plan: plan.purchase_limit_type === 2 || plan.purchase_limit_type === 3,
  limit: limitOf(plan.product_purchase_limit),
  asks_remark: plan.config.remark_name !== '' || plan.config.remark_required,
  remark_name: plan.config.remark_name,
  remark_placeholder: plan.config.remark_placeholder,
  remark_required: plan.config.remark_required,
  rank: plan.rank,
  sku: plan.sku.map(savedSku),
});

const limitRequest = ({ count, days }: LimitValues) => ({
  // An empty field is 0, which the contract refuses at its place.
  purchase_limit_count: Number(count),
  purchase_limit_days: Number(days),
});

/** 0 none, 1 per SKU, 2 per account for the plan, 3 both (commerce specification 3). */
const limitType = ({ limits_sku, limits_plan }: PlanValues): number =>
  (limits_sku ? 1 : 0) + (limits_plan ? 2 : 0);

/** The request that saves the form. */
export function planRequestOf(values: PlanValues): EditPlan {
  const sponsorship = values.product_type === 0;
  const request: EditPlan = {
    name: values.name.trim(),
    desc: values.desc.trim(),
    pic: values.pic,
    product_type: values.product_type,
    need_address: values.need_address,
    can_buy_hide: values.can_buy_hide,
    purchase_limit_type: limitType(values),
    product_purchase_limit: values.limits_plan ? limitRequest(values.limit) : null,
    config: values.asks_remark
      ? {
          remark_name: values.remark_name.trim(),
          remark_placeholder: values.remark_placeholder.trim(),
          remark_required: values.remark_required,
        }
      : null,
    sku: values.sku.map(({ sku_id, name, price, stock, pic, limit }) => ({
      ...(sku_id === undefined ? { stock } : { sku_id }),
      name: name.trim(),
      price: price.trim(),
      pic,
      product_purchase_limit: values.limits_sku ? limitRequest(limit) : null,
    })),
  };
  if (values.plan_id !== undefined) request.plan_id = values.plan_id;
  if (values.rank !== undefined) request.rank = values.rank;
  if (!sponsorship) return request;
  return {
    ...request,
    price: values.price.trim(),
    pay_month: values.pay_month,
    favorable_price: values.pay_month === '1' ? '' : values.favorable_price.trim(),
    independent: values.independent || values.permanent,
    permanent: values.permanent,
  };
}

const wire = (price: string): string => {
  const amount = Number(price);
  return Number.isFinite(amount) && amount > 0 ? amount.toFixed(2) : '0.00';
};

/** The plan as fans would see it, were it saved now. `left` is what is left of saved SKUs. */
export function previewOf(
  values: PlanValues,
  user_id: string,
  sold_count: number,
  left: (sku_id: string) => number | '' | undefined,
): Plan {
  const sku = values.sku.map((one) => ({
    sku_id: one.key,
    name: one.name,
    price: wire(one.price),
    pic: one.pic,
    stock: (one.sku_id === undefined ? undefined : left(one.sku_id)) ?? one.stock,
    product_purchase_limit: null,
  }));
  const lowest = Math.min(...sku.map(({ price }) => Number(price)));
  const favorable_price = values.favorable_price.trim() === '' ? '' : wire(values.favorable_price);
  const months = Number(values.pay_month);
  const price = values.product_type === 0 ? wire(values.price) : wire(String(lowest));
  const period = months !== 1 && favorable_price !== '' ? favorable_price : timesYuan(price, months);
  return {
    plan_id: values.plan_id ?? 'preview',
    user_id,
    name: values.name,
    desc: values.desc,
    pic: values.pic,
    price,
    floor_price: values.product_type === 0 ? period : price,
    product_type: values.product_type,
    status: 1,
    pay_month: months,
    favorable_price,
    independent: values.independent,
    permanent: values.permanent,
    need_address: values.need_address,
    can_buy_hide: values.can_buy_hide,
    purchase_limit_type: limitType(values),
    product_purchase_limit: null,
    config: {
      remark_name: values.remark_name,
      remark_placeholder: '',
      remark_required: values.remark_required,
    },
    rank: 0,
    sku,
    version: 0,
    update_time: 0,
    sold_count,
  };
}
