import { plainName } from './plain-name.ts';
import { type SaleMessage, saleTexts } from './sale-messages.ts';
import { type SecurityMessage, securityTexts } from './security-messages.ts';
import { type StaffMessage, staffTexts } from './staff-messages.ts';

/** The texts of emails, in the reader's language. */
export type MessageLanguage = 'zh-CN' | 'en-US';

type WeeklyValue =
  | ('from' | 'to' | 'orders' | 'gross' | 'refunds' | 'net' | 'net_before')
  | ('new_sponsors' | 'sponsors');

/** Every message with its values. Amounts are as on the wire, `"30.00"`. */
export type Message =
  | SaleMessage
  | SecurityMessage
  | StaffMessage
  | { template: 'verify_code'; values: { code: string } }
  | { template: 'account_exists' | 'contact_taken'; values: Record<string, never> }
  /** The day on which the account is closed, or was not. */
  | { template: 'closing_requested' | 'closing_rejected'; values: { date: string } }
  /** Masked. */
  | { template: 'contact_changed'; values: { contact: string } }
  | { template: 'password_changed' | 'account_deleted' | 'messenger_linked'; values: Record<string, never> }
  | { template: 'affiliate_ended'; values: { code: string } }
  | { template: 'bank_card_approved' | 'bank_card_rejected'; values: Record<string, never> }
  | {
      template: 'withdrawal_paid' | 'withdrawal_failed' | 'withdrawal_rejected';
      values: { order_id: string; amount: string };
    }
  | {
      template: 'weekly_summary';
      values: Record<WeeklyValue, string>;
    }
  /** A line for each (digest-lines.ts). The time that it is about, as `2026-05-01 09:00` in business time. */
  | { template: 'notice_digest'; values: { items: readonly string[]; from: string; to: string } }
  | {
      template: 'membership_ending' | 'membership_ended';
      /** The creator's name, and the end in business time. */
      values: { plan_name: string; name: string; date: string };
    }
  | { template: 'webhook_paused'; values: { host: string } }
  | {
      template: 'membership_renews' | 'membership_renewed' | 'renewal_failed' | 'renewal_ended';
      /** `date`: of the charge, of the new end, of the next try, or of the end. */
      values: { plan_name: string; name: string; amount: string; date: string };
    }
  | { template: 'replies_ran_out' | 'replies_arrived'; values: { name: string; out_trade_no: string } }
  | {
      template:
        | 'late_payment_returned'
        | 'order_refunded'
        | 'refund_failed'
        | 'payment_disputed'
        | 'dispute_won'
        | 'dispute_lost';
      values: { out_trade_no: string; plan_name: string; amount: string };
    };

type Text = { subject: string; text: string };
type Texts = Readonly<Record<MessageLanguage, Text>>;

