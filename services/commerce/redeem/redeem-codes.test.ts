import { describe, expect, it } from 'vitest';
import type { SkuId } from '#events/ids.ts';
import { redeemStream } from '#events/stream-names.ts';
import { alone, orderNamed, refunding } from '../testing/one-effect.ts';
import {
  BLUE,
  CREATOR,
  given,
  goods,
  NOON,
  onSale,
  PLAN,
  planStatus,
  RED,
  STRANGER,
  sku,
  sponsorship,
} from '../testing/scenario.ts';
import { type IssueRedeemCodes, issueRedeemCodes } from './issue-redeem-codes.ts';
import { redeemCodeKind } from './redeem-code.ts';
import { redeemEffect } from './redeem-effect.ts';
import { revokeRedeemCodes } from './revoke-redeem-codes.ts';

const SHOP = onSale(goods, [
  [sku(RED), 10],
  [sku(BLUE), null],
]);
const CODE = 'code-0';

/** A request for two codes for the red one; tests name what differs. */
const asking = (change: Partial<IssueRedeemCodes> = {}): IssueRedeemCodes => ({
  creator_id: CREATOR,
  plan_id: PLAN,
  sku_id: RED,
  uses: 1,
  valid_until: null,
  batch_id: 'batch-1',
  batch_size: 2,
  codes: [0, 1].map((number) => ({ code_id: `code-${number}`, redeem_id: `redeem-${number}`, number })),
  ...change,
});
const single = (change: Partial<IssueRedeemCodes> = {}) =>
  asking({ batch_size: 1, codes: [{ code_id: CODE, redeem_id: 'redeem-0', number: 0 }], ...change });

const { hold, confirm, release, giveBack } = alone(redeemEffect);
const redeem = { code_id: CODE, redeem_id: 'redeem-0' };
const order = (name: string, change = {}) => orderNamed(name, { redeem, ...change });
const CODE_STREAM = redeemStream(CODE);

describe('codes', () => {
  it('are issued, each in its own stream', () => {
    const { events, result } = given(SHOP).accepts(
      issueRedeemCodes(asking({ uses: 3, valid_until: NOON + 1 })),
    );
    expect(result).toEqual({ issued: 2 });
    expect(events.map(({ data }) => data)).toMatchObject([
      {
        code_id: 'code-0',
        redeem_id: 'redeem-0',
        number: 0,
        batch_size: 2,
        uses: 3,
        valid_until: NOON + 1,
        month: 0,
      },
      { code_id: 'code-1', redeem_id: 'redeem-1', number: 1 },
    ]);
  });

  it('a repeated request gives the same codes, and completes a crashed one', () => {
    const scenario = given(SHOP).after(issueRedeemCodes(asking({ codes: asking().codes.slice(0, 1) })));
    expect(scenario.accepts(issueRedeemCodes(asking())).events).toMatchObject([{ data: { number: 1 } }]);
    expect(scenario.accepts(issueRedeemCodes(asking())).events).toEqual([]);
    // Also if the plan was deleted meanwhile: the codes stay valid.
    scenario.memory.given([planStatus(2)]);
    expect(scenario.accepts(issueRedeemCodes(asking())).events).toEqual([]);
  });

  it.each([
    ['another number of them', { batch_size: 3 }],
    ['other uses', { uses: 2 }],
    ['another SKU', { sku_id: BLUE }],
    ['another end', { valid_until: NOON + 5 }],
  ])('a repeated request with %s is refused', (_, change) => {
    const scenario = given(SHOP).after(issueRedeemCodes(asking()));
    expect(scenario.refuses(issueRedeemCodes(asking(change)))).toEqual({ code: 'idempotency_key_reused' });
  });

  it.each([
    ['a plan that does not exist', { plan_id: 'nowhere' as typeof PLAN }, 'not_found'],
    ['another creator’s plan', { creator_id: STRANGER }, 'not_found'],
    ['a SKU that the plan does not have', { sku_id: 'sku-green' as SkuId }, 'bad_input'],
    ['an end that has passed', { valid_until: NOON }, 'bad_input'],
  ])('for %s are refused', (_, change, code) => {
    expect(given(SHOP).refuses(issueRedeemCodes(asking(change)))).toMatchObject({ code });
  });

  it('for a deleted plan are refused', () => {
    expect(given(SHOP, planStatus(2)).refuses(issueRedeemCodes(asking()))).toEqual({ code: 'plan_deleted' });
  });

  it.each([
    [{ ...sponsorship, pay_month: 3 as const }, undefined, 3],
    [{ ...sponsorship, pay_month: 3 as const }, 6, 6],
    [sponsorship, undefined, 1],
    [{ ...sponsorship, permanent: true, independent: true }, undefined, 1],
  ])('of a sponsorship plan give its months', (offer, month, expected) => {
    const batch = single({ sku_id: null, ...(month !== undefined && { month }) });
    const { events } = given(onSale(offer)).accepts(issueRedeemCodes(batch));
    expect(events[0]?.data).toMatchObject({ month: expected, sku_id: null });
  });

  it.each([
    [{ ...sponsorship, pay_month: 3 as const }, 2],
    [sponsorship, 37],
    [{ ...sponsorship, single_month: true }, 2],
    [{ ...sponsorship, permanent: true, independent: true }, 2],
  ])('of a sponsorship plan for months that it does not have are refused', (offer, month) => {
    expect(given(onSale(offer)).refuses(issueRedeemCodes(single({ sku_id: null, month })))).toMatchObject({
      errors: [{ field: 'month' }],
    });
  });
});

