import { randomId } from '@mantine/hooks';
import { isByPiece, PRODUCT_TYPE, type ProductType } from '#events/status.ts';
import type { MomentText } from './moments.ts';

/** A limit in the form: units per days, −1 permanent. */
export interface LimitValues {
  count: number | '';
  days: number | '';
}

/** The replies to buyers. */
export interface ReplyValues {
  reply_switch: boolean;
  reply_content: string;
  reply_random_switch: boolean;
  /** Lines to be added to those that are left. */
  reply_random_content: string;
}

export interface RoundValues {
  /** The key of the row, and its name for SKUs in the form. */
  key: string;
  id: string | undefined;
  begin_time: MomentText;
}

export interface SkuValues extends ReplyValues {
  /** The key of a row without an id. */
  key: string;
  sku_id: string | undefined;
  name: string;
  price: string;
  /** Empty: unlimited. Only for an unsaved SKU. */
  stock: number | '';
  pic: string;
  limit: LimitValues;
  vip_price: string;
  time_limit_price: string;
  /** Key of the session; empty: none chosen. */
  round: string;
  purchased_rich_text: string;
  /** Name of the goods that a bundle's part comes from; empty for the plan's own. */
  plan_name: string;
  /** False for a part that its goods no longer offer. */
  offered: boolean;
}

/** How a reduced price is given. */
export type ReductionWay = 'price' | 'discount';

/** The form; its names are those of the request where the two mean the same. */
export interface PlanValues extends ReplyValues {
  plan_id: string | undefined;
  product_type: ProductType;
  name: string;
  desc: string;
  pic: string;
  price: string;
  pay_month: '1' | '3' | '12';
  favorable_price: string;
  independent: boolean;
  permanent: boolean;
  can_ali_agreement: boolean;
  need_address: boolean;
  shipping_template_id: string;
  can_buy_hide: boolean;
  limits_sku: boolean;
  limits_plan: boolean;
  limit: LimitValues;
  asks_remark: boolean;
  remark_name: string;
  remark_placeholder: string;
  remark_required: boolean;
  rank: number | undefined;
  /** A price for members of another plan. */
  has_vip: boolean;
  vip_plan: string;
  vip_way: ReductionWay;
  vip_price: string;
  /** `0.9` */
  vip_price_discount: string;
  product_vip_price_include_history: boolean;
  has_time_limit_price: boolean;
  time_limit_way: ReductionWay;
  time_limit_price: string;
  time_limit_price_discount: string;
  time_limit_begin: MomentText;
  time_limit_end: MomentText;
  is_timed: boolean;
  timing_on: MomentText;
  timing_off: MomentText;
  timing_sell_on: MomentText;
  timing_sell_off: MomentText;
  bundle_sku_select_count: number | '';
  bundle_sku_can_repeat: boolean;
  /** Empty: unlimited. Only for an unsaved bundle. */
  bundle_stock: number | '';
  ticket_round_list: RoundValues[];
  need_identity: boolean;
  needs_code: boolean;
  /** Empty: the code that there is stays. */
  invite_code: string;
  sku: SkuValues[];
}

const EVER = -1;
const noReply: ReplyValues = {
  reply_switch: false,
  reply_content: '',
  reply_random_switch: false,
  reply_random_content: '',
};

export const noLimit = (): LimitValues => ({ count: 1, days: EVER });

export const newSku = (): SkuValues => ({
  ...noReply,
  key: randomId(),
  sku_id: undefined,
  name: '',
  price: '',
  stock: '',
  pic: '',
  limit: noLimit(),
  vip_price: '',
  time_limit_price: '',
  round: '',
  purchased_rich_text: '',
  plan_name: '',
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
  pic: '',
  price: '',
  pay_month: '1',
  favorable_price: '',
  independent: false,
  permanent: false,
  can_ali_agreement: false,
  need_address: false,
  shipping_template_id: '',
  can_buy_hide: false,
  limits_sku: false,
  limits_plan: false,
  limit: noLimit(),
  asks_remark: false,
  remark_name: '',
  remark_placeholder: '',
  remark_required: false,
  rank: undefined,
  has_vip: false,
  vip_plan: '',
  vip_way: 'discount',
  vip_price: '',
  vip_price_discount: '0.9',
  product_vip_price_include_history: false,
  has_time_limit_price: false,
  time_limit_way: 'discount',
  time_limit_price: '',
  time_limit_price_discount: '0.9',
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
  need_identity: product_type === PRODUCT_TYPE.ticket,
  needs_code: false,
  invite_code: '',
  sku: isByPiece(product_type) ? [newSku()] : [],
});
