import { createHmac } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newEventId, newSkuId } from '#events/ids.ts';
import { postgresLog } from '#events/log/postgres/postgres-log.ts';
import { stockStream } from '#events/stream-names.ts';
import { createTestDatabase } from '#events/testing/database.ts';
import { fixture } from '#events/testing/fixture.ts';
import { proofFault, sealKeys } from '#services/contract/audit/log-proof.ts';
import { ringOf } from '#services/runtime/keys/ring.ts';
import { signingKey } from '#services/runtime/signing-key.ts';
import { proofOf } from './proof.ts';
import { openSealer, type Sealer } from './seal.ts';
import { publishedSealKeys, successionOf } from './seal-keys.ts';
import { sealNext } from './seals.ts';
import { verifyLog } from './verify.ts';

const database = fixture(() => createTestDatabase('whole'));
const clock = { now: () => 1_780_000_000_000 };

const secret = (name: string): Buffer => createHmac('sha256', 'seals').update(name).digest();
const sealerOf = (...names: string[]): Sealer => openSealer(ringOf(names.map(secret)));
const pem = (name: string): string => signingKey(secret(name)).pem;

/** The log has five events; each seal covers one more. */
const sealed = (sealer: Sealer, through: number) => sealNext(database.pool, sealer, clock, through);
const verdict = (sealer: Sealer) => verifyLog(database.pool, sealer.publicKey);

beforeAll(async () => {
  const log = postgresLog(database.pool);
  const sku_id = newSkuId();
  const events = Array.from({ length: 5 }, (_, n) => ({
    id: newEventId(),
    type: 'StockSet',
    data: { sku_id, plan_id: 'p', stock: n },
    metadata: { creator_id: 'c', actor: 'process:test' as const, at: n },
  }));
  await log.append([{ stream: stockStream(sku_id), expected: 'no_stream', events }]);
  await log.close();
});
beforeEach(() => database.pool.query('TRUNCATE audit.seals, audit.seal_keys'));

describe('the key of the seals is changed', () => {
  it('old seals are verified with the new key alone', async () => {
    await sealed(sealerOf('a'), 1);
    await sealed(sealerOf('a', 'b'), 2);
    await sealed(sealerOf('b', 'a'), 3);
    expect(await verdict(sealerOf('b'))).toMatchObject({ intact: true, seals: 3 });
    await sealed(sealerOf('c', 'b'), 4);
    expect(await verdict(sealerOf('c'))).toMatchObject({ intact: true, seals: 4 });
    expect(await verdict(sealerOf('b'))).toMatchObject({ intact: false, what: 'signature_wrong' });
    const keys = await publishedSealKeys(database.pool, pem('c'));
    expect(keys).toBe(['c', 'b', 'a'].map(pem).join(''));
    const proof = await proofOf(database.pool, 1);
    if (!proof) throw new Error('not sealed');
    expect(await proofFault(proof, await sealKeys(keys))).toBeNull();
    expect(await proofFault(proof, await sealKeys(pem('c')))).toBe('other_key');
  });

  it('a worker that was not started again seals with the new key, too', async () => {
    await sealed(sealerOf('a', 'b'), 1);
    await sealed(sealerOf('b', 'a'), 2);
    await sealed(sealerOf('a', 'b'), 3);
    expect(await verdict(sealerOf('b'))).toMatchObject({ intact: true, seals: 3 });
  });

  it('a new key does not begin without the former one', async () => {
    await sealed(sealerOf('a'), 1);
    await expect(sealed(sealerOf('b'), 2)).rejects.toThrow(
      'seal 1 was made with a key that the settings lack',
    );
  });

  it('of two workers at once one seal and one succession stay', async () => {
    await sealed(sealerOf('a'), 1);
    const seals = await Promise.all([sealed(sealerOf('b', 'a'), 2), sealed(sealerOf('b', 'a'), 2)]);
    expect(seals.filter((seal) => seal !== undefined)).toHaveLength(1);
    expect(await verdict(sealerOf('b'))).toMatchObject({ intact: true, seals: 2 });
  });
});

describe('who can write to the database, without a key', () => {
  const forged = async (row: ReturnType<typeof successionOf>) => {
    await database.pool.query('INSERT INTO audit.seal_keys VALUES ($1, $2, $3, $4)', [
      row.through,
      row.public_key,
      row.successor,
      row.signature,
    ]);
  };

  it('adds no key that is trusted', async () => {
    await sealed(sealerOf('forger'), 1);
    await forged(successionOf(1, pem('forger'), signingKey(secret('forger'))));
    expect(await verdict(sealerOf('a'))).toMatchObject({ intact: false, what: 'signature_wrong' });
    await database.pool.query('DELETE FROM audit.seal_keys');
    await forged({
      ...successionOf(1, pem('forger'), signingKey(secret('forger'))),
      successor: pem('a'),
    });
    expect(await verdict(sealerOf('a'))).toMatchObject({ intact: false, what: 'signature_wrong' });
  });

  it('makes no later seal with a former key', async () => {
    await sealed(sealerOf('a'), 1);
    await sealed(sealerOf('b', 'a'), 2);
    await database.pool.query('DELETE FROM audit.seal_keys');
    await database.pool.query('DELETE FROM audit.seals WHERE number = 2');
    await sealed(sealerOf('a'), 3);
    // The succession as b has signed it.
    await forged(successionOf(1, pem('a'), signingKey(secret('b'))));
    expect(await verdict(sealerOf('b'))).toMatchObject({ intact: false, seal: 2, what: 'signature_wrong' });
  });
});
