import { countryName } from '#services/contract/delivery/countries.ts';
import type { FieldMessage } from '#services/runtime/refusal.ts';
import { both, type Language, type Sentence } from './language.ts';
import { fileMessages } from './texts/file-messages.ts';

/** Errors of deciders, and those found by schemas or account calls. */
export type InputMessage =
  | FieldMessage
  | { key: 'too_long' | 'answer_too_large'; max: string }
  | { key: 'too_many_lines' | 'too_many_links' | 'too_many_mentions'; max: string }
  | { key: 'too_short' | 'too_small'; min: string }
  | { key: 'not_one_of'; choices: string }
  | { key: 'not_whole' | 'hidden_characters' | 'out_of_bounds' | 'in_future' | 'not_table' }
  | { key: 'is_workbook' | 'is_pdf' }
  | {
      key:
        | 'wrong_code'
        | 'wrong_login'
        | 'account_banned'
        | 'wrong_password'
        | 'no_mail'
        | 'no_sms'
        | 'no_sms_bank'
        | 'no_sms_country'
        | 'same_account'
        | 'new_contact'
        | 'not_own'
        | 'no_messenger'
        | 'messenger_away'
        | 'messenger_ended'
        | 'messenger_taken'
        | 'wrong_passkey'
        | 'unknown_passkey'
        | 'copied_passkey';
    }
  | { key: 'unknown_account' | 'own_account' | 'already_member' }
  | { key: 'with_credentials' | 'blocked_port' | 'private_address' }
  | { key: 'always_on' }
  | { key: 'no_express_columns' | 'no_statement_columns' | 'no_statement_lines' };

