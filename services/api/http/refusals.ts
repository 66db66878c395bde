import { type FieldMessage, isRefusal, type Refusal } from '#services/runtime/refusal.ts';
import type { Language } from './language.ts';

/** What else can be wrong with a field: found by the schemas, or by the account calls. */
export type InputMessage =
  | FieldMessage
  | { key: 'too_long'; max: string }
  | { key: 'too_short'; min: string }
  | { key: 'too_small'; min: string }
  | { key: 'too_big'; max: string }
  | { key: 'answer_too_large'; max: string }
  | { key: 'not_whole' }
  | { key: 'hidden_characters' }
  | { key: 'not_one_of'; choices: string }
  | { key: 'out_of_bounds' }
  | { key: 'in_future' }
  | { key: 'wrong_code' }
  | { key: 'no_mail' }
  | { key: 'no_sms' }
  | { key: 'no_sms_bank' }
  | { key: 'unknown_account' }
  | { key: 'own_account' }
  | { key: 'already_member' }
  | { key: 'wrong_login' }
  | { key: 'wrong_password' }
  | { key: 'not_an_image' }
  | { key: 'file_too_big'; max: string }
  | { key: 'not_text' }
  | { key: 'no_express_columns' }
  | { key: 'no_statement_columns' }
  | { key: 'no_statement_lines' };

export interface InputError {
  /** Path of the field in the request, as `sku.0.count`; empty for the whole body. */
  field: string;
  message: InputMessage;
}

/** Every reason for which the API refuses: those of the deciders, and its own. */
export type ApiRefusal =
  | Refusal
  | { code: 'bad_input'; errors: readonly InputError[] }
  | { code: 'not_signed_in' | 'session_expired' | 'bind_required' | 'bind_phone_required' }
  | { code: 'foreign_origin' | 'body_too_large' | 'overloaded' }
  | { code: 'balance_too_small' | 'ticket_forged' }
  | { code: 'too_many_requests'; retry_after?: number }
  | { code: 'internal'; request_id: string };

export const notFound = { code: 'not_found' } as const;
export const invalid = (field: string, message: InputMessage): ApiRefusal => ({
  code: 'bad_input',
  errors: [{ field, message }],
});

/** Distinguishes a refusal from a result. */
export const isApiRefusal = (value: unknown): value is ApiRefusal => isRefusal(value);

type Sentence = Readonly<Record<Language, string>>;

/** Code and sentence of each refusal (docs: Refusal codes). Where the specification has a text, it is that. */
const refusals: Readonly<Record<ApiRefusal['code'], { ec: number } & Sentence>> = {
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
    'zh-CN': '该请求标识已用于另一笔订单',
    'en-US': 'This idempotency key was used for a different request',
  },
  state_does_not_allow: {
    ec: 40902,
    'zh-CN': '当前状态不允许此操作',
    'en-US': 'This is not possible in the current state',
  },
  price_changed: {
    ec: 40902,
    'zh-CN': '价格已变化，请确认后重新提交',
    'en-US': 'The price has changed. Please confirm it and try again',
  },
  already_ordered: {
    ec: 40902,
    'zh-CN': '购物车中的商品已在另一笔订单中下单',
    'en-US': 'These cart items were already ordered',
  },
  quota_reached: {
    ec: 40902,
    'zh-CN': '数量已达上限，请先删除不用的',
    'en-US': 'You have reached the limit. Delete items you no longer need',
  },
  open_order_exists: {
    ec: 40902,
    'zh-CN': '你已有一笔内容相同的待支付订单',
    'en-US': 'You already have an unpaid order for this',
  },
  out_of_stock: { ec: 41001, 'zh-CN': '库存不足', 'en-US': 'Not enough in stock' },
  purchase_limit_reached: {
    ec: 41002,
    'zh-CN': '已达到可购买上限',
    'en-US': 'You have reached the purchase limit',
  },
  too_many_unpaid_orders: {
    ec: 40902,
    'zh-CN': '你有 20 笔订单待支付，请先支付或取消其中一些',
    'en-US': 'You have 20 unpaid orders. Please pay or cancel some of them first',
  },
  too_many_unpaid_units: {
    ec: 40902,
    'zh-CN': '待支付的件数已达上限，请减少件数，或先支付已有订单',
    'en-US': 'You have too many unpaid units. Choose fewer, or pay for your open orders first',
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
    'en-US': 'This ticket was refunded and is void',
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
  balance_too_small: { ec: 41008, 'zh-CN': '可提现余额不足', 'en-US': 'The available balance is too small' },
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
    'en-US': 'The service is starting or busy. Please try again shortly',
  },
};

