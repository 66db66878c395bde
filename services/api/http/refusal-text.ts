import { messageText, type Sentence } from './field-messages.ts';
import type { Language } from './language.ts';
import type { ApiRefusal } from './refusals.ts';

/** Code and sentence of each refusal (docs: Refusal codes). Texts of the specification are used as they are. */
const refusals: Readonly<Record<ApiRefusal['code'], { ec: number } & Sentence>> = {
  no_goal: { ec: 40000, 'zh-CN': '请最少填写一个目标方案', 'en-US': 'Please add at least one goal' },
  bad_input: { ec: 40000, 'zh-CN': '请检查填写的内容', 'en-US': 'Please check your input' },
  body_too_large: { ec: 40000, 'zh-CN': '提交的内容过大', 'en-US': 'The request is too large' },
  not_signed_in: { ec: 40100, 'zh-CN': '请先登录', 'en-US': 'Please sign in first' },
  session_expired: {
    ec: 40101,
    'zh-CN': '登录已过期，请重新登录',
    'en-US': 'Your session has expired. Please sign in again',
  },
  bind_required: {
    ec: 40102,
    'zh-CN': '为了更好的体验，请先绑定手机或邮箱',
    'en-US': 'Please add a phone number or an e-mail address first',
  },
  bind_phone_required: {
    ec: 40103,
    'zh-CN': '为了更好的体验，请先绑定手机',
    'en-US': 'Please add a phone number first',
  },
  not_allowed: { ec: 40300, 'zh-CN': '没有权限进行此操作', 'en-US': 'You do not have permission to do this' },
  foreign_origin: {
    ec: 40300,
    'zh-CN': '请求来源不被允许',
    'en-US': 'Requests from this site are not allowed',
  },
  not_found: { ec: 40400, 'zh-CN': '页面不存在', 'en-US': 'Page not found' },
  idempotency_key_reused: {
    ec: 40901,
    'zh-CN': '该请求标识已用于其他请求',
    'en-US': 'This idempotency key was used for a different request',
  },
  state_does_not_allow: {
    ec: 40902,
    'zh-CN': '当前状态不允许此操作',
    'en-US': 'This action is not possible in the current state',
  },
  price_changed: {
    ec: 40902,
    'zh-CN': '价格已变化，请确认后重新提交',
    'en-US': 'The price has changed. Please confirm it and try again',
  },
  already_ordered: {
    ec: 40902,
    'zh-CN': '购物车中的商品已在其他订单中下单',
    'en-US': 'These cart items have already been ordered',
  },
  quota_reached: {
    ec: 40902,
    'zh-CN': '数量已达上限，请先删除不用的',
    'en-US': 'You have reached the limit. Delete items you no longer need',
  },
  open_order_exists: {
    ec: 40902,
    'zh-CN': '你已有一笔内容相同的待支付订单',
    'en-US': 'You already have an unpaid order for the same items',
  },
  out_of_stock: { ec: 41001, 'zh-CN': '库存不足', 'en-US': 'Not enough stock' },
  purchase_limit_reached: {
    ec: 41002,
    'zh-CN': '已达到可购买上限',
    'en-US': 'You have reached the purchase limit',
  },
  too_many_unpaid_orders: {
    ec: 40902,
    'zh-CN': '你有 20 笔订单待支付，请先支付或取消部分订单',
    'en-US': 'You have 20 unpaid orders. Please pay or cancel some of them first',
  },
  too_many_unpaid_units: {
    ec: 40902,
    'zh-CN': '待支付的商品数量已达上限，请减少数量，或先支付已有订单',
    'en-US': 'You have too many unpaid items. Reduce the quantity, or pay for your open orders first',
  },
  redeem_code_used: {
    ec: 41003,
    'zh-CN': '该兑换码已被兑换了',
    'en-US': 'This redeem code has already been used',
  },
  downgrade_unsupported: {
    ec: 41004,
    'zh-CN': '暂不支持降级方案',
    'en-US': 'Downgrading to a cheaper plan is not supported',
  },
  plan_deleted: {
    ec: 41005,
    'zh-CN': '该赞助计划已被创作者删除',
    'en-US': 'The creator has deleted this plan',
  },
  order_closed: {
    ec: 41006,
    'zh-CN': '订单已过期或已取消',
    'en-US': 'This order has expired or was cancelled',
  },
  ticket_unpaid: {
    ec: 40902,
    'zh-CN': '该门票尚未支付',
    'en-US': 'This ticket has not been paid for',
  },
  ticket_void: {
    ec: 40902,
    'zh-CN': '该门票已退款作废',
    'en-US': 'This ticket was refunded and is no longer valid',
  },
  ticket_other_event: {
    ec: 40902,
    'zh-CN': '该门票不属于本场活动',
    'en-US': 'This ticket is for another event or session',
  },
  ticket_forged: {
    ec: 40000,
    'zh-CN': '这不是本站签发的门票',
    'en-US': 'This ticket was not issued by us',
  },
  redeem_code_unknown: {
    ec: 41007,
    'zh-CN': '兑换码不存在或已失效',
    'en-US': 'This redeem code does not exist or is no longer valid',
  },
  balance_too_small: { ec: 41008, 'zh-CN': '可提现余额不足', 'en-US': 'Your available balance is too low' },
  too_many_requests: {
    ec: 42900,
    'zh-CN': '操作过于频繁，请稍后再试',
    'en-US': 'Too many requests. Please try again later',
  },
  internal: {
    ec: 50000,
    'zh-CN': '服务器出错了，请稍后再试',
    'en-US': 'Something went wrong on our side. Please try again later',
  },
  overloaded: {
    ec: 50300,
    'zh-CN': '服务繁忙或正在启动，请稍后再试',
    'en-US': 'The service is busy or starting up. Please try again shortly',
  },
};

