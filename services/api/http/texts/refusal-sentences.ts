import { both } from '../language.ts';
import type { ApiRefusal } from '../refusals.ts';

const refusal = (ec: number, chinese: string, english: string) => ({ ec, ...both(chinese, english) });

/** Code and sentence of each refusal (docs: Refusal codes). Texts of the specification are used as they are. */
export const refusals: Readonly<Record<ApiRefusal['code'], ReturnType<typeof refusal>>> = {
  no_goal: refusal(40000, '请最少填写一个目标方案', 'Please add at least one goal'),
  bad_input: refusal(40000, '请检查填写的内容', 'Please check your input'),
  body_too_large: refusal(40000, '提交的内容过大', 'The request is too large'),
  confirm_old_contact: refusal(
    401,
    '请先验证已绑定的手机号或邮箱',
    'Please confirm your present phone number or email address first',
  ),
  not_signed_in: refusal(40100, '请先登录', 'Please sign in first'),
  session_expired: refusal(40101, '登录已过期，请重新登录', 'Your session has expired. Please sign in again'),
  confirm_needed: refusal(40104, '请先完成安全验证', 'Please confirm that it is you'),
  confirm_wrong: refusal(
    40104,
    '验证码不正确、已使用或已过期',
    'The code is incorrect, was used before, or has expired',
  ),
  confirm_passkey: refusal(
    40104,
    '通行密钥验证未通过或已超时，请重试',
    'Your passkey could not be verified, or it took too long. Please try again',
  ),
  second_factor: refusal(40106, '请完成两步验证', 'Please complete two-step verification'),
  factor_missing: refusal(
    40107,
    '请先在“账号安全”中开启两步验证',
    'Please set up two-step verification under “Security” first',
  ),
  other_person: refusal(
    40105,
    '此浏览器已登录其他账号，本次操作未提交',
    'This browser is signed in to another account now. Nothing was sent',
  ),
  bind_required: refusal(
    40102,
    '为了更好的体验，请先绑定手机或邮箱',
    'Please add a phone number or an email address first',
  ),
  bind_phone_required: refusal(40103, '为了更好的体验，请先绑定手机', 'Please add a phone number first'),
  not_allowed: refusal(40300, '没有权限进行此操作', 'You do not have permission to do this'),
  withdraw_hidden: refusal(
    40300,
    '此账号的提现由平台客服处理，请联系客服',
    'Withdrawals of this account are arranged by our staff. Please contact support',
  ),
  rejected: refusal(
    40300,
    '该创作者已限制你的评论、点赞、投票和赞助',
    'This creator does not accept comments, likes, votes or sponsorships from you',
  ),
  foreign_origin: refusal(40300, '请求来源不被允许', 'Requests from this site are not allowed'),
  sandbox_is_private: refusal(
    40300,
    '此沙箱仅限在本机使用。如需开放给他人，请设置 SANDBOX_PUBLIC=1。',
    'This sandbox can be used on its own machine only. SANDBOX_PUBLIC=1 opens it to others.',
  ),
  file_address_changed: refusal(
    41011,
    '文件地址无效，请刷新页面',
    'This file address is not valid. Please reload the page',
  ),
  file_address_expired: refusal(
    41011,
    '文件地址已过期，请刷新页面',
    'This file address has expired. Please reload the page',
  ),
  file_address_of_other: refusal(
    41011,
    '该文件地址属于其他账号，请登录对应账号后重新打开页面',
    'This file address belongs to another account. Open the page with that account',
  ),
  file_range: refusal(40000, '请求的范围超出文件大小', 'The requested range is outside of the file'),
  not_found: refusal(40400, '页面不存在', 'Page not found'),
  idempotency_key_reused: refusal(
    40901,
    '该幂等键已用于其他请求',
    'This idempotency key was used for a different request',
  ),
  state_does_not_allow: refusal(
    40902,
    '当前状态不允许此操作',
    'This action is not possible in the current state',
  ),
  price_changed: refusal(
    40902,
    '价格已变化，请确认后重新提交',
    'The price has changed. Please confirm it and try again',
  ),
  terms_changed: refusal(
    40902,
    '条款已更新，请阅读后重新提交',
    'The terms have changed. Please read them and try again',
  ),
  draft_gone: refusal(
    40400,
    '草稿已在其他窗口发布或删除，可再次发布',
    'This draft was published or deleted in another window. You can publish again',
  ),
  draft_changed: refusal(40902, '草稿已在其他窗口修改', 'This draft was changed in another window'),
  already_ordered: refusal(
    40902,
    '购物车中的商品已在其他订单中下单',
    'These cart items have already been ordered',
  ),
  quota_reached: refusal(
    40902,
    '数量已达上限，请先删除不用的',
    'You have reached the limit. Delete items you no longer need',
  ),
  open_order_exists: refusal(
    40902,
    '你已有一笔内容相同的待支付订单',
    'You already have an unpaid order for the same items',
  ),
  bought_just_now: refusal(40902, '你刚刚买过同样的内容', 'You bought the same a moment ago'),
  out_of_stock: refusal(41001, '库存不足', 'Not enough stock'),
  purchase_limit_reached: refusal(41002, '已达到可购买上限', 'You have reached the purchase limit'),
  too_many_unpaid_orders: refusal(
    40902,
    '你有 20 笔订单待支付，请先支付或取消部分订单',
    'You have 20 unpaid orders. Please pay or cancel some of them first',
  ),
  too_many_unpaid_units: refusal(
    40902,
    '待支付的商品数量已达上限，请减少数量，或先支付已有订单',
    'You have too many unpaid items. Reduce the quantity, or pay for your open orders first',
  ),
  redeem_code_used: refusal(41003, '该兑换码已被兑换了', 'This redeem code has already been used'),
  downgrade_unsupported: refusal(41004, '暂不支持降级方案', 'Downgrading to a cheaper plan is not supported'),
  plan_deleted: refusal(41005, '该赞助计划已被创作者删除', 'The creator has deleted this plan'),
  post_deleted: refusal(41010, '创作者已删除动态', 'The creator has deleted this post'),
  order_closed: refusal(41006, '订单已过期或已取消', 'This order has expired or was canceled'),
  ticket_unpaid: refusal(40902, '该门票尚未支付', 'This ticket has not been paid for'),
  ticket_void: refusal(40902, '该门票已退款作废', 'This ticket was refunded and is no longer valid'),
  ticket_replaced: refusal(
    40902,
    '该门票已更换持票人，此码已失效，请出示新的二维码',
    'The holder of this ticket was changed. This code is no longer valid. Please show the new QR code',
  ),
  ticket_holder_fixed: refusal(
    40902,
    '该门票已更换过 3 次持票人，不能再更换',
    'The holder of this ticket was changed three times and cannot be changed again',
  ),
  remark_fixed: refusal(
    40902,
    '该创作者未开放修改备注',
    'This creator does not let buyers change their notes',
  ),
  ticket_door_open: refusal(
    40902,
    '活动开始前 1 小时起不能更换持票人',
    'The holder can be changed until one hour before the event begins',
  ),
  ticket_other_event: refusal(40902, '该门票不属于本场活动', 'This ticket is for another event or date'),
  ticket_forged: refusal(40000, '这不是本站签发的门票', 'This ticket was not issued by us'),
  redeem_code_unknown: refusal(
    41007,
    '兑换码不存在或已失效',
    'This redeem code does not exist or is no longer valid',
  ),
  balance_too_small: refusal(41008, '可提现余额不足', 'Your available balance is too low'),
  payout_not_covered: refusal(
    41008,
    '创作者的余额不足以支付这笔提现：打款后可提现 {available}，待结算 {pending}，争议暂扣 {on_hold}，还差 {missing}',
    'The creator’s balance does not cover this withdrawal. After it: {available} available, {pending} pending, {on_hold} on hold for disputes. {missing} is missing',
  ),
  no_payouts: refusal(
    40902,
    '本站尚未开通打款，批准后也无法打款。请联系运维人员开通，或驳回这笔提现',
    'Payouts are not set up on this site, so this withdrawal would not be paid. Ask the operator to set them up, or reject it',
  ),
  upload_expired: refusal(
    40902,
    '上传已过期，请重新上传该文件',
    'This upload has expired. Please upload the file again',
  ),
  upload_forged: refusal(40300, '上传凭证无效', 'This upload token is not valid'),
  too_many_puts: refusal(
    42900,
    '同时上传的文件过多，请等其他文件上传完成',
    'Too many files are being uploaded at once. Please wait for the others',
  ),
  storage_away: refusal(
    50300,
    '文件存储暂时不可用，请稍后再试',
    'File storage is not available at the moment. Please try again later',
  ),
  too_many_requests: refusal(42900, '操作过于频繁，请稍后再试', 'Too many requests. Please try again later'),
  too_many_streams: refusal(
    42900,
    '打开的页面过多，请关闭一些后再试',
    'Too many live connections are open. Please close some pages',
  ),
  internal: refusal(
    50000,
    '服务器出错了，请稍后再试',
    'Something went wrong on our side. Please try again later',
  ),
  overloaded: refusal(
    50300,
    '服务繁忙或正在启动，请稍后再试',
    'The service is busy or starting up. Please try again shortly',
  ),
};