const messages: Readonly<Record<InputMessage['key'], Sentence>> = {
  required: { 'zh-CN': '必填', 'en-US': 'is required' },
  unknown: { 'zh-CN': '不存在', 'en-US': 'does not exist' },
  out_of_range: { 'zh-CN': '须在 {min} 到 {max} 之间', 'en-US': 'must be from {min} to {max}' },
  below_minimum: { 'zh-CN': '不能低于 {min}', 'en-US': 'must be at least {min}' },
  repeated: { 'zh-CN': '重复', 'en-US': 'is given more than once' },
  not_on_sale: { 'zh-CN': '未在售', 'en-US': 'is not on sale' },
  round_begun: {
    'zh-CN': '该场次已开始，停止售票',
    'en-US': 'This session has started. Tickets are no longer sold',
  },
  sold_out: { 'zh-CN': '库存不足', 'en-US': 'is sold out' },
  limit_reached: { 'zh-CN': '已达到可购买上限', 'en-US': 'has reached its purchase limit' },
  downgrade: { 'zh-CN': '暂不支持降级方案', 'en-US': 'is cheaper than your current plan' },
  own_offer: { 'zh-CN': '不能购买自己的商品', 'en-US': 'is your own' },
  one_membership: {
    'zh-CN': '同一创作者的赞助方案一次只能购买一个',
    'en-US': 'You can buy only one sponsorship plan of a creator at a time',
  },
  no_method: {
    'zh-CN': '请先填写可用的收款方式',
    'en-US': 'needs an active withdrawal method',
  },
  names_a_number: {
    'zh-CN': '不能包含电话、银行卡或证件号码：理由会永久留存',
    'en-US': 'Do not include phone, card or ID numbers; this text is stored permanently',
  },
  last_admin: {
    'zh-CN': '这是最后一位管理员，不能撤销',
    'en-US': 'The last admin cannot be removed',
  },
  second_person: { 'zh-CN': '须由另一位同事审批', 'en-US': 'must be approved by another person' },
  fixed: { 'zh-CN': '创建后不能更改', 'en-US': 'cannot be changed' },
  already_taken: { 'zh-CN': '已被使用', 'en-US': 'is already taken' },
  already_ordered: { 'zh-CN': '已在另一笔订单中下单', 'en-US': 'was already ordered' },
  too_many_unpaid: { 'zh-CN': '待支付的件数已达上限', 'en-US': 'has too many unpaid units' },
  malformed: { 'zh-CN': '格式不正确', 'en-US': 'has an invalid format' },
  in_use: { 'zh-CN': '正在使用中，不能删除', 'en-US': 'This is in use and cannot be deleted' },
  not_delivered: { 'zh-CN': '不支持配送到该地区', 'en-US': 'Delivery to this province is not available' },
  no_address: { 'zh-CN': '买家还没有填写收货地址', 'en-US': 'The buyer has not entered an address yet' },
  address_changed: { 'zh-CN': '收货地址只能修改一次', 'en-US': 'The address can be changed only once' },
  shipping_costs_more: {
    'zh-CN': '寄往该地区的运费更高，不能修改',
    'en-US': 'Shipping to this province costs more, so the address cannot be changed to it',
  },
  in_the_past: { 'zh-CN': '须晚于现在', 'en-US': 'must be later than now' },
  verified_only: { 'zh-CN': '认证创作者才可使用', 'en-US': 'is available to certified creators only' },
  not_granted: { 'zh-CN': '你的账号未开通此功能', 'en-US': 'is not available for your account' },
  ends_before_begin: { 'zh-CN': '结束须晚于开始', 'en-US': 'must be later than the start' },
  not_below: { 'zh-CN': '须低于原价 {price}', 'en-US': 'must be below the original price of {price}' },
  too_long: { 'zh-CN': '最多 {max} 个字符', 'en-US': 'may have at most {max} characters' },
  too_short: { 'zh-CN': '至少 {min} 个字符', 'en-US': 'must have at least {min} characters' },
  too_small: { 'zh-CN': '不能小于 {min}', 'en-US': 'must be at least {min}' },
  too_big: { 'zh-CN': '不能大于 {max}', 'en-US': 'must be at most {max}' },
  too_many: { 'zh-CN': '最多 {max} 项', 'en-US': 'may have at most {max} entries' },
  hidden_characters: {
    'zh-CN': '不能包含隐藏的控制字符',
    'en-US': 'must not contain hidden control characters',
  },
  answer_too_large: {
    'zh-CN': '一页的内容超过 {max}，请减少每页数量',
    'en-US': 'One page would exceed {max}. Request fewer items per page',
  },
  too_much_text: {
    'zh-CN': '一个商品的全部文字最多 {max}，请精简内容',
    'en-US': 'exceeds the limit of {max} of text per plan',
  },
  too_large: { 'zh-CN': '内容过多，最多 {max}', 'en-US': 'is too large: at most {max}' },
  not_whole: { 'zh-CN': '须为整数', 'en-US': 'must be a whole number' },
  not_one_of: { 'zh-CN': '须为以下之一：{choices}', 'en-US': 'must be one of {choices}' },
  out_of_bounds: { 'zh-CN': '超出允许范围', 'en-US': 'is out of range' },
  in_future: { 'zh-CN': '不能晚于现在', 'en-US': 'must not be later than now' },
  no_mail: {
    'zh-CN': '本站暂时无法发送邮件，请联系管理员',
    'en-US': 'This site cannot send e-mail at the moment. Please contact the administrator.',
  },
  no_sms: {
    'zh-CN': '本站暂不支持手机号验证，请使用邮箱',
    'en-US': 'This site cannot send text messages. Please use an e-mail address.',
  },
  no_sms_bank: {
    'zh-CN': '本站暂不支持短信验证，无法绑定银行卡',
    'en-US': 'This site cannot send text messages, so bank cards cannot be added.',
  },
  wrong_code: { 'zh-CN': '验证码不正确或已过期', 'en-US': 'The code is incorrect or has expired' },
  unknown_account: { 'zh-CN': '没有使用该账号的用户', 'en-US': 'does not belong to any user' },
  own_account: { 'zh-CN': '不能添加自己', 'en-US': 'is your own' },
  already_member: { 'zh-CN': '已经在团队中', 'en-US': 'is already in the team' },
  wrong_login: { 'zh-CN': '账号或密码不正确', 'en-US': 'The account or password is incorrect' },
  wrong_password: { 'zh-CN': '密码不正确', 'en-US': 'The password is incorrect' },
  not_an_image: {
    'zh-CN': '请选择图片类型文件',
    'en-US': 'Please choose a picture (png, jpeg, gif or webp)',
  },
  region: { 'zh-CN': '请选择省市区', 'en-US': 'Please choose a province, city and district' },
  receiver_name: { 'zh-CN': '请填写收货人姓名', 'en-US': 'Please enter the recipient’s name' },
  receiver_phone: {
    'zh-CN': '请填写收货人手机号',
    'en-US': 'Please enter the recipient’s phone number',
  },
  receiver_address: { 'zh-CN': '请填写详细地址', 'en-US': 'Please enter the street address' },
  holder_name: { 'zh-CN': '请填写姓名', 'en-US': 'Please enter the name' },
  resident_id: {
    'zh-CN': '请先正确填写身份证号',
    'en-US': 'Please enter a valid resident identity number',
  },
  already_kept: { 'zh-CN': '已保存过', 'en-US': 'is already saved' },
  too_many_kept: {
    'zh-CN': '最多保存 {max} 条，请先删除不用的',
    'en-US': 'You can save at most {max}. Please delete one first',
  },
  too_many_pictures: {
    'zh-CN': '每个账号最多上传 {max} 张图片',
    'en-US': 'An account can upload at most {max} pictures',
  },
  not_text: {
    'zh-CN': '请上传 UTF-8 或 GBK 编码的 CSV 文件',
    'en-US': 'Please upload a CSV file in UTF-8 or GBK',
  },
  no_express_columns: {
    'zh-CN': '第一行须有订单号、快递公司、快递单号三列',
    'en-US': 'The first line must contain the columns out_trade_no, company and express_no',
  },
  no_statement_columns: {
    'zh-CN': '不是可识别的对账单：表头须为 Stripe 余额明细或沙盒对账单的列名',
    'en-US':
      'is not a supported statement. The header must match Stripe’s balance transactions or the sandbox format',
  },
  no_statement_lines: {
    'zh-CN': '没有可读取的行，也没有写明期间',
    'en-US': 'has no readable lines and does not state its period',
  },
  file_too_big: { 'zh-CN': '文件不能超过 {max}', 'en-US': 'max file size: {max}' },
};

