import type { FieldMessage } from '#services/runtime/refusal.ts';
import type { Language } from './language.ts';

export type Sentence = Readonly<Record<Language, string>>;

/** Errors of deciders, and those found by schemas or account calls. */
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

const messages: Readonly<Record<InputMessage['key'], Sentence>> = {
  required: { 'zh-CN': '必填', 'en-US': 'Required' },
  unknown: { 'zh-CN': '不存在', 'en-US': 'Not found' },
  out_of_range: { 'zh-CN': '须在 {min} 到 {max} 之间', 'en-US': 'Must be between {min} and {max}' },
  below_minimum: { 'zh-CN': '不能低于 {min}', 'en-US': 'Must be at least {min}' },
  repeated: { 'zh-CN': '重复', 'en-US': 'Duplicate entry' },
  not_on_sale: { 'zh-CN': '未在售', 'en-US': 'Not on sale' },
  round_begun: {
    'zh-CN': '该场次已开始，停止售票',
    'en-US': 'This session has started. Tickets are no longer available',
  },
  sold_out: { 'zh-CN': '库存不足', 'en-US': 'Sold out' },
  limit_reached: { 'zh-CN': '已达到可购买上限', 'en-US': 'You have reached the purchase limit' },
  downgrade: { 'zh-CN': '暂不支持降级方案', 'en-US': 'Downgrading to a cheaper plan is not supported' },
  own_offer: { 'zh-CN': '不能购买自己的商品', 'en-US': 'You cannot buy your own product' },
  one_membership: {
    'zh-CN': '同一创作者的赞助方案一次只能购买一个',
    'en-US': 'You can buy only one sponsorship plan per creator at a time',
  },
  no_method: { 'zh-CN': '请先添加可用的提现方式', 'en-US': 'Please add an active withdrawal method first' },
  names_a_number: {
    'zh-CN': '请勿填写电话、银行卡或证件号码，此内容将永久保存',
    'en-US': 'Do not include phone, card or ID numbers; this text is stored permanently',
  },
  last_admin: {
    'zh-CN': '这是唯一的管理员，不能撤销',
    'en-US': 'The last admin cannot be removed',
  },
  second_person: { 'zh-CN': '须由另一位同事审批', 'en-US': 'Another person must approve this' },
  fixed: { 'zh-CN': '创建后不能更改', 'en-US': 'Cannot be changed after creation' },
  already_taken: { 'zh-CN': '已被使用', 'en-US': 'Already taken' },
  already_ordered: { 'zh-CN': '已在其他订单中下单', 'en-US': 'Already ordered' },
  too_many_unpaid: {
    'zh-CN': '待支付的商品数量已达上限',
    'en-US': 'You have too many of this in unpaid orders',
  },
  malformed: { 'zh-CN': '格式不正确', 'en-US': 'Invalid format' },
  in_use: { 'zh-CN': '正在使用中，不能删除', 'en-US': 'This is in use and cannot be deleted' },
  not_delivered: { 'zh-CN': '不支持配送到该地区', 'en-US': 'The seller does not ship to this province' },
  no_address: { 'zh-CN': '买家还没有填写收货地址', 'en-US': 'The buyer has not entered an address yet' },
  address_changed: { 'zh-CN': '收货地址只能修改一次', 'en-US': 'The address can be changed only once' },
  shipping_costs_more: {
    'zh-CN': '寄往该地区的运费更高，不能修改为该地址',
    'en-US': 'Shipping to this province costs more. Please choose an address in another province',
  },
  in_the_past: { 'zh-CN': '须晚于当前时间', 'en-US': 'Must be in the future' },
  verified_only: { 'zh-CN': '认证创作者才可使用', 'en-US': 'Available to certified creators only' },
  not_granted: { 'zh-CN': '你的账号未开通此功能', 'en-US': 'Not available for your account' },
  ends_before_begin: { 'zh-CN': '结束时间须晚于开始时间', 'en-US': 'Must be later than the start' },
  not_below: { 'zh-CN': '须低于原价 {price}', 'en-US': 'Must be below the original price of {price}' },
  too_long: { 'zh-CN': '最多 {max} 个字符', 'en-US': 'Must be at most {max} characters' },
  too_short: { 'zh-CN': '至少 {min} 个字符', 'en-US': 'Must be at least {min} characters' },
  too_small: { 'zh-CN': '不能小于 {min}', 'en-US': 'Must be at least {min}' },
  too_big: { 'zh-CN': '不能大于 {max}', 'en-US': 'Must be at most {max}' },
  too_many: { 'zh-CN': '最多 {max} 项', 'en-US': 'Must have at most {max} entries' },
  hidden_characters: {
    'zh-CN': '不能包含不可见的控制字符',
    'en-US': 'Must not contain hidden control characters',
  },
  answer_too_large: {
    'zh-CN': '单页内容超过 {max}，请减少每页数量',
    'en-US': 'This page would exceed {max}. Please request fewer items per page',
  },
  too_much_text: {
    'zh-CN': '单个商品的文字总量最多 {max}，请精简内容',
    'en-US': 'The texts of one plan can take up at most {max}',
  },
  too_large: { 'zh-CN': '内容过多，最多 {max}', 'en-US': 'Too large: the limit is {max}' },
  not_whole: { 'zh-CN': '须为整数', 'en-US': 'Must be a whole number' },
  not_one_of: { 'zh-CN': '须为以下之一：{choices}', 'en-US': 'Must be one of {choices}' },
  out_of_bounds: { 'zh-CN': '超出允许范围', 'en-US': 'Out of range' },
  in_future: { 'zh-CN': '不能晚于当前时间', 'en-US': 'Must not be in the future' },
  no_mail: {
    'zh-CN': '本站暂时无法发送邮件，请联系管理员',
    'en-US': 'This site cannot send e-mail at the moment. Please contact the administrator',
  },
  no_sms: {
    'zh-CN': '本站暂不支持手机号验证，请使用邮箱',
    'en-US': 'This site cannot send text messages. Please use an e-mail address',
  },
  no_sms_bank: {
    'zh-CN': '本站暂不支持短信验证，无法绑定银行卡',
    'en-US': 'This site cannot send text messages, so bank cards cannot be added',
  },
  wrong_code: { 'zh-CN': '验证码不正确或已过期', 'en-US': 'The code is incorrect or has expired' },
  unknown_account: { 'zh-CN': '该账号未注册', 'en-US': 'No user has this account' },
  own_account: { 'zh-CN': '不能添加自己', 'en-US': 'You cannot add yourself' },
  already_member: { 'zh-CN': '该成员已在团队中', 'en-US': 'Already a team member' },
  wrong_login: { 'zh-CN': '账号或密码不正确', 'en-US': 'The account or password is incorrect' },
  wrong_password: { 'zh-CN': '密码不正确', 'en-US': 'The password is incorrect' },
  not_an_image: {
    'zh-CN': '请选择图片类型文件',
    'en-US': 'Please choose an image (PNG, JPEG, GIF or WebP)',
  },
  region: { 'zh-CN': '请选择省市区', 'en-US': 'Please choose a province, city and district' },
  receiver_name: { 'zh-CN': '请填写收货人姓名', 'en-US': 'Please enter the recipient’s name' },
  receiver_phone: {
    'zh-CN': '请填写收货人手机号',
    'en-US': 'Please enter the recipient’s phone number',
  },
  receiver_address: { 'zh-CN': '请填写详细地址', 'en-US': 'Please enter the street address' },
  holder_name: { 'zh-CN': '请填写姓名', 'en-US': 'Please enter the full name' },
  resident_id: {
    'zh-CN': '请先正确填写身份证号',
    'en-US': 'Please enter a valid resident ID number',
  },
  already_kept: { 'zh-CN': '已保存过', 'en-US': 'Already saved' },
  too_many_kept: {
    'zh-CN': '最多保存 {max} 条，请先删除不用的',
    'en-US': 'You can save at most {max}. Please delete some you no longer need',
  },
  too_many_pictures: {
    'zh-CN': '每个账号最多上传 {max} 张图片',
    'en-US': 'Each account can upload at most {max} images',
  },
  not_text: {
    'zh-CN': '请上传 UTF-8 或 GBK 编码的 CSV 文件',
    'en-US': 'Please upload a CSV file in UTF-8 or GBK',
  },
  no_express_columns: {
    'zh-CN': '首行须包含订单号、快递公司、快递单号三列',
    'en-US': 'The first line must contain the columns out_trade_no, company and express_no',
  },
  no_statement_columns: {
    'zh-CN': '无法识别该对账单，表头须与 Stripe 余额明细或沙盒对账单一致',
    'en-US':
      'Unsupported statement. The header must match Stripe’s balance transactions or the sandbox format',
  },
  no_statement_lines: {
    'zh-CN': '对账单中没有可读取的记录，也未注明账期',
    'en-US': 'The statement has no readable lines and does not state its period',
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
