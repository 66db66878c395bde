import { type PlanOffer, plainOffer, plainSku, type SkuOffer } from '../../catalog.ts';
import type { AccessTerms, VoteTerms } from '../../content.ts';
import type { CartOrderNo, ChargeId, OutTradeNo, PlanId, SkuId, UserId } from '../../ids.ts';
import { fenOf } from '../../money.ts';
import { type OrderPlacedData, plainOrder } from '../../orders.ts';
import type { DataOf, EventType } from '../../registry.ts';

// Values that samples of events share.

export const plan_id = '0192f0c0a1b27000800000000000000a' as PlanId;
export const sku_id = '0192f0c0a1b27000800000000000000b' as SkuId;
export const user_id = '0192f0c0a1b27000800000000000000c' as UserId;
export const creator_id = '0192f0c0a1b27000800000000000000d' as UserId;
/** Another account of the same person. */
export const other_id = '0192f0c0a1b27000800000000000000e' as UserId;
export const goal_id = '0192f0c0a1b2700080000000000000a1';
export const out_trade_no = '217639847123456789012345678' as OutTradeNo;
/** Of the order that began a membership. */
export const first_order = '217639847000000000000000001' as OutTradeNo;
export const statement = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08';
export const charge_id = `ch_${out_trade_no}_1` as ChargeId;

export const case_id = '0192f0c0a1b2700080000000000000c1';
export const caseAction = { case_id, out_trade_no, user_id };

export const post_id = '0192f0c0a1b2700080000000000000f1';
export const album_id = '0192f0c0a1b2700080000000000000e1';
export const voteTerms: VoteTerms = {
  chosen: 'multiple',
  most: 2,
  options: ['1', '2', '3'],
  deadline: 1767196800000,
  text_hash: statement,
};
export const albumTerms = { plan_ids: [plan_id], skus: [{ plan_id, sku_id }] };
export const namedAccess: AccessTerms = {
  audience: { to: 'named', ...albumTerms },
  window: 'period',
  public_at: 1769875200000,
  goal_id,
};

export const offer: PlanOffer = {
  ...plainOffer,
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

export const sku: SkuOffer = {
  ...plainSku,
  sku_id,
  name: '红色 / L',
  price: fenOf(12850),
  purchase_limit: { count: 1, days: -1 },
  rank: 0,
};

export const order: OrderPlacedData = {
  out_trade_no,
  creator_id,
  user_id,
  plan_id,
  plan_name: '每月一杯咖啡',
  plan_version: 4,
  product_type: 1,
  lines: [{ sku_id, name: '红色 / L', price: fenOf(12850), count: 2, of_plan: null }],
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
  ...plainOrder,
};

export const certification = { user_id, application_id: '0192f0c0a1b2700080000000000000ee', by: creator_id };
export const card = { review_id: '0192f0c0a1b2700080000000000000ef', user_id, by: creator_id };

export const from = 1_763_985_000_000;
export const until = 1_766_577_000_000;
export const parties = { creator_id, user_id, plan_id };
export const agreed = {
  ...parties,
  plan_name: '每月一杯咖啡',
  amount: fenOf(3000),
  months: 1,
  provider: 'sandbox',
  out_trade_no,
};
export const settled: DataOf<'MonthSettled'> = {
  user_id: creator_id,
  month: '2026-10',
  orders: 3,
  gross: fenOf(10_000),
  payment_fee: fenOf(100),
  service_fee: fenOf(500),
  affiliate: fenOf(0),
  refunds: fenOf(700),
  commissions: fenOf(0),
  net: fenOf(8742),
  first_position: 17,
  last_position: 91,
  lines_sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  available_at: until,
  reason: '',
};
export const cart_order_no = 'c17639847123456789012345678' as CartOrderNo;
export const refund = {
  out_trade_no,
  refund_id: 'refund-1',
  amount: fenOf(700),
  refunded_before: fenOf(0),
  reason: 'damaged',
};
export const movedRun = { creator_id, run_id: first_order, plan_id, independent: false };
export const grant = {
  creator_id,
  user_id,
  run_id: null,
  out_trade_no,
  plan_id,
  plan_name: '每月一杯咖啡',
  independent: false,
  monthly_price: fenOf(3000),
  paid: fenOf(3000),
  months: 1,
  from,
  until,
};

export const withdrawal = { user_id: creator_id, withdrawal_id: 'w1' };
export const payout = { ...withdrawal, payout_id: 'w1-1' };

/** Events of some types, in their newest version. */
export type Samples = { readonly [Type in EventType]?: DataOf<Type> };
