import { plainName } from './plain-name.ts';
import { type AccountMessage, accountTexts } from './texts/account-messages.ts';
import { type MembershipMessage, membershipTexts } from './texts/membership-messages.ts';
import { type PaymentMessage, paymentTexts } from './texts/payment-messages.ts';
import { type SaleMessage, saleTexts } from './texts/sale-messages.ts';
import { type SecurityMessage, securityTexts } from './texts/security-messages.ts';
import { type StaffMessage, staffTexts } from './texts/staff-messages.ts';

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
  | AccountMessage
  | MembershipMessage
  | PaymentMessage
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
  | { template: 'webhook_paused'; values: { host: string } }
  | { template: 'replies_ran_out' | 'replies_arrived'; values: { name: string; out_trade_no: string } };

type Text = { subject: string; text: string };
type Texts = Readonly<Record<MessageLanguage, Text>>;

const texts: Readonly<Record<Message['template'], Texts>> = {
  ...saleTexts,
  ...securityTexts,
  ...staffTexts,
  ...accountTexts,
  ...membershipTexts,
  ...paymentTexts,
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
};

/** Values that other people typed. */
const TYPED: ReadonlySet<string> = new Set(['name', 'plan_name', 'lines', 'express_no']);

/** What kind of message it is. No subject names anybody or anything: it is shown on locked screens. */
export const subjectOf = (template: Message['template'], language: MessageLanguage): string =>
  texts[template][language].subject;

/** `[…]` counts something, and is left out where that is none. */
const COUNTED = /\[([^[\]]*\{(\w+)\}[^[\]]*)\]/g;

/** `12345.00` as pages write it: `12,345.00`. */
const grouped = (amount: string): string => amount.replace(/\B(?=(\d{3})+\.)/g, ',');

/** Subject and text of a message. A list has a line for each item. What other people typed has no address or line break. */
export function renderMessage(message: Message, language: MessageLanguage): Text {
  const values: Readonly<Record<string, string | readonly string[]>> = message.values;
  const fill = (text: string): string =>
    text
      .replace(COUNTED, (_, part: string, name: string) => (values[name] === '0' ? '' : part))
      .replace(/¥\{(\w+)\}/g, (_, name: string) => `¥${grouped(String(values[name] ?? ''))}`)
      .replace(/\{(\w+)\}/g, (_, name: string) =>
        [values[name] ?? '']
          .flat()
          .map((value) => (TYPED.has(name) ? plainName(value) : value))
          .join('\n'),
      );
  const { subject, text } = texts[message.template][language];
  return { subject: fill(subject), text: fill(text).replace(/\n+/g, '\n') };
}
