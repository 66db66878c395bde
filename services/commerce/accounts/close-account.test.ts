import { describe, expect, it } from 'vitest';
import { affiliateIdOf } from '#events/ids.ts';
import { fenOf } from '#events/money.ts';
import {
  accountStream,
  affiliateStream,
  balanceStream,
  orderStream,
  staffStream,
} from '#events/stream-names.ts';
import { openAffiliate } from '../affiliates/edit-affiliate.ts';
import { placeCart } from '../cart/place-cart.ts';
import { editPlan } from '../catalog/edit-plan.ts';
import { everyRight } from '../catalog/offer-form.ts';
import type { Decided } from '../engine/command.ts';
import { importOrder } from '../orders/import-order.ts';
import { orderKind } from '../orders/order.ts';
import { issueRedeemCodes } from '../redeem/issue-redeem-codes.ts';
import { cancellation, numbered, order, payment } from '../testing/orders.ts';
import {
  buying,
  CREATOR,
  form,
  given,
  goods,
  LI,
  NOON,
  ORDER,
  offered,
  PLAN,
  RED,
  STRANGER,
  sku,
  sponsorship,
  WANG,
} from '../testing/scenario.ts';
import { closeAccount } from './close-account.ts';
import { CLOSING_MS, endClosing, requestClosing } from './request-closing.ts';

const CODE = 'Coffee-50';
const affiliate_id = affiliateIdOf(CREATOR, CODE);
const scarves = offered(PLAN, goods, [[sku(RED), 10]]);
const coded: Decided = {
  stream: affiliateStream(affiliate_id),
  creator_id: CREATOR,
  event: {
    type: 'AffiliateOpened',
    data: {
      affiliate_id,
      creator_id: CREATOR,
      partner_id: WANG,
      code: CODE,
      rate_percent: 50,
      plan_ids: [],
      active: true,
      note: '',
    },
  },
};
const custom = { custom: { creator_id: CREATOR, amount: fenOf(50_000) } };
const closed = (user_id = CREATOR) => closeAccount({ user_id, orders_seen: null });
const closing = (user_id = CREATOR, orders_seen = -1) => closeAccount({ user_id, orders_seen });
const stays = { code: 'state_does_not_allow' };

describe('the closing of an account', () => {
  it('is written once, and ends selling and buying', () => {
    const { accepts } = given();
    expect(accepts(closing()).events).toEqual([
      { type: 'AccountClosed', data: { user_id: CREATOR } },
      { type: 'PurchasesClosed', data: { user_id: CREATOR } },
    ]);
    expect(accepts(closing()).events).toEqual([]);
  });

  it('is refused to a seller from the first order on, and to the partner of its code', () => {
    const scenario = given(scarves, coded);
    const { events } = scenario.accepts(order({ ...custom, affiliate_code: CODE }));
    expect(events).toContainEqual({
      type: 'EarningsBegun',
      data: { user_id: WANG, out_trade_no: ORDER },
    });
    expect(scenario.refuses(closing(CREATOR))).toEqual(stays);
    expect(scenario.refuses(closing(WANG))).toEqual(stays);
    scenario.accepts(closing(LI, 0));
  });

  it('is refused with money in the balance, with a staff role, and after an order that was not seen', () => {
    const settled: Decided = {
      stream: balanceStream(WANG),
      creator_id: WANG,
      event: {
        type: 'RefundCharged',
        data: { user_id: WANG, out_trade_no: ORDER, refund_id: 'r', net: fenOf(1) },
      },
    };
    const role = { user_id: STRANGER, role: 'support' as const, by: null, reason: '' };
    const granted: Decided = {
      stream: staffStream(STRANGER),
      creator_id: STRANGER,
      event: { type: 'StaffRoleGranted', data: role },
    };
    const scenario = given(scarves, settled, granted).after(order());
    expect(scenario.refuses(closing(WANG))).toEqual(stays);
    expect(scenario.refuses(closing(STRANGER))).toEqual(stays);
    expect(scenario.refuses(closing(LI))).toEqual(stays);
    scenario.accepts(closing(LI, 0));
  });
});

