import type { CartOrderNo, ChargeId, OutTradeNo, PlanId, SkuId, UserId } from '../ids.ts';
import { fenOf } from '../money.ts';
import { type OrderPlacedData, plainOrder } from '../order.ts';
import { noReply, type PlanOffer, plainOffer, plainSku, type SkuOffer } from '../plan.ts';
import type { DataOf, EventType } from '../registry.ts';

/**
 * The expected value of each golden file after upcasting to the newest version. Typed by the union: a changed shape
 * does not compile until this names the result for old files.
 */

const plan_id = '0192f0c0a1b27000800000000000000a' as PlanId;
const sku_id = '0192f0c0a1b27000800000000000000b' as SkuId;
const user_id = '0192f0c0a1b27000800000000000000c' as UserId;
const creator_id = '0192f0c0a1b27000800000000000000d' as UserId;
const goal_id = '0192f0c0a1b2700080000000000000a1';
const out_trade_no = '217639847123456789012345678' as OutTradeNo;
/** Of the order that began a membership. */
const first_order = '217639847000000000000000001' as OutTradeNo;
const statement = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08';
const charge_id = `ch_${out_trade_no}_1` as ChargeId;

const offer: PlanOffer = {
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

const sku: SkuOffer = {
  ...plainSku,
  sku_id,
  name: '红色 / L',
  price: fenOf(12850),
  purchase_limit: { count: 1, days: -1 },
  rank: 0,
};

const order: OrderPlacedData = {
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

const certification = { user_id, application_id: '0192f0c0a1b2700080000000000000ee', by: creator_id };
const card = { review_id: '0192f0c0a1b2700080000000000000ef', user_id, by: creator_id };

const from = 1_763_985_000_000;
const until = 1_766_577_000_000;
const parties = { creator_id, user_id, plan_id };
const agreed = {
  ...{ ...parties, plan_name: '每月一杯咖啡', amount: fenOf(3000), months: 1 },
  ...{ provider: 'sandbox', out_trade_no },
};
const settled: DataOf<'MonthSettled'> = {
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
const cart_order_no = 'c17639847123456789012345678' as CartOrderNo;
const refund = {
  out_trade_no,
  refund_id: 'refund-1',
  amount: fenOf(700),
  refunded_before: fenOf(0),
  reason: 'damaged',
};
const grant = {
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

const withdrawal = { user_id: creator_id, withdrawal_id: 'w1' };
const payout = { ...withdrawal, payout_id: 'w1-1' };

export const newest: { readonly [Type in EventType]: DataOf<Type> } = {
  PlanCreated: { plan_id, creator_id, offer },
  PlanRevised: {
    plan_id,
    offer: { ...offer, favorable_price: null, purchase_limit_type: 0, purchase_limit: null },
  },
  PlanRanked: { plan_id, rank: 7 },
  PlanHiddenSaleSet: { plan_id, can_buy_hide: true },
  PlanStatusChanged: { plan_id, status: 3 },
  SkuOffered: {
    plan_id,
    sku,
  },
  SkuWithdrawn: { plan_id, sku_id },
  OrderPlaced: order,
  OrderPaid: { out_trade_no, charge_id, amount: fenOf(25700), revived: false },
  OrderCancelled: { out_trade_no, reason: 'expired' },
  OrderRefunded: { ...refund, by: 'creator', units: [], ticket_ids: [] },
  RefundSent: { out_trade_no, refund_id: 'refund-1', provider_refund_id: 're_82', reason: '' },
  OrderAddressSet: { out_trade_no, address_ref: 'a1b2', province: '44', first: true },
  OrderShipped: { out_trade_no, company_id: 'sf', express_no: 'SF1234567890' },
  OrderDeliveryMoved: { out_trade_no, express_no: 'SF1234567890', state: 'signed' },
  OrderRemarkChanged: { out_trade_no, remark_ref: 'remark-2' },
  CreatorRemarkChanged: { out_trade_no, remark_ref: null },
  CartPlaced: {
    cart_order_no,
    user_id,
    orders: [{ out_trade_no, creator_id, total_amount: fenOf(25700) }],
    total_amount: fenOf(25700),
    currency: 'CNY',
    provider: 'sandbox',
    request_hash: 'f1',
    expires_at: until,
  },
  CartPaid: { cart_order_no, charge_id, amount: fenOf(25700) },
  RefundRequested: {
    ...{
      refund_id: 'r9',
      out_trade_no,
      amount: fenOf(1_200_000),
      units: [{ sku_id, count: 1 }],
      ticket_ids: [],
    },
    ...{ reason: '商家无法联系', by: user_id },
  },
  RefundRequestApproved: { refund_id: 'r9', out_trade_no, by: user_id },
  RefundRequestDeclined: { refund_id: 'r9', out_trade_no, by: user_id, reason: '证据不足' },
  PurchasesClosed: { user_id },
  EarningsBegun: { user_id, out_trade_no },
  AccountClosed: { user_id },
  UnpaidOrderAdded: { user_id, out_trade_no, lines: [{ sku_id, count: 3 }], closed: [] },
  CartEntryOrdered: { cart_id: '0192f0c0a1b270008000000000000012', revision: 2, user_id, cart_order_no },
  LatePaymentReceived: { out_trade_no, charge_id, amount: fenOf(25700), reason: 'stock' },
  LatePaymentReturned: { out_trade_no, charge_id, amount: fenOf(25700), provider_refund_id: 're_81' },
  AffiliateOpened: {
    ...{ affiliate_id: 'af12', creator_id, partner_id: user_id, code: 'Coffee-10' },
    ...{ rate_percent: 10, plan_ids: [plan_id], active: true, note: '播客合作 / podcast' },
  },
  AffiliateChanged: {
    ...{ affiliate_id: 'af12', creator_id, rate_percent: 15, plan_ids: [], active: false, note: '' },
  },
  AffiliateClosed: { affiliate_id: 'af12', creator_id },
  GoalSet: {
    ...{ goal_id, creator_id, type: 3, target: 500_000, description: '新专辑录音 / a new record' },
    window: { begin_at: 1_767_196_800_000, end_at: 1_769_875_200_000 },
  },
  GoalChanged: { goal_id, creator_id, type: 2, target: 500, window: null, description: '' },
  GoalHidden: { goal_id, creator_id },
  GoalShown: { goal_id, creator_id },
  GoalDeleted: { goal_id, creator_id },
  GoalProgressed: { goal_id, creator_id, period: '2026-01', value: 1_200, through: 88 },
  GoalReached: { goal_id, creator_id, period: 'window', target: 500_000, value: 500_100 },
  GoalCountingSet: { creator_id, product_money: true, product_fans: false },
  RedeemCodeIssued: {
    code_id: '5f1c0d6a9b3e47f8a2d4c6b8e0f1a3c5',
    redeem_id: '0192f0c0a1b270008000000000000010',
    batch_id: '0192f0c0a1b270008000000000000011',
    number: 3,
    batch_size: 100,
    creator_id,
    plan_id,
    sku_id,
    uses: 1,
    valid_until: until,
    month: 0,
  },
  RedeemCodeHeld: { code_id: '5f1c0d6a9b3e47f8a2d4c6b8e0f1a3c5', out_trade_no },
  RedeemCodeUsed: { code_id: '5f1c0d6a9b3e47f8a2d4c6b8e0f1a3c5', out_trade_no },
  RedeemCodeReleased: { code_id: '5f1c0d6a9b3e47f8a2d4c6b8e0f1a3c5', out_trade_no, used: true },
  RedeemCodeRevoked: { code_id: '5f1c0d6a9b3e47f8a2d4c6b8e0f1a3c5' },
  RepliesAdded: { pool_id: sku_id, creator_id, fill_id: 'fill-1', first: 40, count: 20 },
  RepliesDropped: { pool_id: sku_id, first: 35, count: 5 },
  RepliesGiven: { pool_id: sku_id, out_trade_no, user_id, first: 40, count: 2, left: 18, waited: true },
  RepliesAwaited: { pool_id: sku_id, out_trade_no, user_id, units: 1, added: 60 },
  RepliesForgone: { pool_id: sku_id, out_trade_no, units: 1 },
  StockSet: { sku_id, plan_id, stock: 100 },
  StockHeld: { sku_id, out_trade_no, count: 2, expires_at: 1_763_985_612_345 },
  StockSold: { sku_id, out_trade_no, count: 2 },
  StockReleased: { sku_id, out_trade_no, count: 2 },
  StockReturned: { sku_id, out_trade_no, count: 2 },
  BundleStockSet: { plan_id, stock: 20 },
  BundleHeld: { plan_id, out_trade_no, count: 1, expires_at: until },
  BundleSold: { plan_id, out_trade_no, count: 1 },
  BundleReleased: { plan_id, out_trade_no, count: 1 },
  BundleReturned: { plan_id, out_trade_no, count: 1 },
  MonthSettled: settled,
  IncomeSettled: { user_id: creator_id, month: '2026-10', net: fenOf(8742), available_at: until },
  RefundCharged: { user_id: creator_id, out_trade_no, refund_id: 'refund-1', net: fenOf(658) },
  WithdrawalRequested: {
    ...withdrawal,
    amount: fenOf(5000),
    withdraw_type: 1,
    method_ref: 'm1',
    instead_of: null,
  },
  WithdrawalApproved: { ...withdrawal, by: user_id, final: true, reason: '' },
  WithdrawalRejected: { ...withdrawal, by: user_id, reason: '姓名不符' },
  WithdrawalRetried: { ...withdrawal, by: user_id, reason: '' },
  PayoutSent: { ...payout, provider: 'sandbox', attempt: 1 },
  PayoutUnknown: payout,
  PayoutSucceeded: { ...payout, provider_reference: 'po_7' },
  PayoutFailed: { ...payout, status: 7, deal_error: 'card limit', can_atb: true },
  PayoutDisputed: { ...payout, said: 'failed', detail: 'bounced' },
  PayoutDisputeJudged: { ...payout, number: 1, by: user_id, reached: true, reason: '银行回单已到' },
  PayoutDisputeClosed: {
    ...{ ...payout, number: 1, by: user_id, reached: true, reason: 'seen on the statement' },
    ...{ moves: 'charged', provider_reference: 'po_7', status: 2, deal_error: '', can_atb: false },
  },
  MembershipStarted: { ...grant, run_id: out_trade_no },
  MembershipExtended: { ...grant, until: null },
  MembershipUpgraded: { ...grant, months: 0, from_plan: plan_id },
  MembershipExpired: { creator_id, user_id, run_id: null, plan_id, independent: false, until },
  MembershipRevoked: {
    creator_id,
    user_id,
    run_id: null,
    out_trade_no,
    plan_id,
    independent: false,
    runs_on: { plan_id, plan_name: '每月一杯咖啡', until },
    next: null,
    moved: [{ out_trade_no, from, until }],
  },
  AgreementOffered: agreed,
  AgreementMade: { ...agreed, until },
  RenewalPlaced: { ...parties, out_trade_no, amount: fenOf(3000), until },
  RenewalFailed: { ...parties, out_trade_no, attempt: 1, next_at: until },
  RenewalPaid: { ...parties, out_trade_no, amount: fenOf(3000), until },
  AgreementEnded: { ...parties, reason: 'declined' },
  AllowanceTaken: { plan_id, user_id, out_trade_no, lines: [{ sku_id, count: 2 }], units: 2 },
  AllowanceReturned: { plan_id, user_id, out_trade_no },
  SellingTermsChanged: { creator_id, discount_option: 1 },
  FreeShippingSet: { creator_id, amount: fenOf(9900) },
  ShippingTemplateSaved: {
    template_id: '0192f0c0a1b27000800000000000000f',
    creator_id,
    name: '江浙沪包邮 / cheap nearby',
    rules: [
      { provinces: ['310000', '320000', '330000'], first_fee: fenOf(0), next_fee: fenOf(0) },
      { provinces: ['650000', '540000'], first_fee: fenOf(1800), next_fee: fenOf(600) },
    ],
  },
  ShippingTemplateDeleted: { template_id: '0192f0c0a1b27000800000000000000f', creator_id },
  TicketIssued: {
    ticket_id: '6b1f0c0a1b27000800000000000000aa',
    out_trade_no,
    creator_id,
    user_id,
    plan_id,
    plan_name: '春日音乐会 / Spring concert',
    sku_id,
    sku_name: '前排',
    round_id: 'r1',
    begin_time: until,
    holder_ref: 'b2c3',
  },
  TicketCheckedIn: {
    ticket_id: '6b1f0c0a1b27000800000000000000aa',
    by: creator_id,
    device: '东门 2',
    scan_id: 'scan-1',
    scanned_at: from,
  },
  StatementLineRecorded: {
    ...{ provider: 'sandbox', statement_id: statement, line: 2, line_id: 'txn_1', kind: 'charge' },
    ...{ reference: charge_id, provider_reference: 'ch_1', amount: fenOf(3000), fee: fenOf(18) },
    ...{ currency: 'CNY', at: 1_766_577_000_000 },
  },
  StatementImported: {
    ...{ statement_id: statement, provider: 'sandbox', format: 'sandbox', bytes: 512 },
    ...{ from: 1_766_500_000_000, to: 1_766_586_400_000, fresh: 2, known: 1 },
    ...{ amount: fenOf(2500), fee: fenOf(18), rejected_count: 1 },
    rejected: [{ line: 4, reason: 'bad_amount' }],
    reason: '',
  },
  StatementReversed: {
    ...{ statement_id: statement, provider: 'sandbox', from: 1_766_500_000_000, to: 1_766_586_400_000 },
    ...{ reason: 'the wrong month', by: user_id },
  },
  DifferenceResolved: {
    ...{ difference_id: 'd1', provider: 'sandbox', kind: 'charge', reference: charge_id },
    ...{ seen: { ours: fenOf(3000), theirs: null }, written_off: fenOf(-3000) },
    ...{ reason: 'never arrived', by: user_id },
  },
  DifferenceReopened: {
    ...{ difference_id: 'd1', provider: 'sandbox', kind: 'charge', reference: charge_id },
    ...{ written_back: fenOf(-3000), reason: 'it arrived', by: user_id },
  },
  StaffRoleGranted: { user_id, role: 'finance', by: creator_id, reason: 'covers the holidays' },
  StaffRoleRevoked: { user_id, role: 'finance', by: creator_id, reason: 'left the company' },
  CertificationApproved: { ...certification, reason: 'the page names our site' },
  CertificationRejected: { ...certification, reason: 'the page shows another name' },
  CertificationHeld: { ...certification, reason: 'asked for another picture' },
  CertificationRevoked: { ...certification, application_id: null, reason: 'the page is gone' },
  CreatorRightTaken: { user_id, right: 'bundle', by: null, reason: 'sold what was never sent' },
  CreatorRightReturned: { user_id, right: 'bundle', by: null, reason: 'all of it was sent' },
  BankCardApproved: { ...card, reason: '' },
  BankCardRejected: { ...card, reason: '照片不清晰' },
  TicketVoided: { ticket_id: '6b1f0c0a1b27000800000000000000aa', reason: 'refund', refund_id: 'refund-1' },
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
  MembershipExtended: { 2: { ...newest.MembershipExtended, run_id: first_order } },
  MembershipUpgraded: { 2: { ...grant, run_id: first_order, from_plan: plan_id } },
  MembershipExpired: { 2: { ...newest.MembershipExpired, run_id: first_order } },
  MembershipRevoked: {
    2: {
      ...newest.MembershipRevoked,
      ...{ run_id: first_order, runs_on: null },
      next: { run_id: out_trade_no, plan_id, plan_name: '每月一杯咖啡', from, until },
    },
  },
  RefundSent: { 2: { ...newest.RefundSent, provider_refund_id: '', reason: '渠道拒绝，已从银行转账' } },
  StatementImported: { 2: { ...newest.StatementImported, reason: 'the month’s account, by mail' } },
  WithdrawalApproved: { 2: { ...withdrawal, by: user_id, final: false, reason: '已致电核实' } },
  WithdrawalRetried: { 2: { ...withdrawal, by: user_id, reason: '银行已恢复' } },
  PlanCreated: {
    2: { plan_id, creator_id, offer: richOffer },
    3: { plan_id, creator_id, offer: { ...richOffer, more_pics } },
  },
  PlanRevised: { 2: { plan_id, offer }, 3: { plan_id, offer: { ...offer, more_pics } } },
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
