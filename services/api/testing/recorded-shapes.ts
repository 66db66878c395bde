/**
 * The types of the interface that programs for this kind of platform share, as its real answers were recorded: each
 * field with its only type. Clients in typed languages refuse any other.
 */
type Type = 'text' | 'number' | 'boolean' | 'money' | 'digits' | 'picture' | 'object' | 'list';
export type Shape = { readonly [field: string]: Type | Shape | readonly [Shape] };

const sku: Shape = {
  sku_id: 'text',
  price: 'money',
  count: 'number',
  name: 'text',
  album_id: 'text',
  pic: 'picture',
  stock: 'digits',
  post_id: 'text',
};

export const RECORDED_ORDER: Shape = {
  out_trade_no: 'text',
  custom_order_id: 'text',
  user_id: 'text',
  user_private_id: 'text',
  plan_id: 'text',
  plan_title: 'text',
  title: 'text',
  month: 'number',
  total_amount: 'money',
  show_amount: 'money',
  status: 'number',
  remark: 'text',
  redeem_id: 'text',
  product_type: 'number',
  discount: 'money',
  sku_detail: [sku],
  create_time: 'number',
  user_name: 'text',
  address_person: 'text',
  address_phone: 'text',
  address_address: 'text',
};

export const RECORDED_PLAN: Shape = {
  can_ali_agreement: 'number',
  plan_id: 'text',
  rank: 'number',
  user_id: 'text',
  status: 'number',
  name: 'text',
  pic: 'picture',
  desc: 'text',
  price: 'money',
  update_time: 'number',
  timing: { timing_on: 'number', timing_off: 'number' },
  pay_month: 'number',
  show_price: 'money',
  show_price_after_adjust: 'money',
  has_coupon: 'number',
  coupon: 'list',
  favorable_price: 'number',
  independent: 'number',
  permanent: 'number',
  can_buy_hide: 'number',
  need_address: 'number',
  product_type: 'number',
  sale_limit_count: 'number',
  need_invite_code: 'boolean',
  bundle_stock: 'number',
  bundle_sku_select_count: 'number',
  config: 'object',
  has_plan_config: 'number',
  expire_time: 'number',
  sku_processed: [sku],
  rankType: 'number',
};

export const RECORDED_SPONSOR: Shape = {
  sponsor_plans: [RECORDED_PLAN],
  all_sum_amount: 'money',
  create_time: 'number',
  first_pay_time: 'number',
  last_pay_time: 'number',
  user: { user_id: 'text', name: 'text', avatar: 'picture', user_private_id: 'text' },
};

const RULES: Readonly<Record<Type, (value: unknown) => boolean>> = {
  text: (value) => typeof value === 'string',
  number: (value) => typeof value === 'number',
  boolean: (value) => typeof value === 'boolean',
  money: (value) => typeof value === 'string' && /^\d+\.\d\d$/.test(value),
  digits: (value) => typeof value === 'string' && /^\d*$/.test(value),
  picture: (value) => typeof value === 'string' && /^https?:\/\/[^/]+\/.+\.(png|jpg|webp)$/.test(value),
  object: (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
  list: (value) => Array.isArray(value),
};

/** `path: value` for each field that is missing or of another type. */
export function differences(shape: Shape, value: object, path = ''): string[] {
  return Object.entries(shape).flatMap(([field, type]) => {
    const found: unknown = (value as Record<string, unknown>)[field];
    const at = `${path}${field}`;
    if (typeof type === 'string') return RULES[type](found) ? [] : [`${at}: ${JSON.stringify(found)}`];
    if (typeof found !== 'object' || found === null) return [`${at}: ${JSON.stringify(found)}`];
    if (!Array.isArray(type)) return differences(type as Shape, found, `${at}.`);
    const [items] = type as readonly [Shape];
    if (!Array.isArray(found)) return [`${at}: is no list`];
    return found.flatMap((item: object, n) => differences(items, item, `${at}.${n}.`));
  });
}
