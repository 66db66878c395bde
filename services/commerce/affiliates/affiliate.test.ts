import { describe, expect, it, test } from 'vitest';
import type { AffiliateTerms } from '#events/affiliates.ts';
import { affiliateIdOf, type PlanId, type UserId } from '#events/ids.ts';
import { fenOf } from '#events/money.ts';
import { PLAN_STATUS } from '#events/status.ts';
import { affiliateStream, balanceStream } from '#events/stream-names.ts';
import type { Decided } from '../engine/command.ts';
import { orderKind } from '../orders/order.ts';
import { order, payment, refund } from '../testing/orders.ts';
import {
  type buying,
  CREATOR,
  given,
  goods,
  LI,
  ORDER,
  onSale,
  PLAN,
  planStatus,
  RED,
  STRANGER,
  sku,
  WANG,
} from '../testing/scenario.ts';
import { balanceKind } from '../withdrawals/balance.ts';
import { affiliateKind } from './affiliate.ts';
import { changeAffiliate, closeAffiliate, openAffiliate } from './edit-affiliate.ts';

const shop = onSale(goods, [[sku(RED), 100]]);
const CODE = 'Coffee-10';
const terms: AffiliateTerms = { rate_percent: 10, plan_ids: [], active: true, note: '' };
const opening = (change: Partial<Parameters<typeof openAffiliate>[0]> = {}) =>
  openAffiliate({
    creator_id: CREATOR,
    partner_id: WANG,
    code: CODE,
    granted: true,
    terms,
    ...change,
  });
const affiliate_id = affiliateIdOf(CREATOR, CODE);
const changing = (
  change: Partial<AffiliateTerms>,
  more: Partial<Parameters<typeof changeAffiliate>[0]> = {},
) =>
  changeAffiliate({
    creator_id: CREATOR,
    affiliate_id,
    granted: true,
    terms: { ...terms, ...change },
    ...more,
  });
const closing = (creator_id = CREATOR) => closeAffiliate({ creator_id, affiliate_id });

const opened = (change: Partial<AffiliateTerms> = {}, partner_id: UserId = WANG): Decided => ({
  stream: affiliateStream(affiliate_id),
  creator_id: CREATOR,
  event: {
    type: 'AffiliateOpened',
    data: { affiliate_id, creator_id: CREATOR, partner_id, code: CODE, ...terms, ...change },
  },
});
const refused = (field: string, key: string) => ({
  code: 'bad_input',
  errors: [{ field, message: { key } }],
});

describe('a creator’s codes', () => {
  it('are opened once; the same again changes nothing', () => {
    const { accepts } = given(shop);
    const { events, result } = accepts(opening());
    expect(result).toEqual({ affiliate_id });
    expect(events).toEqual([opened().event]);
    expect(accepts(opening()).events).toEqual([]);
  });

  test.each([
    ['without the right', opening({ granted: false }), refused('code', 'not_granted')],
    ['for oneself', opening({ partner_id: CREATOR }), refused('partner', 'own_offer')],
    [
      'with another rate',
      opening({ terms: { ...terms, rate_percent: 9 } }),
      refused('code', 'already_taken'),
    ],
    ['in other letters', opening({ code: 'COFFEE-10' }), refused('code', 'already_taken')],
    ['for another partner', opening({ partner_id: LI }), refused('code', 'already_taken')],
    [
      'for a plan that is nobody’s',
      opening({ code: 'new-code', terms: { ...terms, plan_ids: [PLAN, 'plan-9' as PlanId] } }),
      refused('plan_ids.1', 'unknown'),
    ],
    [
      'for another creator’s plan',
      opening({ creator_id: STRANGER, terms: { ...terms, plan_ids: [PLAN] } }),
      refused('plan_ids.0', 'unknown'),
    ],
  ])('are not opened %s', (_why, command, refusal) => {
    expect(given(shop, opened()).refuses(command)).toEqual(refusal);
  });

  it('are each creator’s own: another has the same code', () => {
    expect(given(shop, opened()).accepts(opening({ creator_id: STRANGER })).events).toHaveLength(1);
  });

  it('keep code and partner; rate, plans, pause and note change', () => {
    const { accepts, refuses, memory } = given(shop, opened());
    const change = { rate_percent: 50, plan_ids: [PLAN], active: false, note: 'paused' };
    expect(accepts(changing(change, { code: CODE, partner_id: WANG })).events).toEqual([
      { type: 'AffiliateChanged', data: { affiliate_id, creator_id: CREATOR, ...change } },
    ]);
    expect(memory.stateOf(affiliateKind, affiliateStream(affiliate_id))).toMatchObject(change);
    expect(accepts(changing(change)).events).toEqual([]);
    expect(refuses(changing({}, { code: 'another' }))).toEqual(refused('code', 'fixed'));
    expect(refuses(changing({}, { partner_id: LI }))).toEqual(refused('partner', 'fixed'));
    expect(refuses(changing({}, { creator_id: STRANGER }))).toEqual({ code: 'not_found' });
    expect(refuses(changing({ plan_ids: ['plan-9' as PlanId] }))).toEqual(refused('plan_ids.0', 'unknown'));
  });

  it('keep a plan that was deleted since, and take no deleted one', () => {
    const gone = [...shop, opened({ plan_ids: [PLAN] }), planStatus(PLAN_STATUS.deleted)];
    expect(given(gone).accepts(changing({ plan_ids: [PLAN], note: 'n' })).events).toHaveLength(1);
    expect(
      given(shop, opened(), planStatus(PLAN_STATUS.deleted)).refuses(changing({ plan_ids: [PLAN] })),
    ).toEqual(refused('plan_ids.0', 'unknown'));
  });

  it('may only be paused and closed when the right is gone', () => {
    const { accepts, refuses } = given(shop, opened());
    expect(refuses(changing({ rate_percent: 20 }, { granted: false }))).toEqual(
      refused('code', 'not_granted'),
    );
    expect(accepts(changing({ active: false }, { granted: false })).events).toHaveLength(1);
    expect(refuses(changing({ active: true }, { granted: false }))).toEqual(refused('code', 'not_granted'));
    expect(accepts(closing()).events).toHaveLength(1);
  });

  it('are closed permanently', () => {
    const { accepts, refuses } = given(shop, opened());
    expect(refuses(closing(STRANGER))).toEqual({ code: 'not_found' });
    expect(accepts(closing()).types).toEqual(['AffiliateClosed']);
    expect(accepts(closing()).events).toEqual([]);
    expect(refuses(changing({}))).toEqual({ code: 'not_found' });
    expect(refuses(opening())).toEqual(refused('code', 'already_taken'));
  });
});

