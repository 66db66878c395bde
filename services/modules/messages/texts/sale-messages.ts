/** Messages about what was bought and sold. Amounts are as on the wire; times are in business time. */
export type SaleMessage =
  | {
      template: 'order_paid' | 'new_sale';
      /** `lines`: what was bought, one each. */
      values: { out_trade_no: string; lines: readonly string[]; amount: string };
    }
  /** `lines`: code, time and option of each ticket. */
  | { template: 'tickets_issued'; values: { plan_name: string; lines: readonly string[] } }
  /** `lines`: the new code, time and option of the ticket. `left`: how many changes are left. */
  | {
      template: 'ticket_holder_changed';
      values: { plan_name: string; lines: readonly string[]; left: string };
    }
  /** The times in business time. */
  | { template: 'event_moved'; values: { plan_name: string; from: string; to: string } }
  /** `lines`: what is not offered any more, empty for the whole event; or time and option of the refunded tickets. */
  | {
      template: 'event_withdrawn' | 'event_refunded';
      values: { plan_name: string; lines: readonly string[] };
    }
  /** The carrier's name in each language. */
  | {
      template: 'parcel_sent';
      values: { out_trade_no: string; carrier_zh: string; carrier_en: string; express_no: string };
    }
  /** News of a case: to the fan, or to the creator. */
  | { template: 'case_answered' | 'case_waiting'; values: { out_trade_no: string; plan_name: string } }
  /** A case has to be decided soon: to the creator, or to staff. `time` in business time. */
  | {
      template: 'case_due' | 'case_due_staff';
      values: { out_trade_no: string; plan_name: string; time: string };
    }
  /** An order went to another account of the same person: to the first, or to the other. */
  | { template: 'order_handed_over' | 'order_received'; values: { out_trade_no: string; plan_name: string } }
  | { template: 'daily_sales'; values: Record<'date' | 'orders' | 'gross' | 'refunds' | 'net', string> };

