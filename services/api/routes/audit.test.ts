import { afterAll, beforeAll, expect, it } from 'vitest';
import type { z } from 'zod';
import { isProven } from '#services/audit/proof.ts';
import { openSealer } from '#services/audit/seal.ts';
import { sealNext } from '#services/audit/seals.ts';
import { secretsOf } from '#services/runtime/secrets.ts';
import { proofAnswer, sealsAnswer } from '../contract/audit.ts';
import { forSale, openShop } from '../testing/shop.ts';
import { startTestApi, type TestApi, type TestUser } from '../testing/test-api.ts';

let api: TestApi;
let finance: TestUser;
beforeAll(async () => {
  api = await startTestApi({ projections: false });
  finance = await api.staff('finance');
  await openShop(api, [forSale('Red', 3)]);
});
afterAll(() => api?.close());

const proofAt = (position: number | string) =>
  api.get<z.output<typeof proofAnswer>>('/api/finance/audit/proof', finance, { position });

it('proves what is sealed by the published key, and says what is not sealed yet', async () => {
  const waiting = await proofAt(1);
  expect([waiting.ec, waiting.data.proof]).toEqual([200, null]);

  const { pool, log, clock } = api.deps;
  const sealer = openSealer(secretsOf(api.databaseUrl).secret('log-sealing'));
  const head = await log.head();
  await sealNext(pool, sealer, clock, head);
  const seals = await api.get('/api/finance/audit/seals', finance);
  expect(sealsAnswer.parse(seals.data)).toMatchObject({ total_count: 1, sealed_through: head, head });

  const { data } = await api.get<{ public_key: string }>('/api/audit/public-key');
  const answer = proofAnswer.parse((await proofAt(2)).data);
  expect(answer.proof && isProven(answer.proof, data.public_key)).toBe(true);
});

it('knows nothing of positions that are not there', async () => {
  expect((await proofAt(1_000_000)).ec).toBe(40400);
  for (const position of [0, -1, 'x']) expect((await proofAt(position)).ec).toBe(40000);
});