describe('an order', () => {
  const carried = (past: readonly Decided[], change: Parameters<typeof buying>[0]) =>
    given(shop, past).accepts(order(change)).result.order.placed.affiliate;
  const carries = { affiliate_id, partner_id: WANG, code: CODE, rate_percent: 10 };
  const closed: Decided = {
    ...opened(),
    event: { type: 'AffiliateClosed', data: { affiliate_id, creator_id: CREATOR } },
  };

  test.each([
    ['the code', [opened()], { affiliate_code: CODE }],
    ['it in other letters, blanks around it', [opened()], { affiliate_code: ' cOFFEE-10 ' }],
    ['one for its plan', [opened({ plan_ids: [PLAN] })], { affiliate_code: CODE }],
    [
      'one for everything, with an amount of the fan’s choice',
      [opened()],
      { affiliate_code: CODE, custom: { creator_id: CREATOR, amount: fenOf(500) } },
    ],
  ])('carries the present terms: %s', (_what, past, change) => {
    expect(carried(past, change)).toEqual(carries);
  });

  test.each<[string, Decided[], Parameters<typeof buying>[0]]>([
    ['without one', [opened()], {}],
    ['with an unknown one', [opened()], { affiliate_code: 'coffee-11' }],
    ['with what can be none', [opened()], { affiliate_code: '../ coffee' }],
    ['with a paused one', [opened({ active: false })], { affiliate_code: CODE }],
    ['with a closed one', [opened(), closed], { affiliate_code: CODE }],
    ['with one for other plans', [opened({ plan_ids: ['plan-9' as PlanId] })], { affiliate_code: CODE }],
    ['with the buyer’s own', [opened({}, LI)], { affiliate_code: CODE }],
    [
      'with one for a plan, when it is an amount of the fan’s choice',
      [opened({ plan_ids: [PLAN] })],
      { affiliate_code: CODE, custom: { creator_id: CREATOR, amount: fenOf(500) } },
    ],
    [
      'of another creator',
      [opened()],
      { affiliate_code: CODE, custom: { creator_id: STRANGER, amount: fenOf(500) } },
    ],
  ])('%s has no code, is not refused, and costs the same', (_why, past, change) => {
    expect(carried(past, change)).toBeNull();
    const plain = given(shop).accepts(order({ ...change, affiliate_code: undefined }));
    const with_it = given(shop, past).accepts(order(change));
    expect(with_it.result.order.placed.total_amount).toBe(plain.result.order.placed.total_amount);
  });

  it('keeps its terms after any change of the code, also when it revives', () => {
    const { accepts, memory } = given(shop, opened());
    accepts(order({ affiliate_code: CODE }));
    accepts(changing({ rate_percent: 50 }));
    accepts(closing());
    accepts(payment(2000));
    expect(memory.stateOf(orderKind, `order-${ORDER}`)).toMatchObject({
      phase: 'paid',
      placed: { affiliate: carries },
    });
  });

  it('is refunded out of both balances, to the fen', () => {
    const { accepts, memory } = given(shop, opened({ rate_percent: 33 }));
    const change = { affiliate_code: CODE, custom: { creator_id: CREATOR, amount: fenOf(1001) } };
    accepts(order(change));
    accepts(payment(1001));
    for (const [nth, amount] of [333, 1, 500, 167].entries()) {
      const { events } = accepts(refund({ refund_id: `r${nth}`, amount }));
      expect(events.filter(({ type }) => type === 'RefundCharged')).toHaveLength(amount === 1 ? 1 : 2);
    }
    // 1,001: 10 and 50 are fees, 330 the partner's.
    expect(memory.stateOf(balanceKind, balanceStream(WANG)).refunds_charged).toBe(330);
    expect(memory.stateOf(balanceKind, balanceStream(CREATOR)).refunds_charged).toBe(611);
  });

  it('without a code looks at no further stream', () => {
    const command = order();
    const named = given(shop, opened()).memory;
    const streams: string[] = [...command.streams];
    named.decide({
      ...command,
      furtherStreams(states) {
        const further = command.furtherStreams?.(states) ?? [];
        streams.push(...further);
        return further;
      },
    });
    expect(streams.length).toBeGreaterThan(2);
    expect(streams.filter((stream) => stream.startsWith('affiliate-'))).toEqual([]);
  });
});
