import { randomId } from '@mantine/hooks';
import type { z } from 'zod';
import { isByPiece, LIMIT_TYPE, PRODUCT_TYPE, type ProductType } from '#events/status.ts';
import type { editPlan } from '#services/contract/catalog/edit-plan.ts';

/** Months that a payment can be for. */
const PERIODS = [1, 3, 12] as const;
/** One of them; 1 for any other number. */
export const periodOf = (months: number | string) => PERIODS.find((one) => one === Number(months)) ?? 1;

/** How a form holds a field of the contract: an amount as typed, a number or `''`, and never undefined. */
type Held<T> = string extends T
  ? string
  : number extends T
    ? number | ''
    : boolean extends T
      ? boolean
      : T extends object
        ? { [Name in keyof T]-?: Held<NonNullable<T[Name]>> }
        : T;

type Request = z.output<typeof editPlan>;
type Fields<T, Other extends keyof T> = Held<Omit<T, Other>>;

type SkuRequest = Request['sku'][number];
export interface SkuValues
  extends Fields<SkuRequest, 'sku_id' | 'ticket_round_begin_time' | 'update_random_reply_type'> {
  /** The key of the row. `ticket_round_id` is the key of a round; empty: none chosen. */
  key: string;
  sku_id: string | undefined;
  /** Name of the goods that a bundle's part comes from; empty for the plan's own. */
  plan_name: string;
  /** The picture of those goods. */
  plan_pic: string;
  /** False for a part that its goods no longer offer. */
  offered: boolean;
}

export interface RoundValues {
  /** The key of the row. */
  key: string;
  id: string | undefined;
  /** Unix seconds */
  begin_time: number | '';
}

/** Fields of the contract that the form does not have, or has in its own way. */
type Other =
  | 'plan_id'
  | 'pic'
  | 'product_type'
  | 'status'
  | 'pay_month'
  | 'purchase_limit_type'
  | 'purchase_limit_info'
  | 'has_plan_config'
  | 'rank'
  | 'holders'
  | 'timing'
  | 'ticket_round_list'
  | 'invite_code'
  | 'update_random_reply_type'
  | 'sku';

/** The form: the fields of the contract, and its own switches. A switch that is off keeps what was typed. */
export interface PlanValues extends Fields<Request, Other> {
  plan_id: string | undefined;
  product_type: ProductType;
  pay_month: (typeof PERIODS)[number];
  purchase_limit_type: number;
  has_vip: boolean;
  is_timed: boolean;
  asks_remark: boolean;
  needs_code: boolean;
  /** Empty: the saved code stays. */
  invite_code: string;
  ticket_round_list: RoundValues[];
  sku: SkuValues[];
}

export type LimitValues = PlanValues['product_purchase_limit'];

const noReply = {
  reply_switch: false,
  reply_content: '',
  reply_random_switch: false,
  reply_random_content: '',
};

export const noLimit = (): LimitValues => ({ purchase_limit_count: 1, purchase_limit_days: -1 });

export const newSku = (): SkuValues => ({
  ...noReply,
  key: randomId(),
  sku_id: undefined,
  name: '',
  price: '',
  stock: '',
  pic: '',
  product_purchase_limit: noLimit(),
  vip_price: '',
  time_limit_price: '',
  ticket_round_id: '',
  purchased_rich_text: '',
  attachment: '',
  feed_switch: true,
  plan_name: '',
  plan_pic: '',
  offered: true,
});

export const newRound = (): RoundValues => ({ key: randomId(), id: undefined, begin_time: '' });

/** An empty form for a new plan of this type. */
export const newPlanValues = (product_type: ProductType): PlanValues => ({
  ...noReply,
  plan_id: undefined,
  product_type,
  name: '',
  desc: '',
  pics: [],
  price: '',
  pay_month: 1,
  favorable_price: '',
  independent: false,
  permanent: false,
  single_month: false,
  can_ali_agreement: false,
  need_address: false,
  shipping_template_id: '',
  can_buy_hide: false,
  purchase_limit_type: LIMIT_TYPE.none,
  product_purchase_limit: noLimit(),
  asks_remark: false,
  config: { remark_name: '', remark_placeholder: '', remark_required: false },
  has_vip: false,
  vip_plan: '',
  vip_price: '',
  vip_price_discount: 0.9,
  product_vip_price_include_history: false,
  has_time_limit_price: false,
  time_limit_price: '',
  time_limit_price_discount: 0.9,
  time_limit_begin: '',
  time_limit_end: '',
  is_timed: false,
  timing_on: '',
  timing_off: '',
  timing_sell_on: '',
  timing_sell_off: '',
  bundle_sku_select_count: product_type === PRODUCT_TYPE.choice_bundle ? 2 : '',
  bundle_sku_can_repeat: false,
  bundle_stock: '',
  ticket_round_list: product_type === PRODUCT_TYPE.ticket ? [newRound()] : [],
  needs_code: false,
  invite_code: '',
  sku: isByPiece(product_type) ? [newSku()] : [],
});
