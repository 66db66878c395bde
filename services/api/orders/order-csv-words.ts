import type { DeliveryState } from '#events/orders.ts';
import type { Language } from '../http/language.ts';

type Words<Key extends string | number> = Readonly<Record<Language, Readonly<Record<Key, string>>>>;

/** The columns of an export of orders, in the order of its cells. */
export const orderHead: Readonly<Record<Language, readonly string[]>> = {
  'zh-CN': [
    '订单号',
    '合并支付单号',
    '粉丝',
    '方案或商品',
    '类型',
    '规格',
    '月数',
    '套数',
    '票数',
    '原价',
    '优惠',
    '运费',
    '实付',
    '已退款',
    '退款状态',
    '订单状态',
    '下单时间',
    '付款时间',
    '会员到期',
    '备注',
    '我的备注',
    '收货人',
    '电话',
    '地址',
    '国家或地区',
    '快递公司',
    '快递单号',
    '物流状态',
    '兑换码编号',
    '推广码',
    '合作伙伴',
    '伙伴佣金',
  ],
  'en-US': [
    'Order',
    'Combined payment',
    'Fan',
    'Plan or product',
    'Type',
    'Options',
    'Months',
    'Bundles',
    'Tickets',
    'Original price',
    'Discount',
    'Shipping',
    'Paid',
    'Refunded',
    'Refund',
    'Status',
    'Ordered at',
    'Paid at',
    'Member until',
    'Note',
    'My note',
    'Recipient',
    'Phone',
    'Address',
    'Country or region',
    'Carrier',
    'Tracking number',
    'Delivery',
    'Redeem code ID',
    'Partner code',
    'Partner',
    "Partner's commission",
  ],
};

export const productNames: Words<number> = {
  'zh-CN': { 0: '赞助方案', 1: '商品', 2: '套装', 3: '任选套装', 4: '活动门票' },
  'en-US': { 0: 'sponsorship', 1: 'goods', 2: 'bundle', 3: 'mix-and-match bundle', 4: 'event ticket' },
};

/** The name of an order without a plan: an amount of the fan's choice. */
export const customName: Readonly<Record<Language, string>> = {
  'zh-CN': '自选金额',
  'en-US': 'custom amount',
};

export const statusNames: Words<number> = {
  'zh-CN': { 1: '待支付', 2: '已支付', 3: '已取消' },
  'en-US': { 1: 'Unpaid', 2: 'Paid', 3: 'Canceled' },
};

export const refundNames: Words<0 | 1 | 2> = {
  'zh-CN': { 0: '', 1: '部分退款', 2: '全额退款' },
  'en-US': { 0: '', 1: 'Partial', 2: 'Full' },
};

export const deliveryNames: Words<DeliveryState> = {
  'zh-CN': {
    processing: '已发货',
    soliciting: '揽收中',
    on_the_way: '运输中',
    transfer_orders: '转单',
    pending_customs_clearance: '待清关',
    clearance_in_progress: '清关中',
    cleared: '已清关',
    in_delivery: '派送中',
    delivery_failed: '派送失败',
    signed: '已签收',
    returned: '已退回',
  },
  'en-US': {
    processing: 'Shipped',
    soliciting: 'Being picked up',
    on_the_way: 'On the way',
    transfer_orders: 'Transferred to another carrier',
    pending_customs_clearance: 'Awaiting customs clearance',
    clearance_in_progress: 'In customs',
    cleared: 'Customs cleared',
    in_delivery: 'Out for delivery',
    delivery_failed: 'Delivery failed',
    signed: 'Signed for',
    returned: 'Returned',
  },
};