const TRY_AGAIN: Record<Language, string> = {
  'zh-CN': '操作过于频繁，请{when}再试',
  'en-US': 'Too many requests. Please try again {when}',
};

/** Units of a wait, the longest first, in seconds. */
const UNITS = [
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const;

/** `in 3 minutes`, rounded up so that the next attempt is not too early. */
function tryAgain(seconds: number, language: Language): string {
  const [unit, length] = UNITS.find(([, length]) => seconds >= length) ?? UNITS[2];
  const when = new Intl.RelativeTimeFormat(language).format(Math.max(1, Math.ceil(seconds / length)), unit);
  return TRY_AGAIN[language].replace('{when}', when);
}

/** Code, sentence and data of a refusal, as in the envelope. */
export function refusalText(refusal: ApiRefusal, language: Language): Refused {
  const { ec, [language]: usual } = refusals[refusal.code];
  const waits = 'retry_after' in refusal && refusal.retry_after !== undefined;
  const sentence = waits ? tryAgain(refusal.retry_after ?? 0, language) : usual;
  const data: Refused['data'] = {};
  if ('errors' in refusal && refusal.errors) {
    data.errors = refusal.errors.map(({ field, message }) => ({
      field,
      message: messageText(message, language),
    }));
  }
  if ('total_amount' in refusal) data.total_amount = refusal.total_amount;
  if ('out_trade_no' in refusal) data.out_trade_no = refusal.out_trade_no;
  if ('cart_order_no' in refusal) data.cart_order_no = refusal.cart_order_no;
  if (waits) data.retry_after = refusal.retry_after;
  if ('request_id' in refusal) data.request_id = refusal.request_id;
  // These errors are full sentences that say more than the general one.
  const first = data.errors?.[0];
  const full = 'errors' in refusal && fullSentences.has(refusal.errors?.[0]?.message.key ?? '');
  return { ec, em: full && first ? first.message : sentence, data };
}

const fullSentences: ReadonlySet<string> = new Set([
  'round_begun',
  'in_use',
  'not_delivered',
  'no_address',
  'address_changed',
  'shipping_costs_more',
  'wrong_code',
  'no_mail',
  'no_sms',
  'no_sms_bank',
  'wrong_login',
  'wrong_password',
  'not_an_image',
  'file_too_big',
  'not_text',
  'no_express_columns',
  'no_statement_columns',
  'no_statement_lines',
  'too_many_kept',
  'too_many_pictures',
]);

/** The fields of every refusal besides code and sentence. */
interface RefusedData {
  /** By field, each with its sentence in the caller's language. */
  errors?: { field: string; message: string }[];
  /** The current total, if the price changed (ec 40902). */
  total_amount?: string;
  /** The existing unpaid order for the same items (ec 40902). */
  out_trade_no?: string;
  /** The earlier order that contains these cart entries (ec 40902). */
  cart_order_no?: string;
  /** Seconds to wait before the next attempt (ec 42900). */
  retry_after?: number;
  /** Identifies this request in the server's log (ec 50000). */
  request_id?: string;
}

export interface Refused {
  ec: number;
  em: string;
  data: RefusedData;
}