export const saleTexts = {
  order_paid: {
    'zh-CN': {
      subject: '付款成功',
      text: '你的订单 {out_trade_no} 已付款：\n{lines}\n合计 ¥{amount}。可在订单中查看收据。',
    },
    'en-US': {
      subject: 'Your order is paid',
      text: 'Your order {out_trade_no} is paid:\n{lines}\nTotal ¥{amount}. The receipt is on the order page.',
    },
  },
  case_answered: {
    'zh-CN': {
      subject: '售后申请有新进展',
      text: '你的售后申请有新进展，请在订单页面查看。订单：{plan_name} {out_trade_no}',
    },
    'en-US': {
      subject: 'News about your request',
      text: 'There is news about your request. See it on the order page. Order: {plan_name} {out_trade_no}',
    },
  },
  case_waiting: {
    'zh-CN': {
      subject: '粉丝的售后申请有新进展',
      text: '粉丝的售后申请有新进展，请在“售后申请”中查看并按时处理。订单：{plan_name} {out_trade_no}',
    },
    'en-US': {
      subject: 'News about a fan’s request',
      text: 'There is news about a fan’s request. See it under “Requests”, and answer before it is due. Order: {plan_name} {out_trade_no}',
    },
  },
  order_handed_over: {
    'zh-CN': {
      subject: '订单已转移到你的其他账号',
      text: '客服已将订单 {out_trade_no}（{plan_name}）转移到你的另一个账号，门票和会员权益随订单转移，此账号不再显示该订单，原票码和二维码已失效，该会员的自动续费已终止。付款记录不变，退款仍退回原支付方式。如非本人申请，请立即联系客服。',
    },
    'en-US': {
      subject: 'An order was moved to another account of yours',
      text: 'Our staff moved order {out_trade_no} ({plan_name}) to another account of yours, with its tickets or its membership. This account no longer shows it. Earlier ticket codes and QR codes are refused, and renewals of that membership have ended. The payment stays as it was, and refunds return to the original payment method. If you did not ask for it, contact our staff now.',
    },
  },
  order_received: {
    'zh-CN': {
      subject: '你的订单已转移到此账号',
      text: '客服已将订单 {out_trade_no}（{plan_name}）转移到此账号，门票和会员权益一并转移。新的二维码在“我的门票”中，兑换内容、收据和售后在订单页面中。会员的到期时间不变，不会自动续费；如需自动续费，请在下次续费时重新开通。',
    },
    'en-US': {
      subject: 'Your order was moved to this account',
      text: 'Our staff moved order {out_trade_no} ({plan_name}) to this account, with its tickets or its membership. New QR codes are under My tickets. Codes, the receipt and requests are on the order page. A membership ends when it would have ended, and does not renew. Agree to renewals when you buy it again.',
    },
  },
  case_due: {
    'zh-CN': {
      subject: '售后申请即将到期',
      text: '请在 {time} 前处理粉丝的售后申请，超时后粉丝可申请平台介入。订单：{plan_name} {out_trade_no}',
    },
    'en-US': {
      subject: 'A fan’s request is due soon',
      text: 'Decide a fan’s request by {time}. After that the fan can pass it on to our staff. Order: {plan_name} {out_trade_no}',
    },
  },
  case_due_staff: {
    'zh-CN': {
      subject: '平台介入的申请即将到期',
      text: '请在 {time} 前处理平台介入的售后申请。订单：{plan_name} {out_trade_no}',
    },
    'en-US': {
      subject: 'A passed-on request is due soon',
      text: 'Decide a passed-on request by {time}. Order: {plan_name} {out_trade_no}',
    },
  },
  tickets_issued: {
    'zh-CN': {
      subject: '你的门票',
      text: '“{plan_name}”的门票（票码、时间、票种）：\n{lines}\n入场时请出示“我的门票”中的二维码。',
    },
    'en-US': {
      subject: 'Your tickets',
      text: 'Your tickets for “{plan_name}” (code, time, option):\n{lines}\nShow the QR code under My tickets at the door.',
    },
  },
  ticket_holder_changed: {
    'zh-CN': {
      subject: '门票已更换持票人',
      text: '“{plan_name}”的一张门票已更换持票人（新票码、时间、票种）：\n{lines}\n原二维码和票码已失效，请把“我的门票”中的新二维码交给持票人。该门票还可更换 {left} 次。如非本人操作，请尽快修改密码。',
    },
    'en-US': {
      subject: 'A ticket has another holder',
      text: 'You changed the holder of a ticket for “{plan_name}” (new code, time, option):\n{lines}\nThe earlier QR code and code are refused at the door. Give the holder the new QR code from My tickets. Changes left for this ticket: {left}. If it was not you, change your password now.',
    },
  },
  event_moved: {
    'zh-CN': {
      subject: '活动时间有变',
      text: '“{plan_name}”的时间由 {from} 改为 {to}。你的门票继续有效，二维码无需更换。如无法参加，请联系创作者退票。',
    },
    'en-US': {
      subject: 'Your event has a new time',
      text: '“{plan_name}” was moved from {from} to {to}. Your tickets and their QR codes stay valid. If you cannot come, ask the creator for a refund.',
    },
  },
  event_withdrawn: {
    'zh-CN': {
      subject: '你的门票对应的活动已下架',
      text: '创作者已下架“{plan_name}”：\n{lines}\n你的门票未被作废。请向创作者确认活动是否照常举行；如活动取消，创作者会为你退款。',
    },
    'en-US': {
      subject: 'An event that you have tickets for was removed',
      text: 'The creator removed “{plan_name}”:\n{lines}\nYour tickets are not void. Ask the creator if the event takes place. If it does not, the creator refunds you.',
    },
  },
  event_refunded: {
    'zh-CN': {
      subject: '活动已下架，门票将退款',
      text: '创作者已下架“{plan_name}”的以下场次或票种，并为你的门票退款：\n{lines}\n门票已作废，款项将原路退回。',
    },
    'en-US': {
      subject: 'An event was removed, and your tickets are refunded',
      text: 'The creator removed these of “{plan_name}” and refunds your tickets:\n{lines}\nThe tickets are void. The money returns to the original payment method.',
    },
  },
  parcel_sent: {
    'zh-CN': {
      subject: '你的订单已发货',
      text: '订单 {out_trade_no} 已由{carrier_zh}发出，运单号 {express_no}。可在订单中查看物流。',
    },
    'en-US': {
      subject: 'Your order was shipped',
      text: 'Your order {out_trade_no} was shipped with {carrier_en}, number {express_no}. Track it on the order page.',
    },
  },
  new_sale: {
    'zh-CN': {
      subject: '你有新订单',
      text: '订单 {out_trade_no}：\n{lines}\n合计 ¥{amount}。可在“数据分析”中改为每日汇总或关闭。',
    },
    'en-US': {
      subject: 'You have a new sale',
      text: 'Order {out_trade_no}:\n{lines}\nTotal ¥{amount}. Choose a daily summary or turn this off under Analytics.',
    },
  },
  daily_sales: {
    'zh-CN': {
      subject: '每日销售汇总',
      text: '{date}：订单 {orders} 笔，收入 ¥{gross}，退款 ¥{refunds}，实收 ¥{net}。可在“数据分析”中更改或关闭。',
    },
    'en-US': {
      subject: 'Your daily sales',
      text: '{date}: orders {orders}, income ¥{gross}, refunds ¥{refunds}, you receive ¥{net}. Change or turn this off under Analytics.',
    },
  },
} as const satisfies Record<
  SaleMessage['template'],
  Record<'zh-CN' | 'en-US', { subject: string; text: string }>
>;
