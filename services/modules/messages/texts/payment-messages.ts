/** Messages to fans and creators about refunds and disputes of payments. */
export type PaymentMessage = {
  template:
    | 'late_payment_returned'
    | 'order_refunded'
    | 'refund_failed'
    | 'payment_disputed'
    | 'dispute_won'
    | 'dispute_lost';
  values: { out_trade_no: string; plan_name: string; amount: string };
};

export const paymentTexts = {
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
  refund_failed: {
    'zh-CN': {
      subject: '退款改用其他方式',
      text: '订单 {out_trade_no}（{plan_name}）的退款 ¥{amount} 未能退回原付款账户。我们改用其他方式退给你，必要时会与你联系。',
    },
    'en-US': {
      subject: 'Your refund is paid in another way',
      text: 'The refund of ¥{amount} for order {out_trade_no} ({plan_name}) could not be paid to your original payment method. We pay it in another way, and contact you if we need details.',
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