const messages: Readonly<Record<InputMessage['key'], Sentence>> = {
  ...fileMessages,
  required: both('必填', 'Required'),
  always_on: both('该通知不能关闭', 'This notification cannot be turned off'),
  unknown: both('不存在', 'Not found'),
  out_of_range: both('须在 {min} 到 {max} 之间', 'Must be between {min} and {max}'),
  below_minimum: both('不能低于 {min}', 'Must be at least {min}'),
  repeated: both('重复', 'Duplicate entry'),
  not_on_sale: both('未在售', 'Not on sale'),
  round_begun: both('该场次已开始，停止售票', 'This event has started. Tickets are no longer available'),
  sold_out: both('库存不足', 'Sold out'),
  nothing_left: both('已没有剩余', 'Nothing is left'),
  nothing_to_refund: both('没有可退的金额了', 'Nothing is left to refund'),
  disputed: both(
    '付款方银行正在处理这笔付款的争议，有结果后才能退款',
    'The payer’s bank is deciding on a dispute of this payment. Refund it after the decision',
  ),
  no_provider: both('暂未开通付款，目前无法购买', 'Payments are not set up yet, so nothing can be bought'),
  limit_reached: both('已达到可购买上限', 'You have reached the purchase limit'),
  downgrade: both('暂不支持降级方案', 'Downgrading to a cheaper plan is not supported'),
  own_offer: both('不能购买自己的商品', 'You cannot buy your own product'),
  one_membership: both(
    '同一创作者的赞助方案一次只能购买一个',
    'You can buy only one sponsorship plan per creator at a time',
  ),
  plan_follows: both(
    '你已预约会员到期后的方案，开始之前不能再购买其他时段',
    'Another plan is already set to begin when your membership ends',
  ),
  ends_too_late: both('会员有效期最长 10 年', 'A membership can end at most 10 years from now'),
  no_method: both('请先添加可用的提现方式', 'Please add an active withdrawal method first'),
  payee_held: both(
    '收款账户刚刚变更，{hours} 小时后可提现到此账户',
    'This payee was changed just now. It can be used in {hours} hours',
  ),
  names_a_number: both(
    '其中包含电话、银行卡或证件号码，请删除：此内容将永久保存',
    'This contains a phone, card or ID number. Remove it: this text is stored permanently',
  ),
  last_admin: both('这是唯一的管理员，不能撤销', 'The last admin cannot be removed'),
  party_of_order: both(
    '该账号是此订单的创作者或推广方',
    'This account is the creator or the partner of the order',
  ),
  account_rejected: both('创作者已限制该账号，不能转移', 'The creator accepts nothing from this account'),
  has_membership: both(
    '该账号已有此创作者的会员，有效期重叠，不能转移',
    'This account already has a membership of this creator at that time',
  ),
  membership_over: both('会员已到期，不能转移', 'This membership is over and cannot be moved'),
  renewal_open: both(
    '该会员正在自动续费。请在扣款完成或粉丝取消续费订单后再转移',
    'A renewal of this membership is being paid. Move it once that order is paid or canceled',
  ),
  account_closed: both('该账号已注销', 'This account was closed'),
  second_person: both('须由另一位同事审批', 'Another person must approve this'),
  fixed: both('创建后不能更改', 'Cannot be changed after creation'),
  already_taken: both('已被使用', 'Already taken'),
  already_ordered: both('已在其他订单中下单', 'Already ordered'),
  too_many_unpaid: both('待支付的商品数量已达上限', 'Your unpaid orders contain too many of this item'),
  malformed: both('格式不正确', 'Invalid format'),
  in_use: both('正在使用中，不能删除', 'This is in use and cannot be deleted'),
  open_to_all: both(
    '这条动态对所有人公开，请先修改可见范围',
    'Everyone can read this post. Change who it is for first',
  ),
  for_members: both(
    '这条动态按会员等级开放，请先将可见范围改为指定方案和商品',
    'This post is for members. Change it to named plans and products first',
  ),
  not_delivered: both('不支持配送到该地区', 'The seller does not ship to this province'),
  not_delivered_abroad: both('该创作者不配送到{country}', 'This creator does not deliver to {country}'),
  no_address: both('买家还没有填写收货地址', 'The buyer has not entered an address yet'),
  address_changed: both('收货地址只能修改一次', 'The address can be changed only once'),
  shipping_costs_more: both(
    '寄往该地区的运费更高，不能修改为该地址',
    'Shipping to this region costs more. Please choose an address in another region',
  ),
  in_the_past: both('须晚于当前时间', 'Must be in the future'),
  too_late: both('最多提前一年', 'Must be within one year'),
  verified_only: both('认证创作者才可使用', 'Available to certified creators only'),
  abroad_only: both('仅在中国大陆以外可用', 'Available outside mainland China only'),
  not_granted: both('你的账号未开通此功能', 'Not available for your account'),
  no_renewals: both('此订单不能开通自动续费', 'This order cannot be renewed automatically'),
  no_renewing_provider: both('支付渠道不支持自动续费', 'No payment provider supports automatic renewal'),
  renewal_price: both('续费价格为 {price}', 'The renewal price is {price}'),
  bar_too_long: both('最长 90 天', 'Can last at most 90 days'),
  ends_before_begin: both('结束时间须晚于开始时间', 'Must be later than the start'),
  not_below: both('须低于原价 {price}', 'Must be below the original price of {price}'),
  too_long: both('最多 {max} 个字符', 'Must be at most {max} characters'),
  too_short: both('至少 {min} 个字符', 'Must be at least {min} characters'),
  too_small: both('不能小于 {min}', 'Must be at least {min}'),
  too_big: both('不能大于 {max}', 'Must be at most {max}'),
  too_many: both('最多 {max} 项', 'Must have at most {max} entries'),
  no_option: both('最少选择一项投票', 'Choose at least one option'),
  account_too_new: both('新注册的账号一小时后才能投票', 'New accounts can vote one hour after signing up'),
  hidden_characters: both('不能包含不可见的控制字符', 'Must not contain hidden control characters'),
  answer_too_large: both(
    '单页内容超过 {max}，请减少每页数量',
    'This page would exceed {max}. Please request fewer items per page',
  ),
  too_much_text: both(
    '单个商品的文字总量最多 {max}，请精简内容',
    'The texts of one plan can take up at most {max}',
  ),
  too_deep: both('最多嵌套 {max} 层', 'Can be nested at most {max} levels deep'),
  too_many_lines: both('最多 {max} 行', 'Can have at most {max} lines'),
  too_many_mentions: both('最多提到 {max} 个人', 'Can mention at most {max} people'),
  too_many_links: both('最多包含 {max} 个网址', 'Can contain at most {max} web addresses'),
  too_many_images: both('一篇文章最多 {max} 张图片', 'An article can have at most {max} images'),
  too_many_inserts: both(
    '一篇文章最多插入 {max} 个文件，{max} 张卡片',
    'An article can have at most {max} files and {max} cards',
  ),
  not_a_link: both(
    '链接须以 http://、https:// 或 mailto: 开头',
    'Links must begin with http://, https:// or mailto:',
  ),
  one_paywall: both('付费线只能有一条', 'An article can have only one paywall line'),
  too_large: both('内容过多，最多 {max}', 'Too large. The limit is {max}'),
  not_whole: both('须为整数', 'Must be a whole number'),
  not_one_of: both('须为以下之一：{choices}', 'Must be one of {choices}'),
  out_of_bounds: both('超出允许范围', 'Out of range'),
  in_future: both('不能晚于当前时间', 'Must not be in the future'),
  no_mail: both(
    '本站暂时无法发送邮件，请联系管理员',
    'This site cannot send email at the moment. Please contact the administrator',
  ),
  no_sms: both(
    '本站暂不支持手机号验证，请使用邮箱',
    'This site cannot send text messages. Please use an email address',
  ),
  no_sms_country: both(
    '暂不支持该国家或地区的手机号',
    'Phone numbers of this country or region are not supported',
  ),
  no_sms_bank: both(
    '本站暂不支持短信验证，无法绑定银行卡',
    'This site cannot send text messages, so bank cards cannot be added',
  ),
  no_messenger: both('暂未开通微信登录', 'Signing in with WeChat is not set up'),
  messenger_away: both('微信暂时没有响应，请稍后再试', 'WeChat does not answer. Try again later'),
  messenger_ended: both(
    '微信授权已失效，请重新使用微信登录',
    'This WeChat sign-in has expired. Start again with WeChat',
  ),
  wrong_passkey: both(
    '通行密钥验证未通过或已超时，请重试',
    'The passkey could not be verified, or it took too long. Please try again',
  ),
  unknown_passkey: both(
    '此通行密钥未在本站登记或已被移除，请使用其他方式',
    'This passkey does not belong to this account, or was removed. Please use another way',
  ),
  copied_passkey: both(
    '此通行密钥可能已被复制，无法使用，请使用其他方式登录后将其移除',
    'This passkey may have been copied, so it was refused. Sign in another way and remove it',
  ),
  messenger_taken: both('该微信已绑定其他账号', 'This WeChat account is linked to another account'),
  wrong_code: both('验证码不正确或已过期', 'The code is incorrect or has expired'),
  not_own: both('不是当前账号的手机号或邮箱', 'This is not an address of your account'),
  new_contact: both(
    '新绑定的手机号或邮箱 24 小时后才能用于验证，请先使用另一个',
    'It was added less than 24 hours ago and cannot confirm anything yet. Please use your other one',
  ),
  same_account: both('与当前绑定的相同', 'This is the one that you use now'),
  unknown_account: both('该账号未注册', 'This account is not registered'),
  own_account: both('不能添加自己', 'You cannot add yourself'),
  already_member: both('该成员已在团队中', 'Already a team member'),
  account_banned: both('该账号已被封禁，无法登录', 'This account is banned and cannot sign in'),
  wrong_login: both('账号或密码不正确', 'The account or password is incorrect'),
  wrong_password: both('密码不正确', 'The password is incorrect'),
  region: both('请选择省市区', 'Please choose a province, city and district'),
  receiver_name: both('请填写收货人姓名', 'Please enter the recipient’s name'),
  receiver_phone: both('请填写收货人手机号', 'Please enter the recipient’s phone number'),
  receiver_address: both('请填写详细地址', 'Please enter the street address'),
  receiver_lines: both('详细地址最多 3 行', 'The address can have at most 3 lines'),
  postal_code: both('邮政编码不正确', 'Please enter a valid postal code'),
  holder_name: both('请填写姓名', 'Please enter the full name'),
  resident_id: both('请先正确填写身份证号', 'Please enter a valid resident ID number'),
  passport_number: both('请正确填写护照号码', 'Please enter a valid passport number'),
  permit_number: both('请正确填写通行证号码', 'Please enter a valid permit number'),
  already_kept: both('已保存过', 'Already saved'),
  valid_tickets: both(
    '有 {count} 张有效门票，请选择通知持票人或退款',
    'Valid tickets: {count}. Choose to inform their holders, or to refund them',
  ),
  too_many_kept: both(
    '最多保存 {max} 条，请先删除不用的',
    'You can save at most {max}. Please delete some you no longer need',
  ),
  with_credentials: both('地址中不能包含用户名或密码', 'Must not contain a user name or password'),
  blocked_port: both('不支持该端口', 'This port is not allowed'),
  private_address: both('须为公网地址', 'Must be a public address'),
};

/** The sentence of one field's error, with its values. */
export function messageText(message: InputMessage, language: Language): string {
  const values: Readonly<Record<string, unknown>> =
    'country' in message ? { country: countryName(message.country, language) } : { ...message };
  return messages[message.key][language].replace(/\{(\w+)\}/g, (_, name: string) =>
    String(values[name] ?? ''),
  );
}
