import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { asUserId, chargeIdOf, type OutTradeNo, orderNumber, type PlanId, type UserId } from '#events/ids.ts';
import { fenOf, toWire } from '#events/money.ts';
import { accountStream, orderStream } from '#events/stream-names.ts';
import { fixture } from '#events/testing/fixture.ts';
import { customOrder } from '#services/commerce/orders/custom-amount.ts';
import { handOverOrder } from '#services/commerce/staff/hand-over-order.ts';
import { deleteAccount } from '#services/contract/accounts/deletion.ts';
import { editAffiliate } from '#services/contract/affiliates/calls.ts';
import { createOrder } from '#services/contract/orders/orders.ts';
import { leavingCreator, PASSWORD } from '../testing/leaving.ts';
import { goesWrong, startRace } from '../testing/race.ts';
import type { Servers } from '../testing/servers.ts';
import type { TestUser } from '../testing/test-api.ts';
import { given, waitingOrder } from '../testing/waiting-orders.ts';

/** In each round. */
const FANS = 12;
const AMOUNT = fenOf(50_000);

/** A deletion hashes a password: on a busy machine its moment moves by more than the usual pause of a control. */
const LATE_MS = 250;

const race = fixture(() => startRace(5 * FANS, { projections: false }, LATE_MS));

let turn = 0;
/** Taken by turns, so that nobody has too many unpaid orders. */
const nextFan = (): TestUser => {
  turn += 1;
  return race.fan(turn);
};

const eventsOf = (stream: string) => race.api.deps.log.readStream(stream);
const isClosed = async (user: UserId) =>
  (await eventsOf(accountStream(user))).some(({ type }) => type === 'AccountClosed');
const isPaid = async (order: OutTradeNo) =>
  (await eventsOf(orderStream(order))).some(({ type }) => type === 'OrderPaid');

/** How long a deletion takes on this machine, most of it for the password. */
async function measured(servers: Servers): Promise<number> {
  const person = await leavingCreator(race.api);
  const began = performance.now();
  expect((await servers.call(0, deleteAccount, { password: PASSWORD }, person)).ec).toBe(200);
  return performance.now() - began;
}
/**
 * When the others begin, in ms after the deletion. The tests search the moment at which neither sees the other. An
 * earlier order refuses the deletion; a later one finds the account closed.
 */
const begins = new Map<Servers, number>();
const MAX_STEP_MS = 12;
/** On a busy machine the moment moves from round to round. */
const SEARCHED_ROUNDS = 150;

/** Meanwhile others do something, on both servers by turns, close to the moment of the decision. */
async function against<Result>(
  servers: Servers,
  leaving: TestUser,
  act: (n: number) => Promise<Result>,
): Promise<{ closed: boolean; results: Result[] }> {
  const from = begins.get(servers) ?? (await measured(servers));
  const [answer, ...results] = await Promise.all([
    servers.call(0, deleteAccount, { password: PASSWORD }, leaving),
    ...Array.from({ length: FANS }, async (_, n) => {
      await pause(from + n * 4);
      return act(n);
    }),
  ]);
  const closed = await isClosed(leaving.user_id);
  expect([200, 40902]).toContain(answer.ec);
  const step = Math.random() * MAX_STEP_MS;
  begins.set(servers, Math.max(0, closed ? from - step : from + step));
  return { closed, results };
}

const ROUNDS = 8;

describe('a deletion against the first purchase from the creator', () => {
  const attack = async (servers: Servers) => {
    const creator = await leavingCreator(race.api);
    const body = { user_id: creator.user_id, custom_price: toWire(AMOUNT) };
    const { closed, results } = await against(servers, creator, (n) =>
      servers.call(n, createOrder, body, nextFan()),
    );
    return { closed, placed: results.filter(({ ec }) => ec === 200).length };
  };

  it('one of them succeeds', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const { closed, placed } = await attack(race.guarded);
      expect(closed).toBe(placed === 0);
    }
  });

  it('negative control: without expected versions both do', async () => {
    const both = async () => {
      const { closed, placed } = await attack(race.careless);
      return closed && placed > 0;
    };
    expect(await goesWrong(both, SEARCHED_ROUNDS)).toBe(true);
  });
});

describe('a deletion against orders of the same fan', () => {
  const attack = async (servers: Servers) => {
    const [seller, fan] = [await race.api.creator(), await leavingCreator(race.api)];
    const body = { user_id: seller.user_id, custom_price: toWire(AMOUNT) };
    const { closed, results } = await against(servers, fan, (n) => servers.call(n, createOrder, body, fan));
    return { closed, placed: results.filter(({ ec }) => ec === 200).length };
  };

  it('one of them succeeds', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const { closed, placed } = await attack(race.guarded);
      expect(closed).toBe(placed === 0);
    }
  });

  it('negative control: without expected versions both do', async () => {
    const both = async () => {
      const { closed, placed } = await attack(race.careless);
      return closed && placed > 0;
    };
    expect(await goesWrong(both, SEARCHED_ROUNDS)).toBe(true);
  });
});