/** The sentence of one field's error, with its values. */
export function messageText(message: InputMessage, language: Language): string {
  const values: Readonly<Record<string, unknown>> = { ...message };
  return messages[message.key][language].replace(/\{(\w+)\}/g, (_, name: string) =>
    String(values[name] ?? ''),
  );
}

/** Code, sentence and data of a refusal, as the envelope carries them. */
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

/** When another try makes sense: `in 3 minutes`. Rounded up, so that it is not too early. */
function tryAgain(seconds: number, language: Language): string {
  const [unit, length] = UNITS.find(([, length]) => seconds >= length) ?? UNITS[2];
  const when = new Intl.RelativeTimeFormat(language).format(Math.max(1, Math.ceil(seconds / length)), unit);
  return TRY_AGAIN[language].replace('{when}', when);
}

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
  // Sign-in and codes concern no single field to the reader: their own sentence says more than the general one.
  const first = data.errors?.[0];
  const telling = 'errors' in refusal && ownSentence.has(refusal.errors?.[0]?.message.key ?? '');
  return { ec, em: telling && first ? first.message : sentence, data };
}

const ownSentence: ReadonlySet<string> = new Set([
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
  /** The total that holds now, when the price moved (ec 40902). */
  total_amount?: string;
  /** The unpaid order for the same (ec 40902). */
  out_trade_no?: string;
  /** The order with which entries of the cart were bought before (ec 40902). */
  cart_order_no?: string;
  /** Seconds until another try makes sense (ec 42900). */
  retry_after?: number;
  /** Names this request in the server's own records (ec 50000). */
  request_id?: string;
}

export interface Refused {
  ec: number;
  em: string;
  data: RefusedData;
}
