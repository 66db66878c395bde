import type { Pool } from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openPool } from '#events/log/postgres/open-pool.ts';
import { createTestDatabase } from '#events/testing/database.ts';
import { fixture } from '#events/testing/fixture.ts';
import type { Carrier } from '../carrier.ts';
import { openCarrier } from '../open-carrier.ts';
import { forgetTrackedParcels, openTrackedParcels, parcelKey } from '../tracked-parcels.ts';
import { startKuaidi100 } from './testing/stand-in.ts';

const MINUTE = 60_000;
const NOON = Date.parse('2026-05-15T12:00:00+08:00');
const database = fixture(() => createTestDatabase('whole'));
const service = fixture(startKuaidi100);
/** Connections of two processes. */
const servers = fixture(() => {
  const [first, second] = [1, 2].map(() => openPool({ connectionString: database.url, max: 5 }));
  if (!first || !second) throw new Error('no pools');
  return { first, second, close: () => Promise.all([first.end(), second.end()]) };
});

let now = NOON;
let failures: unknown[] = [];
beforeEach(() => {
  // Counts of the last test do not reach this one.
  now += 30 * 86_400_000;
});
afterEach(() => {
  service.answer();
  service.asked.length = 0;
  failures = [];
});

function carriers(limits: { perMinute?: number; perDay?: number } = {}): [Carrier, Carrier] {
  const tracking = { ...service.settings, ...limits };
  const open = (pool: Pool) =>
    openCarrier({
      config: { sandbox: false, tracking },
      pool,
      clock: { now: () => now },
      onError: (error) => failures.push(error),
    });
  return [open(servers.first), open(servers.second)];
}
const parcel = (express_no: string, company_id = 'yto', address_ref?: string, phone_digits = '8000') => ({
  company_id,
  express_no,
  shipped_at: NOON,
  recipient: async () => (address_ref === undefined ? undefined : { address_ref, phone_digits }),
});
const known = (number: string, state = '0', statusCode = state) =>
  service.parcels.set(`yuantong ${number}`, {
    state,
    data: [{ time: '2026-05-15 13:00:00', context: `${number} 已更新`, statusCode }],
  });
const rowOf = (number: string, company_id = 'yto', ref: string | null = null) =>
  openTrackedParcels(servers.first).read(parcelKey(company_id, number, ref));

describe('a parcel', () => {
  test('is asked once in 30 minutes for all readers', async () => {
    known('YT100001');
    const [one, other] = carriers();
    const states = (await one.track(parcel('YT100001'))).steps.map(({ state }) => state);
    expect(states).toEqual(['on_the_way']);
    now += 29 * MINUTE;
    const cached = await other.track(parcel('YT100001'));
    expect(cached.steps.map(({ state }) => state)).toEqual(['on_the_way']);
    expect(cached.wait).toBe(0);
    expect(service.asked).toHaveLength(1);
    now += MINUTE;
    await other.track(parcel('YT100001'));
    expect(service.asked).toHaveLength(2);
    expect((await rowOf('YT100001'))?.lines).toMatchObject([{ text: 'YT100001 已更新' }]);
  });

  test.each(['3', '4'])('is not asked again after its last state %s', async (state) => {
    const number = `YT10001${state}`;
    known(number, state);
    const [one, other] = carriers();
    await one.track(parcel(number));
    now += 5 * 86_400_000;
    expect((await other.track(parcel(number))).steps).toHaveLength(1);
    expect(service.asked).toHaveLength(1);
  });

  test('stays where it was while the service is silent, refuses or answers nonsense', async () => {
    known('YT100020');
    const [one] = carriers();
    await one.track(parcel('YT100020'));
    now += 60 * MINUTE;
    service.answer({ body: '<html>' });
    const answer = await one.track(parcel('YT100020'));
    expect(answer.steps.map(({ state }) => state)).toEqual(['on_the_way']);
    expect(answer.wait).toBe(30 * MINUTE);
    expect(failures).toHaveLength(1);
    expect(await rowOf('YT100020')).toMatchObject({ failed: true, lines: [{ text: 'YT100020 已更新' }] });
    // A failure counts, too.
    now += 10 * MINUTE;
    expect((await one.track(parcel('YT100020'))).wait).toBe(20 * MINUTE);
    expect(service.asked).toHaveLength(2);
    now += 30 * MINUTE;
    service.answer();
    await one.track(parcel('YT100020'));
    expect(await rowOf('YT100020')).toMatchObject({ failed: false });
  });

  test('without news keeps its lines', async () => {
    known('YT100025');
    const [one] = carriers();
    await one.track(parcel('YT100025'));
    now += 60 * MINUTE;
    service.parcels.delete('yuantong YT100025');
    await one.track(parcel('YT100025'));
    expect(await rowOf('YT100025')).toMatchObject({ failed: false, lines: [{}], steps: [{}] });
  });

  test('of a company that the service does not know, or with such a number, is not asked', async () => {
    const [one] = carriers();
    for (const [number, company] of [
      ['YT100030', 'pigeon'],
      ['12345', 'yto'],
      ['1'.repeat(33), 'yto'],
    ] as const) {
      expect(await one.track(parcel(number, company))).toEqual({ steps: [], wait: 0 });
    }
    expect(service.asked).toEqual([]);
  });

  test('is forgotten 90 days after the last query', async () => {
    known('YT100035');
    await carriers()[0].track(parcel('YT100035'));
    await forgetTrackedParcels(servers.first, now + 89 * 86_400_000);
    expect(await rowOf('YT100035')).toBeDefined();
    await forgetTrackedParcels(servers.first, now + 90 * 86_400_000);
    expect(await rowOf('YT100035')).toBeUndefined();
  });
});

