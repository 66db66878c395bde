import type { ChargeId, OutTradeNo, PlanId, SkuId, UserId } from '../ids.ts';
import { fenOf } from '../money.ts';
import type { PlanOffer } from '../plan.ts';
import type { DataOf, EventType } from '../registry.ts';

/**
 * What the golden file of each type, of every version, must read as once it is lifted to the newest
 * version. Typed by the union: a changed shape does not compile until this says what old files become.
 */

const plan_id = '0192f0c0a1b27000800000000000000a' as PlanId;
const sku_id = '0192f0c0a1b27000800000000000000b' as SkuId;
const user_id = '0192f0c0a1b27000800000000000000c' as UserId;
const creator_id = '0192f0c0a1b27000800000000000000d' as UserId;
const out_trade_no = '217639847123456789012345678' as OutTradeNo;
const charge_id = `ch_${out_trade_no}_1` as ChargeId;

const offer: PlanOffer = {
  name: '每月一杯咖啡',
  desc: 'A cup of coffee a month ☕',
  pic: '/files/coffee.png',
  product_type: 0,
  price: fenOf(3000),
  pay_month: 3,
  favorable_price: fenOf(8000),
  independent: true,
  permanent: false,
  need_address: false,
  can_buy_hide: true,
  purchase_limit_type: 2,
  purchase_limit: { count: 2, days: 30 },
  remark_name: '昵称',
  remark_placeholder: '写在这里',
  remark_required: true,
  rank: 7,
};

export const newest: { readonly [Type in EventType]: DataOf<Type> } = {
  PlanCreated: { plan_id, creator_id, offer },
  PlanRevised: {
    plan_id,
    offer: { ...offer, favorable_price: null, purchase_limit_type: 0, purchase_limit: null },
  },
  PlanStatusChanged: { plan_id, status: 3 },
  SkuOffered: {
    plan_id,
    sku: {
      sku_id,
      name: '红色 / L',
      price: fenOf(12850),
      pic: '',
      purchase_limit: { count: 1, days: -1 },
      rank: 0,
    },
  },
  SkuWithdrawn: { plan_id, sku_id },
  OrderPlaced: {
    out_trade_no,
    creator_id,
    user_id,
    plan_id,
    plan_name: '每月一杯咖啡',
    plan_version: 4,
    product_type: 1,
    lines: [{ sku_id, name: '红色 / L', price: fenOf(12850), count: 2 }],
    month: 0,
    show_amount: fenOf(25700),
    discount: fenOf(0),
    shipping_fee: fenOf(0),
    total_amount: fenOf(25700),
    currency: 'CNY',
    py_type: 'apy',
    provider: 'sandbox',
    remark_ref: 'remark:0192f0c0a1b27000800000000000000e',
    custom_order_id: 'A-17',
    request_hash: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
    expires_at: 1_763_985_612_345,
  },
  OrderPaid: { out_trade_no, charge_id, amount: fenOf(25700), revived: false },
  OrderCancelled: { out_trade_no, reason: 'expired' },
  OrderRefunded: {
    out_trade_no,
    refund_id: 'refund-1',
    amount: fenOf(700),
    refunded_before: fenOf(0),
    reason: 'damaged',
  },
  LatePaymentReceived: { out_trade_no, charge_id, amount: fenOf(25700), reason: 'stock' },
  LatePaymentReturned: { out_trade_no, charge_id, amount: fenOf(25700), provider_refund_id: 're_81' },
  StockSet: { sku_id, plan_id, stock: 100 },
  StockHeld: { sku_id, out_trade_no, count: 2, expires_at: 1_763_985_612_345 },
  StockSold: { sku_id, out_trade_no, count: 2 },
  StockReleased: { sku_id, out_trade_no, count: 2 },
  StockReturned: { sku_id, out_trade_no, count: 2 },
  AllowanceTaken: { plan_id, user_id, out_trade_no, lines: [{ sku_id, count: 2 }], units: 2 },
  AllowanceReturned: { plan_id, user_id, out_trade_no },
  SellingTermsChanged: { creator_id, discount_option: 1 },
};
