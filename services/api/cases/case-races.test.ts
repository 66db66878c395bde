import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { asOutTradeNo, newEventId } from '#events/ids.ts';
import type { EventLog } from '#events/log/log.ts';
import { fenOf } from '#events/money.ts';
import { caseStream, orderStream } from '#events/stream-names.ts';
import { fixture } from '#events/testing/fixture.ts';
import {
  acceptCase,
  closeCase,
  declineCase,
  openCase,
  passOnCase,
  refundCase,
} from '#services/contract/cases/cases.ts';
import { approveRefundRequest } from '#services/contract/refunds/calls.ts';
import { goesWrong, startRace } from '../testing/race.ts';
import { expectingNothing, type Servers, startServers } from '../testing/servers.ts';
import { forSale, openShop } from '../testing/shop.ts';

const race = fixture(() => startRace(2));
const shop = fixture(() => openShop(race.api, [forSale('Red', '')]));
const first = fixture(() => race.api.staff('support'));
const second = fixture(() => race.api.staff('support'));
const finance = fixture(() => race.api.staff('finance'));

/** Its appends expect no version, and each event has an id of its own: a refund's id would be a second guard. */
function withoutIds(log: EventLog): EventLog {
  const careless = expectingNothing(log);
  const without: EventLog = {
    ...careless,
    append: (writes) =>
      careless.append(
        writes.map((write) => ({
          ...write,
          events: write.events.map((one) => ({ ...one, id: newEventId() })),
        })),
      ),
    exclusively: (work) => work(without),
  };
  return without;
}

let forgetful: Servers;
beforeAll(async () => {
  race.api.deps.config.supportRefundsPerDay = fenOf(10_000_000);
  race.api.deps.config.payoutSecondApproval = fenOf(1_000);
  forgetful = await startServers(race.api, withoutIds);
});
afterAll(() => forgetful.close());

const typesOf = async (order: string) => {
  const { log } = race.api.deps;
  const number = asOutTradeNo(order);
  const events = [
    ...(await log.readStream(orderStream(number))),
    ...(await log.readStream(caseStream(number))),
  ];
  return events.map(({ type }) => type);
};
async function waitingOf(order: string): Promise<string> {
  const { log } = race.api.deps;
  const events = await log.readStream(caseStream(asOutTradeNo(order)));
  const requested = events.find(({ type }) => type === 'CaseRefundRequested');
  return String((requested?.data as { refund_id?: string } | undefined)?.refund_id);
}
const times = (types: readonly string[], type: string) => types.filter((one) => one === type).length;

/** A paid order of 20.00 with a case; both servers have seen it, so that timing favours neither. */
async function caseOf(servers: Servers): Promise<{ out_trade_no: string; case_id: string }> {
  const { ec, data } = await race.buy(servers, 0, shop, [{ sku_id: shop.skus[0]!.sku_id, count: 2 }]);
  expect(ec).toBe(200);
  expect(await race.notify(servers, 0, data)).toBe(200);
  const { out_trade_no } = data;
  await expect.poll(() => typesOf(out_trade_no)).toContain('OrderPaid');
  const ask = { out_trade_no, kind: 'refund', topic: 'damaged' } as const;
  const { case_id } = (await servers.call(0, openCase, ask, race.fan(0))).data;
  for (const n of [0, 1]) {
    const far = { out_trade_no, case_id, amount: '999' };
    expect((await servers.call(n, acceptCase, far, shop.creator)).ec).toBe(40000);
  }
  return { out_trade_no, case_id };
}

type Case = Awaited<ReturnType<typeof caseOf>>;

/** The same, declined by the creator and passed on to the platform. */
async function passedOnCase(servers: Servers): Promise<Case> {
  const of = await caseOf(servers);
  await servers.call(0, declineCase, { ...of, text: 'No.' }, shop.creator);
  await servers.call(0, passOnCase, of, race.fan(0));
  return of;
}

/** The fan closes the case at one server, and it is refunded at the other: whether exactly one happened. */
async function endsOnce(
  servers: Servers,
  round: number,
  of: Case,
  refund: (n: number) => Promise<{ ec: number }>,
): Promise<boolean> {
  const answers = await Promise.all([servers.call(round, closeCase, of, race.fan(0)), refund(round + 1)]);
  for (const { ec } of answers) expect([200, 40902]).toContain(ec);
  const types = await typesOf(of.out_trade_no);
  const ends = times(types, 'CaseClosed') + times(types, 'CaseAccepted');
  return ends === 1 && times(types, 'OrderRefunded') === times(types, 'CaseAccepted');
}

describe('the fan withdraws while the creator refunds, on two servers', () => {
  async function run(servers: Servers, round: number): Promise<boolean> {
    const of = await caseOf(servers);
    const refund = { ...of, amount: '5.00' };
    return endsOnce(servers, round, of, (n) => servers.call(n, acceptCase, refund, shop.creator));
  }

  it('is one of both', async () => {
    for (let round = 0; round < 8; round += 1) expect(await run(race.guarded, round)).toBe(true);
  });

  it('negative control: without expected versions both happen', async () => {
    expect(await goesWrong(async (round) => !(await run(race.careless, round)))).toBe(true);
  });
});

