/** The texts of a receipt, in both languages. */
export interface ReceiptWords {
  product: string;
  title: string;
  number: string;
  paidTogether: string;
  seller: string;
  buyer: string;
  paidAt: string;
  payment: string;
  charge: string;
  position: string;
  issued: string;
  item: string;
  price: string;
  count: string;
  amount: string;
  /** `3 months`, `2 套` */
  counted(count: number, unit: 'piece' | 'bundle' | 'month' | 'once'): string;
  custom: string;
  show: string;
  discount: string;
  shipping: string;
  total: string;
  refund: string;
  refundSent: string;
  refundOpen: string;
  kept: string;
  /** By its type as the order names it (commerce specification 4). */
  payments: Readonly<Record<string, string>>;
  note: string;
  page: string;
}

/** One name for all its ways. */
const wechat = (name: string): Record<string, string> =>
  Object.fromEntries(
    ['wpy', 'wpy_qr', 'wpy_h5', 'wpy_js', 'bf_wpy_js', 'wpy_mini'].map((type) => [type, name]),
  );

export const receiptWords: Readonly<Record<'zh-CN' | 'en-US', ReceiptWords>> = {
  'zh-CN': {
    product: 'Fanwatt',
    title: '收据',
    number: '订单号',
    paidTogether: '合并支付单号',
    seller: '创作者',
    buyer: '付款人',
    paidAt: '付款时间',
    payment: '支付方式',
    charge: '支付流水号',
    position: '日志位置',
    issued: '开具时间',
    item: '项目',
    price: '单价',
    count: '数量',
    amount: '金额',
    counted: (count, unit) => `${count}${{ piece: '', bundle: ' 套', month: ' 个月', once: '' }[unit]}`,
    custom: '自选金额',
    show: '原价',
    discount: '优惠',
    shipping: '运费',
    total: '实付',
    refund: '退款',
    refundSent: '已退回',
    refundOpen: '退款中',
    kept: '退款后实付',
    payments: {
      ...wechat('微信支付'),
      apy: '支付宝',
      pp: 'PayPal',
      bank: '银行转账',
      strp: '银行卡 (Stripe)',
      3: '兑换码',
    },
    note: '本收据根据订单的事件记录生成，“日志位置”为付款事件在日志中的位置，可据此核对。本收据不作为发票使用。',
    page: '第 {page} 页',
  },
  'en-US': {
    product: 'Fanwatt',
    title: 'Receipt',
    number: 'Order',
    paidTogether: 'Combined payment',
    seller: 'Creator',
    buyer: 'Buyer',
    paidAt: 'Paid at',
    payment: 'Payment method',
    charge: 'Payment reference',
    position: 'Log position',
    issued: 'Issued',
    item: 'Item',
    price: 'Price',
    count: 'Quantity',
    amount: 'Amount',
    counted(count, unit) {
      const [one, more] = {
        piece: ['', ''],
        bundle: ['set', 'sets'],
        month: ['month', 'months'],
        once: ['', ''],
      }[unit];
      return `${count} ${count === 1 ? one : more}`.trim();
    },
    custom: 'Custom amount',
    show: 'Original price',
    discount: 'Discount',
    shipping: 'Shipping',
    total: 'Total paid',
    refund: 'Refund',
    refundSent: 'refunded',
    refundOpen: 'processing',
    kept: 'Net paid',
    payments: {
      ...wechat('WeChat Pay'),
      apy: 'Alipay',
      pp: 'PayPal',
      bank: 'Bank transfer',
      strp: 'Card (Stripe)',
      3: 'Redeem code',
    },
    note: 'This receipt is generated from the order’s events. The log position identifies the payment event in the log and can be used to verify it. This is not a tax invoice.',
    page: 'Page {page}',
  },
};