describe('a deletion against orders that are handed over to the account', () => {
  const attack = async (servers: Servers) => {
    const [seller, person] = [race.fan(0), await leavingCreator(race.api)];
    const buyers = Array.from({ length: FANS }, nextFan);
    const orders = await Promise.all(
      buyers.map(({ user_id }) =>
        waitingOrder(race.api.deps.committer, { user_id, creator_id: seller.user_id }),
      ),
    );
    const { closed, results } = await against(servers, person, (n) => {
      const [out_trade_no, buyer] = [orders[n], buyers[n]];
      if (!out_trade_no || !buyer) throw new Error('no such order');
      const who = { from: buyer.user_id, to: person.user_id, by: asUserId('support-1') };
      const input = { out_trade_no, ...who, reason: 'lost phone', secret: out_trade_no };
      return servers.committer(n).submit(handOverOrder(input));
    });
    return { closed, moved: results.filter(({ accepted }) => accepted).length };
  };

  it('one of them succeeds', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const { closed, moved } = await attack(race.guarded);
      expect(closed).toBe(moved === 0);
    }
  });

  it('negative control: without expected versions both do', async () => {
    const both = async () => {
      const { closed, moved } = await attack(race.careless);
      return closed && moved > 0;
    };
    expect(await goesWrong(both, SEARCHED_ROUNDS)).toBe(true);
  });
});

describe('a deletion against payments of orders from before the streams of accounts', () => {
  const order = async (creator_id: UserId) => {
    const { user_id } = nextFan();
    const out_trade_no = orderNumber(user_id);
    const input = {
      out_trade_no,
      user_id,
      plan_id: '' as PlanId,
      lines: [],
      py_type: 'apy',
      provider: 'sandbox',
      remark_ref: null,
      custom_order_id: '',
      request_hash: out_trade_no,
      ttl_seconds: 900,
    };
    const data = customOrder(input, { creator_id, amount: AMOUNT }, null, race.api.deps.clock.now());
    const stream = orderStream(out_trade_no);
    await given(race.api.deps.committer, [{ stream, creator_id, event: { type: 'OrderPlaced', data } }]);
    await race.api.deps.payments.createCharge({
      charge_id: chargeIdOf(out_trade_no, 1),
      out_trade_no,
      amount: AMOUNT,
      currency: data.currency,
      expires_at: data.expires_at,
    });
    return out_trade_no;
  };

  const attack = async (servers: Servers) => {
    const creator = await leavingCreator(race.api);
    const orders = await Promise.all(Array.from({ length: FANS }, () => order(creator.user_id)));
    const { closed } = await against(servers, creator, (n) => {
      const placed = { out_trade_no: orders[n] ?? '', total_amount: toWire(AMOUNT) };
      return race.notify(servers, n, placed);
    });
    return { closed, paid: (await Promise.all(orders.map(isPaid))).filter(Boolean).length };
  };

  it('all are paid, or all money is returned', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const { closed, paid } = await attack(race.guarded);
      expect(paid).toBe(closed ? 0 : FANS);
    }
  });

  it('negative control: without expected versions a closed account is paid', async () => {
    const both = async () => {
      const { closed, paid } = await attack(race.careless);
      return closed && paid > 0;
    };
    expect(await goesWrong(both, SEARCHED_ROUNDS)).toBe(true);
  });
});

describe('a deletion of a partner against orders by the code', () => {
  const attack = async (servers: Servers) => {
    const [seller, partner] = [await race.api.creator(), await leavingCreator(race.api)];
    const code = { code: 'half-price', partner: partner.user_id, rate: 50 };
    await race.api.data(editAffiliate, code, seller);
    const body = { user_id: seller.user_id, custom_price: toWire(AMOUNT), affiliate_code: 'half-price' };
    const { closed, results } = await against(servers, partner, (n) =>
      servers.call(n, createOrder, body, nextFan()),
    );
    const placed = await Promise.all(
      results.map(async ({ ec, data }) => {
        expect(ec).toBe(200);
        const [first] = await eventsOf(orderStream(data.out_trade_no as OutTradeNo));
        return first?.type === 'OrderPlaced' && first.data.affiliate !== null;
      }),
    );
    return { closed, carrying: placed.filter(Boolean).length };
  };

  it('every order is placed, with the code only if the partner stays', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const { closed, carrying } = await attack(race.guarded);
      expect(carrying).toBe(closed ? 0 : FANS);
    }
  });

  it('negative control: without expected versions a closed account gets commissions', async () => {
    const both = async () => {
      const { closed, carrying } = await attack(race.careless);
      return closed && carrying > 0;
    };
    expect(await goesWrong(both, SEARCHED_ROUNDS)).toBe(true);
  });
});