describe('the fan asks about one order at both servers at once', () => {
  /** Cases of the order. */
  async function run(servers: Servers, round: number): Promise<number> {
    const { out_trade_no, case_id } = await caseOf(servers);
    await servers.call(0, closeCase, { out_trade_no, case_id }, race.fan(0));
    const ask = { out_trade_no, kind: 'help', topic: 'other' } as const;
    // Both servers have seen the end of the first one.
    for (const n of [0, 1])
      expect((await servers.call(n, passOnCase, { out_trade_no, case_id }, race.fan(0))).ec).toBe(40902);
    const answers = await Promise.all(
      [round, round + 1].map((n) => servers.call(n, openCase, ask, race.fan(0))),
    );
    for (const { ec } of answers) expect([200, 40902]).toContain(ec);
    return times(await typesOf(out_trade_no), 'CaseOpened') - 1;
  }

  it('opens one', async () => {
    for (let round = 0; round < 6; round += 1) expect(await run(race.guarded, round)).toBe(1);
  });

  it('negative control: without expected versions it opens two', async () => {
    expect(await goesWrong(async (round) => (await run(race.careless, round)) > 1)).toBe(true);
  });
});

describe('a person of support refunds two cases at once, on two servers, near the limit of the day', () => {
  async function run(servers: Servers, round: number): Promise<number> {
    const { config } = race.api.deps;
    const before = config.supportRefundsPerDay;
    const person = await race.api.staff('support');
    const both = [await caseOf(servers), await caseOf(servers)];
    for (const of of both) {
      await servers.call(0, declineCase, { ...of, text: 'No.' }, shop.creator);
      await servers.call(0, passOnCase, of, race.fan(0));
    }
    // Enough for one of them. Both servers know what the person has refunded so far.
    config.supportRefundsPerDay = fenOf(800);
    const refund = (n: number, of: object, amount: string) =>
      servers.call(n, refundCase, { ...both[0]!, ...of, amount, reason: 'damaged' }, person);
    for (const n of [0, 1]) expect((await refund(n, {}, '9.00')).ec).not.toBe(200);
    await Promise.all(both.map((of, n) => refund(round + n, of, '5.00')));
    config.supportRefundsPerDay = before;
    const types = await Promise.all(both.map(({ out_trade_no }) => typesOf(out_trade_no)));
    return times(types.flat(), 'OrderRefunded');
  }

  it('refunds one', async () => {
    for (let round = 0; round < 6; round += 1) expect(await run(race.guarded, round)).toBe(1);
  });

  it('negative control: without expected versions it refunds both', async () => {
    expect(await goesWrong(async (round) => (await run(race.careless, round)) > 1)).toBe(true);
  });
});

describe('two people of support refund one case, on two servers', () => {
  async function run(servers: Servers, round: number): Promise<number> {
    const of = await passedOnCase(servers);
    // An amount that fits twice: the log's own check of the payment does not help.
    const refund = { ...of, amount: '5.00', reason: 'damaged' };
    const answers = await Promise.all([
      servers.call(round, refundCase, refund, first),
      servers.call(round + 1, refundCase, refund, second),
    ]);
    for (const { ec } of answers) expect([200, 40902, 40000]).toContain(ec);
    return times(await typesOf(of.out_trade_no), 'OrderRefunded');
  }

  it('refund it once', async () => {
    for (let round = 0; round < 8; round += 1) expect(await run(race.guarded, round)).toBe(1);
  });

  it('negative control: without expected versions and derived ids it is refunded twice', async () => {
    expect(await goesWrong(async (round) => (await run(forgetful, round)) > 1)).toBe(true);
  });
});

describe('the fan withdraws while a second person approves the waiting refund, on two servers', () => {
  async function run(servers: Servers, round: number): Promise<boolean> {
    const of = await passedOnCase(servers);
    const request = await servers.call(0, refundCase, { ...of, amount: '15.00', reason: 'damaged' }, first);
    expect(request).toMatchObject({ ec: 200, data: { waits: true } });
    const refund_id = await waitingOf(of.out_trade_no);
    const named = { out_trade_no: of.out_trade_no, refund_id };
    // Both servers have seen the request.
    for (const n of [0, 1])
      expect((await servers.call(n, approveRefundRequest, named, first)).ec).toBe(40300);
    return endsOnce(servers, round, of, (n) => servers.call(n, approveRefundRequest, named, finance));
  }

  it('is one of both', async () => {
    for (let round = 0; round < 8; round += 1) expect(await run(race.guarded, round)).toBe(true);
  });

  it('negative control: without expected versions both happen', async () => {
    expect(await goesWrong(async (round) => !(await run(race.careless, round)))).toBe(true);
  });
});