describe('a phone', () => {
  test('leaves for SF and ZTO only, and nobody else sees the answer', async () => {
    const data = [{ time: '2026-05-15 13:00:00', context: '已揽收', statusCode: '1' }];
    service.parcels.set('shunfeng SF100001', { state: '1', data, phone: '8000' });
    service.parcels.set('zhongtong ZT100001', { state: '1', data, phone: '8000' });
    const [one, other] = carriers();
    expect((await one.track(parcel('SF100001', 'sf', 'ref-1'))).steps).toHaveLength(1);
    expect((await one.track(parcel('ZT100001', 'zto', 'ref-1'))).steps).toHaveLength(1);
    // Somebody names this number for an order of their own.
    expect((await other.track(parcel('SF100001', 'sf', 'ref-2', '1234'))).steps).toEqual([]);
    expect(await rowOf('SF100001', 'sf', 'ref-2')).toMatchObject({ failed: true, lines: [] });
    expect(await rowOf('SF100001', 'sf', 'ref-1')).toMatchObject({ failed: false });
    known('YT100040');
    await one.track(parcel('YT100040', 'yto', 'ref-1'));
    expect(service.asked.map(({ phone }) => phone)).toEqual(['8000', '8000', '1234', undefined]);
  });

  test('that was erased ends the queries', async () => {
    const [one] = carriers();
    expect(await one.track(parcel('SF100009', 'sf'))).toEqual({ steps: [], wait: 0 });
    expect(service.asked).toEqual([]);
  });
});

describe('on two servers', () => {
  test('one of many concurrent queries of a parcel leaves', async () => {
    known('YT100050');
    const [one, other] = carriers();
    const many = Array.from({ length: 20 }, (_, n) => (n % 2 ? one : other).track(parcel('YT100050')));
    const answers = await Promise.all(many);
    expect(service.asked).toHaveLength(1);
    expect(answers.filter(({ steps }) => steps.length === 1).length).toBeGreaterThanOrEqual(1);
    expect(answers.every(({ wait }) => wait === 0 || wait === MINUTE)).toBe(true);
  });

  test('the limits by minute and day hold together', async () => {
    const numbers = Array.from({ length: 24 }, (_, n) => `YT2000${10 + n}`);
    for (const number of numbers) known(number);
    const [one, other] = carriers({ perMinute: 5, perDay: 12 });
    const all = () => Promise.all(numbers.map((number, n) => (n % 2 ? one : other).track(parcel(number))));
    const answers = await all();
    expect(service.asked).toHaveLength(5);
    const waits = answers.filter(({ steps }) => steps.length === 0).map(({ wait }) => wait);
    expect(waits).toHaveLength(19);
    expect(waits.every((wait) => wait >= 1_000 && wait <= MINUTE)).toBe(true);
    now += MINUTE;
    await all();
    expect(service.asked).toHaveLength(10);
    now += MINUTE;
    await all();
    now += MINUTE;
    const late = await all();
    expect(service.asked).toHaveLength(12);
    expect(Math.max(...late.map(({ wait }) => wait))).toBeGreaterThan(23 * 60 * MINUTE);
    expect(new Set(service.asked.map(({ num }) => num)).size).toBe(12);
    now += 86_400_000;
    await all();
    expect(service.asked).toHaveLength(17);
  });
});

test('nobody is asked in the sandbox, or without an account', async () => {
  const parts = { pool: servers.first, clock: { now: () => now }, onError: () => undefined };
  const sandbox = openCarrier({ config: { sandbox: true, tracking: service.settings }, ...parts });
  const none = openCarrier({ config: { sandbox: false }, ...parts });
  now = NOON + 100 * 60 * MINUTE;
  expect((await sandbox.track(parcel('YT300001'))).steps.length).toBeGreaterThan(0);
  expect(await none.track(parcel('YT300001'))).toEqual({ steps: [], wait: 0 });
  expect(service.asked).toEqual([]);
});