describe('an order by code', () => {
  const issued = (change: Partial<IssueRedeemCodes> = {}) => {
    return given(SHOP).after(issueRedeemCodes(single(change)));
  };
  const counts = ({ memory }: ReturnType<typeof given>) => {
    const code = memory.stateOf(redeemCodeKind, CODE_STREAM);
    return code.phase === 'none' ? null : { held: code.held, used: code.used };
  };

  it('holds a use while it waits, and has used it when it is paid', () => {
    const scenario = issued();
    expect(scenario.accepts(hold(order('a'))).events).toEqual([
      { type: 'RedeemCodeHeld', data: { code_id: CODE, out_trade_no: 'a' } },
    ]);
    expect(counts(scenario)).toEqual({ held: 1, used: 0 });
    expect(scenario.refuses(hold(order('b')))).toEqual({ code: 'redeem_code_used' });
    scenario.accepts(confirm(order('a')));
    expect(counts(scenario)).toEqual({ held: 0, used: 1 });
    expect(scenario.refuses(hold(order('b')))).toEqual({ code: 'redeem_code_used' });
  });

  it('gives the use back when it is cancelled, and when it is refunded before anything was sent', () => {
    const scenario = issued().after(hold(order('a')), release(order('a')));
    expect(counts(scenario)).toEqual({ held: 0, used: 0 });
    scenario.after(hold(order('b')), confirm(order('b')));
    expect(scenario.accepts(giveBack(order('b'), refunding({ shipped: true }))).events).toEqual([]);
    expect(scenario.accepts(giveBack(order('b'), refunding({ whole: false }))).events).toEqual([]);
    scenario.accepts(giveBack(order('b'), refunding()));
    expect(counts(scenario)).toEqual({ held: 0, used: 0 });
    scenario.accepts(hold(order('c')));
  });

  it('of an unknown, expired or withdrawn code has the same refusal', () => {
    const unknown = { code: 'redeem_code_unknown' };
    expect(given(SHOP).refuses(hold(order('a')))).toEqual(unknown);
    const expiring = issued({ valid_until: NOON + 1000 });
    expiring.memory.now = NOON + 1000;
    expect(expiring.refuses(hold(order('a')))).toEqual(unknown);
    const revoked = issued().after(revokeRedeemCodes({ creator_id: CREATOR, code_ids: [CODE] }));
    expect(revoked.refuses(hold(order('a')))).toEqual(unknown);
  });

  it('placed in time can be paid after the code expired or was revoked', () => {
    const scenario = issued({ valid_until: NOON + 1000, uses: 2 }).after(hold(order('a')));
    scenario.memory.now = NOON + 5000;
    scenario.after(revokeRedeemCodes({ creator_id: CREATOR, code_ids: [CODE] }), confirm(order('a')));
    expect(counts(scenario)).toEqual({ held: 0, used: 1 });
  });

  it.each([
    ['of another plan', { plan_id: 'plan-2' }, { code: 'redeem_code_unknown' }],
    ['of another creator', { creator_id: STRANGER }, { code: 'redeem_code_unknown' }],
    [
      'of another SKU',
      { lines: [{ ...orderNamed('x').lines[0], sku_id: BLUE }] },
      { errors: [{ field: 'sku.0.sku_id' }] },
    ],
    [
      'of two units',
      { lines: [{ ...orderNamed('x').lines[0], count: 2 }] },
      { errors: [{ field: 'sku.0.count' }] },
    ],
    ['of other months', { product_type: 0, lines: [], month: 12 }, { errors: [{ field: 'month' }] }],
    ['of two bundles', { product_type: 2, bundle_count: 2 }, { errors: [{ field: 'bundle_count' }] }],
  ])('%s is refused', (_, change, refusal) => {
    expect(issued().refuses(hold(order('a', change)))).toMatchObject(refusal);
  });

  it('without a code has nothing to do with any', () => {
    const scenario = given(SHOP);
    for (const command of [hold, confirm, release])
      expect(scenario.accepts(command(orderNamed('a'))).events).toEqual([]);
    expect(scenario.accepts(giveBack(orderNamed('a'), refunding())).events).toEqual([]);
  });
});

describe('taking back', () => {
  it('withdraws the rest, once, and skips used-up codes', () => {
    const scenario = given(SHOP).after(issueRedeemCodes(asking()), hold(order('a')));
    const all = revokeRedeemCodes({ creator_id: CREATOR, code_ids: ['code-0', 'code-1'] });
    expect(scenario.accepts(all)).toMatchObject({
      result: { revoked: 1 },
      events: [{ data: { code_id: 'code-1' } }],
    });
    expect(scenario.accepts(all)).toMatchObject({ result: { revoked: 0 }, events: [] });
  });

  it('of another’s code, or of one that is not there, is refused', () => {
    const scenario = given(SHOP).after(issueRedeemCodes(asking()));
    for (const [creator_id, code_ids] of [
      [STRANGER, [CODE]],
      [CREATOR, [CODE, 'nowhere']],
    ] as const) {
      expect(scenario.refuses(revokeRedeemCodes({ creator_id, code_ids }))).toEqual({ code: 'not_found' });
    }
  });
});
