import { describe, expect, it, vi } from 'vitest';
import { asOutTradeNo } from '#events/ids.ts';
import { membershipStream, orderStream } from '#events/stream-names.ts';
import { fixture } from '#events/testing/fixture.ts';
import { membershipKind } from '#services/commerce/memberships/membership.ts';
import type * as Membership from '#services/commerce/memberships/membership-effect.ts';
import type * as ChoiceModule from '#services/commerce/prices/choice.ts';
import { createOrder } from '#services/contract/orders/orders.ts';
import { summing } from '../testing/line-by-line.ts';
import { goesWrong, startRace } from '../testing/race.ts';
import type { Servers } from '../testing/servers.ts';
import { forSale, savePlan, sponsorshipForm } from '../testing/shop.ts';

/** Whether a membership is paid for without a look at what became of it. */
let unlooked = false;

vi.mock('#services/commerce/prices/choice.ts', async (load) => {
  const { lineByLine } = await import('../testing/line-by-line.ts');
  return lineByLine(await load<typeof ChoiceModule>());
});

vi.mock('#services/commerce/memberships/membership-effect.ts', async (load) => {
  const real = await load<typeof Membership>();
  const { membershipEffect } = real;
  const confirm: typeof membershipEffect.confirm = (states, order, now) => {
    if (!unlooked || order.upgrade === null) return membershipEffect.confirm(states, order, now);
    // The control: uses the membership as of the order's placement.
    const stream = membershipStream(order.creator_id, order.user_id);
    const state = states.get(membershipKind, stream);
    const runs = state.runs.map((run) => ({
      ...run,
      grants: run.grants.filter(({ from_plan }) => from_plan === null),
    }));
    const before: typeof states = {
      ...states,
      get: (kind, name) => (name === stream ? ({ ...state, runs } as never) : states.get(kind, name)),
    };
    return membershipEffect.confirm(before, order, now);
  };
  return { ...real, membershipEffect: { ...membershipEffect, confirm } };
});

const race = fixture(() => startRace(24));

describe('one order with two lines on one SKU inside a bundle', () => {
  async function buyTwice(): Promise<{ ec: number; sku_id: string }> {
    const creator = await race.api.creator();
    const set = await savePlan(race.api, creator, {
      name: 'Two of two',
      product_type: 3,
      price: '15.00',
      bundle_sku_select_count: 2,
      bundle_sku_can_repeat: true,
      sku: [forSale('Last', 1), forSale('More', '')],
    });
    const { sku_id } = set.sku[0]!;
    const sku = [
      { sku_id, count: 1 },
      { sku_id, count: 1 },
    ];
    const answer = await race.guarded.call(0, createOrder, { plan_id: set.plan_id, sku }, race.fan(0));
    return { ec: answer.ec, sku_id };
  }

  it('is refused when only one of two lines fits, and leaves nothing behind', async () => {
    const { ec, sku_id } = await buyTwice();
    expect(ec).toBe(41001);
    expect(await race.tally(sku_id)).toMatchObject({ held: 0, orders: new Set() });
  });

  it('negative control: judged line by line it takes more than there is, and the log shows it', async () => {
    summing.out = true;
    const { ec, sku_id } = await buyTwice();
    summing.out = false;
    expect(ec).toBe(200);
    expect(await race.tally(sku_id)).toMatchObject({ held: 2, most: 1 });
  });
});

describe('two concurrent upgrades', () => {
  /** A member orders the same upgrade in two windows and pays both concurrently at two servers. */
  async function upgradeTwice(servers: Servers) {
    const creator = await race.api.creator();
    const small = await savePlan(race.api, creator, sponsorshipForm);
    const large = await savePlan(race.api, creator, { ...sponsorshipForm, name: 'Dinner', price: '50.00' });
    const fan = await race.api.user();
    const buy = (n: number, plan_id: string) => servers.call(n, createOrder, { plan_id, month: 1 }, fan);
    const first = await buy(0, small.plan_id);
    expect(await race.notify(servers, 0, first.data)).toBe(200);
    const orders = await Promise.all([buy(0, large.plan_id), buy(1, large.plan_id)]);
    expect(orders.map(({ ec, data }) => [ec, data.total_amount])).toEqual([
      [200, '20.00'],
      [200, '20.00'],
    ]);
    expect(await Promise.all(orders.map(({ data }, n) => race.notify(servers, n, data)))).toEqual([200, 200]);
    const stream = membershipStream(creator.user_id, fan.user_id);
    const upgrades = (await race.api.deps.log.readStream(stream)).filter(
      ({ type }) => type === 'MembershipUpgraded',
    );
    const histories = await Promise.all(
      orders.map(async ({ data }) =>
        (await race.api.deps.log.readStream(orderStream(asOutTradeNo(data.out_trade_no)))).map(
          ({ type }) => type,
        ),
      ),
    );
    return {
      upgrades: upgrades.length,
      histories: histories.sort((one, other) => one.length - other.length),
    };
  }

  it('happens once; the other order’s money is returned', async () => {
    for (let round = 0; round < 3; round += 1) {
      const { upgrades, histories } = await upgradeTwice(race.guarded);
      expect(upgrades).toBe(1);
      expect(histories).toEqual([
        ['OrderPlaced', 'OrderPaid'],
        ['OrderPlaced', 'OrderCancelled', 'LatePaymentReceived'],
      ]);
    }
  });

  it('negative control: without the check of the changed membership, it is paid twice', async () => {
    unlooked = true;
    const paidTwice = await goesWrong(async () => (await upgradeTwice(race.guarded)).upgrades > 1);
    unlooked = false;
    expect(paidTwice).toBe(true);
  });
});