describe('a request to close the account of a seller', () => {
  const seller = () => given(scarves).after(order(custom));
  const settled = { pending: fenOf(0), refunds_charged: fenOf(0), settled: fenOf(0) };
  const requested = () => requestClosing({ user_id: CREATOR, reason_ref: null });
  const ended = (outcome: 'taken_back' | 'rejected') => endClosing({ user_id: CREATOR, outcome });
  const closes = (pending = settled) => closeAccount({ user_id: CREATOR, orders_seen: -1, pending });

  it('is one at a time, and ends selling until it ends', () => {
    const { accepts, refuses } = seller();
    expect(accepts(requested()).events).toMatchObject([{ type: 'AccountClosingRequested' }]);
    expect(refuses(requested())).toEqual(stays);
    expect(refuses(order({ ...custom, out_trade_no: 'order-2' as typeof ORDER }))).toEqual({
      code: 'plan_deleted',
    });
    expect(accepts(ended('taken_back')).events).toMatchObject([{ type: 'AccountClosingEnded' }]);
    expect(refuses(ended('taken_back'))).toEqual(stays);
    accepts(order({ ...custom, out_trade_no: 'order-3' as typeof ORDER }));
  });

  it('of a partner ends the commission; the order of the seller is placed without it', () => {
    const { accepts } = given(scarves, coded).after(requestClosing({ user_id: WANG, reason_ref: null }));
    const { types } = accepts(order({ ...custom, affiliate_code: CODE }));
    expect(types).toContain('OrderPlaced');
    expect(types.filter((type) => type === 'EarningsBegun')).toHaveLength(1);
  });

  it('closes it after seven days, and not before', () => {
    const scenario = seller();
    scenario.accepts(requested());
    expect(scenario.refuses(closes())).toEqual(stays);
    expect(scenario.refuses(ended('rejected'))).toEqual(stays);
    scenario.memory.now += CLOSING_MS;
    expect(scenario.accepts(closes()).events).toMatchObject([
      { type: 'AccountClosed' },
      { type: 'PurchasesClosed' },
    ]);
    expect(scenario.refuses(ended('rejected'))).toEqual(stays);
  });

  it.each([
    ['pending', { ...settled, pending: fenOf(1) }],
    ['owed', { ...settled, pending: fenOf(-1) }],
  ])('closes none with money that is %s', (_, pending) => {
    const scenario = seller();
    scenario.accepts(requested());
    scenario.memory.now += CLOSING_MS;
    expect(scenario.refuses(closes(pending))).toEqual(stays);
    scenario.accepts(ended('rejected'));
    expect(scenario.refuses(closes())).toEqual(stays);
  });

  it('an order that was placed before it is not paid: all of it is returned', () => {
    const { accepts } = given().after(order(custom));
    accepts(requested());
    expect(accepts(payment(50_000)).result.outcome).toBe('to_return');
  });
});

describe('with a closed seller', () => {
  it('nothing is ordered, imported, offered or issued', () => {
    const codes = [{ code_id: 'c', redeem_id: 'r', number: 1 }];
    const batch = { batch_id: 'b', batch_size: 1, sku_id: RED, uses: 1, valid_until: null };
    const { refuses } = given(scarves).after(closed());
    expect(refuses(order())).toEqual({ code: 'plan_deleted' });
    expect(refuses(order(custom))).toEqual({ code: 'plan_deleted' });
    const whose = { user_id: LI, provider: 'sandbox', request_hash: 'h', ttl_seconds: 900 };
    const cart = placeCart({ ...whose, cart_order_no: 'cart-1' as never, orders: [buying()] });
    expect(refuses(cart)).toMatchObject({ code: 'plan_deleted' });
    const past = { out_trade_no: ORDER, creator_id: CREATOR, user_id: LI, plan_id: PLAN, lines: [] };
    const month = { plan_name: '', product_type: 0 as const, month: 1, paid_at: NOON };
    expect(refuses(importOrder({ ...past, ...month, outcome: 'paid' }))).toEqual({ code: 'plan_deleted' });
    expect(refuses(issueRedeemCodes({ creator_id: CREATOR, plan_id: PLAN, codes, ...batch }))).toEqual({
      code: 'not_found',
    });
    const plan = { creator_id: CREATOR, plan_id: 'plan-new' as typeof PLAN, may_create: true, skus: [] };
    const offer = { offer: form(sponsorship), origin: 'seller' as const, rights: everyRight };
    expect(refuses(editPlan({ ...plan, ...offer }))).toEqual({ code: 'not_found' });
  });

  it('an order of 500.00 that was placed before is not paid: all of it is returned', () => {
    const { accepts, memory } = given().after(order(custom), closed());
    const { events, result } = accepts(payment(50_000));
    expect(events).toMatchObject([
      { type: 'OrderCancelled', data: { reason: 'overtaken' } },
      { type: 'LatePaymentReceived', data: { amount: 50_000, reason: 'closed' } },
    ]);
    expect(result.outcome).toBe('to_return');
    expect(memory.stateOf(orderKind, orderStream(ORDER)).phase).toBe('cancelled');
  });
});

describe('with a closed partner', () => {
  it('a code counts for nothing, and no new one names the partner', () => {
    const { accepts, refuses } = given(scarves, coded).after(closed(WANG));
    const { result } = accepts(order({ ...custom, affiliate_code: CODE }));
    expect(result.order.placed.affiliate).toBeNull();
    const terms = { rate_percent: 50, plan_ids: [], active: true, note: '' };
    const opening = { creator_id: CREATOR, partner_id: WANG, code: 'another', granted: true, terms };
    expect(refuses(openAffiliate(opening))).toMatchObject({ errors: [{ field: 'partner' }] });
  });

  it('an order by the code that was placed before is returned', () => {
    const placed = order({ ...custom, affiliate_code: CODE });
    const { accepts } = given(coded).after(placed, closed(WANG));
    expect(accepts(payment(50_000)).events).toMatchObject([{}, { data: { reason: 'closed' } }]);
  });
});

describe('with a closed fan', () => {
  it('nothing is ordered, and a late payment revives nothing', () => {
    const { accepts, refuses } = given(scarves).after(order(), cancellation(), closed(LI));
    expect(refuses(order({ out_trade_no: numbered(2) }))).toEqual({
      code: 'not_allowed',
    });
    expect(accepts(payment(2_000)).events).toMatchObject([{ data: { amount: 2_000, reason: 'closed' } }]);
  });
});

it('an order from before the streams of accounts is recorded when it is paid', () => {
  const { memory } = given(scarves).after(order());
  const before = memory.log.filter(({ stream }) => stream !== accountStream(CREATOR));
  const scenario = given(before.map(({ stream, event }) => ({ stream, creator_id: CREATOR, event })));
  expect(scenario.accepts(payment(2_000)).types).toContain('EarningsBegun');
  expect(scenario.refuses(closing())).toEqual(stays);
});