const texts: Readonly<Record<Message['template'], Texts>> = {
  ...saleTexts,
  ...securityTexts,
  ...staffTexts,
  verify_code: {
    'zh-CN': { subject: '验证码', text: '你的验证码是 {code}，10 分钟内有效，请勿泄露给他人。' },
    'en-US': {
      subject: 'Your verification code',
      text: 'Your verification code is {code}. It is valid for 10 minutes. Do not share it with anyone.',
    },
  },
  account_exists: {
    'zh-CN': {
      subject: '该账号已注册',
      text: '有人使用此账号注册，但该账号已存在。请直接登录，或找回密码。如非本人操作，请忽略此消息。',
    },
    'en-US': {
      subject: 'You already have an account',
      text: 'Someone tried to register with this account, but it already exists. Sign in, or reset your password. If this was not you, ignore this message.',
    },
  },
  closing_requested: {
    'zh-CN': {
      subject: '已收到注销申请',
      text: '你的账号将于 {date} 注销，届时个人信息会被永久删除。在此之前可随时在“注销账号”页面撤回。如非本人操作，请立即撤回并修改密码。',
    },
    'en-US': {
      subject: 'Your account will be closed',
      text: 'Your account will be closed on {date}, and your personal data will be deleted for good. You can take this back under “Close account” until then. If this was not you, take it back now and change your password.',
    },
  },
  closing_rejected: {
    'zh-CN': {
      subject: '账号未注销',
      text: '你的账号原定于 {date} 注销，但仍有未完成的订单或未结清的款项，因此未注销。请在“注销账号”页面查看原因，处理后可重新申请。',
    },
    'en-US': {
      subject: 'Your account was not closed',
      text: 'Your account was to be closed on {date}, but orders or money are not settled, so it stays open. See the reason under “Close account”. You can ask again after that.',
    },
  },
  contact_taken: {
    'zh-CN': {
      subject: '该账号已绑定',
      text: '有人尝试将此手机号或邮箱绑定到另一个账号，但它已属于你的账号，绑定未成功。如非本人操作，请忽略此消息。',
    },
    'en-US': {
      subject: 'Already in use',
      text: 'Someone tried to add this phone number or email address to another account, but it belongs to yours. Nothing was changed. If this was not you, ignore this message.',
    },
  },
  contact_changed: {
    'zh-CN': {
      subject: '绑定信息已变更',
      text: '你的账号已绑定 {contact}，可用于登录和找回密码。如非本人操作，请立即修改密码并联系客服。',
    },
    'en-US': {
      subject: 'Your sign-in details changed',
      text: '{contact} was added to your account. It can be used to sign in and to reset your password. If this was not you, change your password now and contact support.',
    },
  },
  messenger_linked: {
    'zh-CN': {
      subject: '已绑定微信',
      text: '你的账号已绑定微信，可用微信登录。如非本人操作，请立即在账号设置中解绑，修改密码并联系客服。',
    },
    'en-US': {
      subject: 'WeChat was linked to your account',
      text: 'WeChat was linked to your account, and can be used to sign in. If this was not you, unlink it in your account settings now, change your password and contact support.',
    },
  },
  password_changed: {
    'zh-CN': {
      subject: '密码已修改',
      text: '你的密码刚刚修改成功，其他设备已退出登录。如非本人操作，请立即找回密码。',
    },
    'en-US': {
      subject: 'Your password was changed',
      text: 'Your password was just changed and all other devices were signed out. If this was not you, reset your password now.',
    },
  },
  account_deleted: {
    'zh-CN': {
      subject: '账号已注销',
      text: '你的账号已注销，个人信息已被永久删除。如需再次使用，可用此邮箱或手机号重新注册。',
    },
    'en-US': {
      subject: 'Your account was deleted',
      text: 'Your account was deleted, with all of your personal data. You can register again with this email address or phone number.',
    },
  },
  affiliate_ended: {
    'zh-CN': {
      subject: '推广码已失效',
      text: '推广码 {code} 的另一方已注销账号，该推广码已失效，新订单不再计算佣金。已产生的订单和佣金不受影响。',
    },
    'en-US': {
      subject: 'An affiliate code has ended',
      text: 'The account of the other party of the affiliate code {code} was deleted, so the code has ended. New orders earn no commission. Earlier orders and commissions do not change.',
    },
  },
  order_refunded: {
    'zh-CN': {
      subject: '退款成功',
      text: '已退款 ¥{amount}，款项已原路退回。订单：{plan_name} {out_trade_no}',
    },
    'en-US': {
      subject: 'Your refund was sent',
      text: '¥{amount} was refunded to your original payment method. Order: {plan_name} {out_trade_no}',
    },
  },
  withdrawal_paid: {
    'zh-CN': { subject: '提现成功', text: '你的提现 ¥{amount}（{order_id}）已转出，请注意查收。' },
    'en-US': {
      subject: 'Your withdrawal has been paid',
      text: 'Your withdrawal of ¥{amount} ({order_id}) has been sent to your account.',
    },
  },
  withdrawal_failed: {
    'zh-CN': {
      subject: '提现失败',
      text: '你的提现 ¥{amount}（{order_id}）未能转出，款项已退回可提现余额，请在提现记录中查看原因。',
    },
    'en-US': {
      subject: 'Your withdrawal failed',
      text: 'Your withdrawal of ¥{amount} ({order_id}) could not be paid. The amount was returned to your available balance. See your withdrawal history for the reason.',
    },
  },
  withdrawal_rejected: {
    'zh-CN': {
      subject: '提现未通过审核',
      text: '你的提现 ¥{amount}（{order_id}）未通过审核，款项已退回可提现余额，请在提现记录中查看原因。',
    },
    'en-US': {
      subject: 'Your withdrawal was not approved',
      text: 'Your withdrawal of ¥{amount} ({order_id}) was not approved. The amount was returned to your available balance. See your withdrawal history for the reason.',
    },
  },
  bank_card_approved: {
    'zh-CN': { subject: '银行卡已通过审核', text: '你的银行卡已通过审核，可用于提现。' },
    'en-US': {
      subject: 'Your bank card was approved',
      text: 'Your bank card was approved. You can now use it for withdrawals.',
    },
  },
  bank_card_rejected: {
    'zh-CN': {
      subject: '银行卡未通过审核',
      text: '你的银行卡未通过审核，请在提现方式中查看原因，核对后可重新提交。',
    },
    'en-US': {
      subject: 'Your bank card was not approved',
      text: 'Your bank card was not approved. See your withdrawal methods for the reason. You can correct the details and submit it again.',
    },
  },
  weekly_summary: {
    'zh-CN': {
      subject: '每周小结',
      text: '{from} 至 {to}：实收 ¥{net}（前一周 ¥{net_before}），收入 ¥{gross}，退款 ¥{refunds}；订单 {orders} 笔，新赞助者 {new_sponsors} 人，近 31 天赞助者 {sponsors} 人。可在“数据分析”中查看明细或关闭此邮件。',
    },
    'en-US': {
      subject: 'Your weekly summary',
      text: '{from} to {to}: you receive ¥{net} (previous week ¥{net_before}). Income ¥{gross}, refunds ¥{refunds}, orders {orders}, new sponsors {new_sponsors}, sponsors in the last 31 days {sponsors}. See the details or turn off these emails under Analytics.',
    },
  },
  notice_digest: {
    'zh-CN': {
      subject: '你有新的互动和动态',
      text: '{from} 至 {to}：\n{items}\n可在“通知”中查看全部，也可在“通知设置”中更改频率或关闭此邮件：',
    },
    'en-US': {
      subject: 'What is new for you',
      text: '{from} to {to}:\n{items}\nSee everything under Notifications. Change how often you get this email, or turn it off, in the notification settings:',
    },
  },
  membership_ending: {
    'zh-CN': {
      subject: '会员即将到期',
      text: '你在“{name}”的会员“{plan_name}”将于 {date} 到期。你可以在“赞助中”续期，或关闭会员提醒。',
    },
    'en-US': {
      subject: 'Your membership ends soon',
      text: 'Your membership “{plan_name}” with {name} ends on {date}. You can extend it, or turn off these emails, under Sponsoring.',
    },
  },
  membership_renews: {
    'zh-CN': {
      subject: '会员即将自动续费',
      text: '你在“{name}”的会员“{plan_name}”将于 {date} 自动续费，扣款不超过 ¥{amount}。可在“自动续费”中关闭。',
    },
    'en-US': {
      subject: 'Your membership renews soon',
      text: 'Your membership “{plan_name}” with {name} renews on {date} for ¥{amount} at most. You can turn this off under Renewals.',
    },
  },
  membership_renewed: {
    'zh-CN': {
      subject: '会员已自动续费',
      text: '你在“{name}”的会员“{plan_name}”已续费 ¥{amount}，有效期至 {date}。可在“自动续费”中关闭。',
    },
    'en-US': {
      subject: 'Your membership was renewed',
      text: 'Your membership “{plan_name}” with {name} was renewed for ¥{amount}, until {date}. You can turn this off under Renewals.',
    },
  },
  renewal_failed: {
    'zh-CN': {
      subject: '自动续费扣款失败',
      text: '你在“{name}”的会员“{plan_name}”续费 ¥{amount} 扣款失败，将于 {date} 重试。你也可以在“自动续费”中立即付款。',
    },
    'en-US': {
      subject: 'Your renewal payment was declined',
      text: 'The payment of ¥{amount} for your membership “{plan_name}” with {name} was declined. We will try again on {date}. You can also pay now under Renewals.',
    },
  },
  renewal_ended: {
    'zh-CN': {
      subject: '自动续费已结束',
      text: '你在“{name}”的会员“{plan_name}”（¥{amount}）的自动续费已于 {date} 结束，之后不再扣款。原因请在“自动续费”中查看。',
    },
    'en-US': {
      subject: 'Your automatic renewal has ended',
      text: 'The automatic renewal of your membership “{plan_name}” with {name} (¥{amount}) ended on {date}. You will not be charged again. See the reason under Renewals.',
    },
  },
  membership_ended: {
    'zh-CN': {
      subject: '会员已到期',
      text: '你在“{name}”的会员“{plan_name}”已于 {date} 到期。你可以在“赞助中”重新开通，或关闭会员提醒。',
    },
    'en-US': {
      subject: 'Your membership has ended',
      text: 'Your membership “{plan_name}” with {name} ended on {date}. You can join again, or turn off these emails, under Sponsoring.',
    },
  },
  webhook_paused: {
    'zh-CN': {
      subject: 'Webhook 已暂停',
      text: '发往 {host} 的 Webhook 已连续失败 3 天，现已暂停。请检查你的程序，然后在“开发者”页面恢复；期间的事件会在恢复后发送。',
    },
    'en-US': {
      subject: 'Your webhook was paused',
      text: 'Requests to {host} have failed for 3 days, so the webhook was paused. Check your program, then resume it on the Developer page. Events since then are sent after you resume.',
    },
  },
  replies_ran_out: {
    'zh-CN': {
      subject: '随机回复已用完',
      text: '“{name}”的随机回复已用完（订单 {out_trade_no}）。之后付款的订单将在你补充后发放。',
    },
    'en-US': {
      subject: 'Your random replies have run out',
      text: 'The random replies of “{name}” have run out (order {out_trade_no}). New orders will wait until you add more.',
    },
  },
  replies_arrived: {
    'zh-CN': {
      subject: '你购买的内容已送达',
      text: '“{name}”的创作者已补充内容，请在订单 {out_trade_no} 中查看。',
    },
    'en-US': {
      subject: 'Your purchase has arrived',
      text: 'The creator of “{name}” has added the content for your order {out_trade_no}. View it on the order page.',
    },
  },
  refund_failed: {
    'zh-CN': {
      subject: '退款未到账',
      text: '订单 {out_trade_no}（{plan_name}）的退款 ¥{amount} 未能退回原付款账户。我们会通过其他方式退给你，必要时会与你联系。',
    },
    'en-US': {
      subject: 'Your refund did not arrive',
      text: 'The refund of ¥{amount} for order {out_trade_no} ({plan_name}) could not be paid to your original payment method. We will pay it in another way, and contact you if we need details.',
    },
  },
  payment_disputed: {
    'zh-CN': {
      subject: '一笔付款有争议',
      text: '付款人的银行要求退回订单 {out_trade_no}（{plan_name}）的付款 ¥{amount}。银行作出决定前，该订单不能退款。如需补充发货或沟通记录，请联系客服。',
    },
    'en-US': {
      subject: 'A payment is disputed',
      text: 'The payer’s bank demands ¥{amount} of order {out_trade_no} ({plan_name}) back. Until the bank decides, the order cannot be refunded. If you have proof of delivery or messages, contact support.',
    },
  },
  dispute_won: {
    'zh-CN': {
      subject: '付款争议已结束',
      text: '订单 {out_trade_no}（{plan_name}）的付款争议已结束，付款有效，收入不变。',
    },
    'en-US': {
      subject: 'A payment dispute has ended',
      text: 'The dispute about order {out_trade_no} ({plan_name}) has ended. The payment stands, and your income does not change.',
    },
  },
  dispute_lost: {
    'zh-CN': {
      subject: '付款争议已结束',
      text: '银行已将订单 {out_trade_no}（{plan_name}）的付款退给付款人，该订单按退款处理，收入相应减少。',
    },
    'en-US': {
      subject: 'A payment dispute has ended',
      text: 'The bank has returned the payment of order {out_trade_no} ({plan_name}) to the payer. The order counts as refunded, and your income is reduced accordingly.',
    },
  },
  late_payment_returned: {
    'zh-CN': {
      subject: '付款已退回',
      text: '订单 {out_trade_no}（{plan_name}）的付款 ¥{amount} 到账时订单已关闭，款项已原路退回。',
    },
    'en-US': {
      subject: 'Your payment was returned',
      text: 'Your payment of ¥{amount} for order {out_trade_no} ({plan_name}) arrived after the order was closed. It has been returned to your original payment method.',
    },
  },
};

/** Values that other people typed. */
const TYPED: ReadonlySet<string> = new Set(['name', 'plan_name', 'lines', 'express_no']);

/** What kind of message it is. No subject names anybody or anything: it is shown on locked screens. */
export const subjectOf = (template: Message['template'], language: MessageLanguage): string =>
  texts[template][language].subject;

/** Subject and text of a message. A list has a line for each item. What other people typed has no address or line break. */
export function renderMessage(message: Message, language: MessageLanguage): Text {
  const values: Readonly<Record<string, string | readonly string[]>> = message.values;
  const fill = (text: string): string =>
    text.replace(/\{(\w+)\}/g, (_, name: string) =>
      [values[name] ?? '']
        .flat()
        .map((value) => (TYPED.has(name) ? plainName(value) : value))
        .join('\n'),
    );
  const { subject, text } = texts[message.template][language];
  return { subject: fill(subject), text: fill(text).replace(/\n+/g, '\n') };
}
