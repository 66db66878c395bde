import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { z } from 'zod';
import { fixture } from '#events/testing/fixture.ts';
import {
  getAuditKey,
  getEventProof,
  getSeals,
  getVerification,
  type sealsAnswer,
  startVerification,
} from '#services/contract/audit/audit.ts';
import { proofFault, sealKeys } from '#services/contract/audit/log-proof.ts';
import { openSealer } from '#services/modules/audit/seal.ts';
import { sealNext } from '#services/modules/audit/seals.ts';
import { secretsOf } from '#services/runtime/secrets.ts';
import { forSale, openShop } from '../testing/shop.ts';
import { startTestApi } from '../testing/test-api.ts';

const api = fixture(() => startTestApi({ projections: false }));
const finance = fixture(() => api.staff('finance'));
beforeAll(() => openShop(api, [forSale('Red', 3)]));

const proofAt = (position: number | string) => api.call(getEventProof, { position }, finance);

it('proves sealed events by the published key, and reports unsealed ones', async () => {
  const waiting = await proofAt(1);
  expect([waiting.ec, waiting.data.proof]).toEqual([200, null]);

  const { pool, log, clock } = api.deps;
  const sealer = openSealer(secretsOf(api.databaseUrl).ring('log-sealing'));
  const head = await log.head();
  await sealNext(pool, sealer, clock, head);
  const seals = await api.call(getSeals, {}, finance);
  expect(seals.data).toMatchObject({ total_count: 1, sealed_through: head, head });

  const { data } = await api.call(getAuditKey, {});
  const { proof } = (await proofAt(2)).data;
  if (proof === null) throw new Error('no proof');
  expect(await proofFault(proof, await sealKeys(data.public_key))).toBeNull();
});

it('lists the seals over the log as of that position, made at any time', async () => {
  const { pool, log, clock } = api.deps;
  const first = await log.head();
  await openShop(api, [forSale('Blue', 3)]);
  const sealer = openSealer(secretsOf(api.databaseUrl).ring('log-sealing'));
  const head = await log.head();
  await sealNext(pool, sealer, clock, head);
  const sealsThen = async (then: { as_of?: number | string }) => api.data(getSeals, then, finance);
  const numbersOf = ({ list }: z.output<typeof sealsAnswer>) => list.map(({ number }) => number);
  const now = await sealsThen({});
  expect([numbersOf(now), now.sealed_through, now.head]).toEqual([[2, 1], head, head]);
  const before = await sealsThen({ as_of: first });
  expect([numbersOf(before), before.sealed_through, before.head]).toEqual([[1], first, first]);
  // Inside the second seal: it seals the events up to then, and later ones are not shown.
  const within = await sealsThen({ as_of: first + 1 });
  expect([numbersOf(within), within.sealed_through, within.head]).toEqual([[2, 1], first + 1, first + 1]);
  const nothing = { list: [], total_count: 0, sealed_through: 0, head: 0 };
  expect(await sealsThen({ as_of: '2020-01-01' })).toMatchObject(nothing);
});

it('refuses positions beyond the log', async () => {
  expect((await proofAt(1_000_000)).ec).toBe(40400);
  for (const position of [0, -1, 'x']) expect((await proofAt(position)).ec).toBe(40000);
});

describe('a verification', () => {
  const begin = () => api.call(startVerification, {}, finance);
  const newest = async () => (await api.data(getVerification, {}, finance)).verification;
  const over = () =>
    vi.waitUntil(async () => {
      const one = await newest();
      return one?.state === 'running' ? false : one;
    }, 45_000);

  it('verifies the whole log in a separate process, one at a time, and records the requester', async () => {
    expect(await newest()).toBeNull();
    const [one, other] = await Promise.all([begin(), begin()]);
    expect(one.data.verification?.number).toBe(other.data.verification?.number);
    const head = one.data.verification?.head;
    expect(await over()).toMatchObject({
      state: 'intact',
      asked_by: { user_id: finance.user_id },
      position: head,
      intact: { seals: 2, events: head },
      differs: null,
    });
  });

  it('names the position of the change', async () => {
    await api.deps.pool.query(`UPDATE log.events SET data = (data::text || ' ')::json WHERE position = 3`);
    const { number } = (await begin()).data.verification ?? {};
    expect(await over()).toMatchObject({
      number,
      state: 'differs',
      intact: null,
      differs: { position: 3, seal: 1, what: 'event_differs' },
    });
  });

  it('that died with its process is not joined', async () => {
    const { pool, clock } = api.deps;
    await pool.query(
      `INSERT INTO audit.verifications (asked_by, started_at, head, heard_at)
       VALUES ('somebody', $1, 1, now() - interval '1 minute')`,
      [clock.now()],
    );
    expect(await newest()).toMatchObject({ state: 'running', asked_by: { name: '' } });
    expect((await begin()).data.verification).toMatchObject({ asked_by: { user_id: finance.user_id } });
    expect(await over()).toMatchObject({ state: 'differs' });
  });
});
