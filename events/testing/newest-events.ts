import { noReply, type PlanOffer } from '../catalog.ts';
import { fenOf } from '../money.ts';
import type { OrderPlacedData } from '../orders.ts';
import type { DataOf, EventType } from '../registry.ts';
import { content } from './newest/content.ts';
import { money } from './newest/money.ts';
import { offers } from './newest/offers.ts';
import { orders } from './newest/orders.ts';
import { people } from './newest/people.ts';
import {
  cart_order_no,
  creator_id,
  first_order,
  from,
  grant,
  offer,
  order,
  other_id,
  out_trade_no,
  plan_id,
  refund,
  settled,
  sku,
  sku_id,
  until,
  user_id,
  withdrawal,
} from './newest/samples.ts';

/**
 * The expected value of each golden file after upcasting to the newest version. Typed by the union: a changed shape
 * does not compile until this names the result for old files.
 */
export const newest: { readonly [Type in EventType]: DataOf<Type> } = {
  ...offers,
  ...orders,
  ...content,
  ...money,
  ...people,
};

/** All fields of an order of version 2. */
const fullOrder: OrderPlacedData = {
  ...order,
  lines: [{ sku_id, name: '红色 / L', price: fenOf(12850), count: 2, of_plan: plan_id }],
  pricing: { rule: 'time_limit', vip: true, month_percent: 6 },
  bundle_count: 1,
  membership: { independent: false, permanent: false, monthly_price: fenOf(3000) },
  upgrade: { from_plan: plan_id, until },
  need_address: true,
  shipping: { template_id: 'tpl-1', province: '44' },
  address_ref: 'a1b2',
  redeem: { code_id: 'code-1', redeem_id: 'redeem-1' },
  tickets: [{ ticket_id: 't1', sku_id, holder_ref: 'h1', round_id: 'r1', begin_time: until }],
  reply_pools: [{ pool_id: sku_id, units: 2 }],
  cart_order_no,
};

const more_pics = ['/files/cup.png'];
const richOffer: PlanOffer = {
  ...offer,
  product_type: 3,
  vip: { plan_id, price: null, percent: 80, include_history: true },
  time_limit: { id: 'spring', price: fenOf(2500), percent: null, begin_time: from, end_time: until },
  timing: { on: from, off: null, sell_on: from, sell_off: until },
  shipping_template_id: 'tpl-1',
  bundle: { select_count: 2, repeats: false },
  rounds: [{ round_id: 'r1', begin_time: until }],
  need_identity: true,
  invite_code_hash: 'ab12',
  reply: { on: true, content: '谢谢', random_on: true },
  can_ali_agreement: true,
};

/** The same for files of later versions, which have more fields. */
export const later: { readonly [Type in EventType]?: Readonly<Record<number, DataOf<Type>>> } = {
  MonthSettled: {
    2: { ...settled, reason: 'the worker was off on the 1st' },
    3: {
      ...settled,
      affiliate: fenOf(800),
      commissions: fenOf(-120),
      net: fenOf(7822),
      reason: 'the worker was off on the 1st',
    },
  },
  CaseOpened: { 2: { ...newest.CaseOpened, pics: ['f1'] } },
  CaseMessageAdded: { 2: { ...newest.CaseMessageAdded, pics: ['f1'] } },
  MembershipExtended: { 2: { ...newest.MembershipExtended, run_id: first_order } },
  MembershipUpgraded: { 2: { ...grant, run_id: first_order, from_plan: plan_id } },
  MembershipExpired: { 2: { ...newest.MembershipExpired, run_id: first_order } },
  MembershipRevoked: {
    2: {
      ...newest.MembershipRevoked,
      run_id: first_order,
      runs_on: null,
      next: { run_id: out_trade_no, plan_id, plan_name: '每月一杯咖啡', from, until },
    },
    3: { ...newest.MembershipRevoked, run_id: first_order, runs_on: null, payer: other_id },
  },
  RefundSent: { 2: { ...newest.RefundSent, provider_refund_id: '', reason: '渠道拒绝，已从银行转账' } },
  StatementImported: { 2: { ...newest.StatementImported, reason: 'the month’s account, by mail' } },
  WithdrawalApproved: { 2: { ...withdrawal, by: user_id, final: false, reason: '已致电核实' } },
  WithdrawalRetried: { 2: { ...withdrawal, by: user_id, reason: '银行已恢复' } },
  PlanCreated: {
    2: { plan_id, creator_id, offer: richOffer },
    3: { plan_id, creator_id, offer: { ...richOffer, more_pics } },
    4: { plan_id, creator_id, offer: { ...richOffer, more_pics, single_month: true } },
  },
  PlanRevised: {
    2: { plan_id, offer },
    3: { plan_id, offer: { ...offer, more_pics } },
    4: { plan_id, offer: { ...offer, more_pics, single_month: true } },
  },
  SkuOffered: {
    2: {
      plan_id,
      sku: {
        ...sku,
        of_plan: plan_id,
        round_id: 'r1',
        vip_price: fenOf(9000),
        time_limit_price: fenOf(9900),
        reply: { ...noReply, on: true, content: 'download' },
        purchased_rich_text: '<p>Here</p>',
        of_version: null,
      },
    },
    3: {
      plan_id,
      sku: {
        ...sku,
        of_plan: plan_id,
        round_id: 'r1',
        vip_price: fenOf(9000),
        time_limit_price: fenOf(9900),
        reply: { ...noReply, on: true, content: '' },
        purchased_rich_text: '',
        of_version: 4,
      },
    },
  },
  OrderPlaced: {
    2: fullOrder,
    3: {
      ...fullOrder,
      affiliate: { affiliate_id: 'af12', partner_id: user_id, code: 'Coffee-10', rate_percent: 10 },
    },
  },
  OrderRefunded: { 2: { ...refund, by: 'finance', units: [{ sku_id, count: 1 }], ticket_ids: ['t1'] } },
};
