import { spawnSync } from 'node:child_process';
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeEach, describe, expect, it } from 'vitest';
import { newEventId, newSkuId, type SkuId } from '#events/ids.ts';
import { logMigrations, postgresLog } from '#events/log/postgres/postgres-log.ts';
import { stockStream } from '#events/stream-names.ts';
import { createTestDatabase } from '#events/testing/database.ts';
import { fixture, temporaryFolder } from '#events/testing/fixture.ts';
import { proofFault, sealKeys } from '#services/contract/audit/log-proof.ts';
import { ringOf } from '#services/runtime/keys/ring.ts';
import { canonicalEvent, leafHash } from './canonical.ts';
import { type Proof, proofOf } from './proof.ts';
import { openSealer } from './seal.ts';
import { MAX_SEALED, sealNext } from './seals.ts';
import { storedEvents } from './stored-events.ts';
import { verifyLog } from './verify.ts';

const clock = { now: () => 1_780_000_000_000 };
const own = randomBytes(32);
const sealer = openSealer(ringOf([own]));
const EVENTS = 10;

const migrations = [logMigrations, new URL('./migrations/', import.meta.url)];

async function append(count: number): Promise<void> {
  const log = postgresLog(database.pool);
  const sku_id: SkuId = newSkuId();
  const events = Array.from({ length: count }, (_, n) => ({
    id: newEventId(),
    type: 'StockSet',
    data: { sku_id, plan_id: 'p', stock: n },
    metadata: { creator_id: 'c', actor: 'process:test' as const, at: n },
  }));
  await log.append([{ stream: stockStream(sku_id), expected: 'no_stream', events }]);
  await log.close();
}

const seal = (through: number) => sealNext(database.pool, sealer, clock, through);
const verdict = () => verifyLog(database.pool, sealer.publicKey);
const sql = (text: string, values: unknown[] = []) => database.pool.query(text, values);

const database = fixture(() => createTestDatabase(migrations));

beforeEach(async () => {
  await sql('TRUNCATE log.events, log.streams, audit.seals, audit.seal_keys');
  await sql('UPDATE log.head SET position = 0');
  await append(EVENTS);
  // Three events under the first seal, the rest under the second.
  await seal(3);
  await seal(EVENTS);
});

describe('an untouched log', () => {
  it('is intact, as far as it is sealed', async () => {
    await append(2);
    const reached: number[] = [];
    expect(await verifyLog(database.pool, sealer.publicKey, (at) => reached.push(at))).toEqual({
      intact: true,
      seals: 2,
      events: EVENTS,
      through: EVENTS,
    });
    expect(reached).toEqual([3, EVENTS]);
  });

  it('is sealed once, also by two at the same moment, and never ahead of itself', async () => {
    await append(4);
    const both = await Promise.all([seal(EVENTS + 4), seal(EVENTS + 4)]);
    expect(both.filter((one) => one !== undefined)).toHaveLength(1);
    expect(await seal(EVENTS + 4)).toBeUndefined();
    await expect(seal(EVENTS + 99)).rejects.toThrow(/hold 0 events/);
    expect(await verdict()).toMatchObject({ intact: true, seals: 3 });
  });

  it('goes under seals of bounded size', async () => {
    await append(MAX_SEALED + 5);
    const through = EVENTS + MAX_SEALED + 5;
    expect(await seal(through)).toMatchObject({ last_position: EVENTS + MAX_SEALED });
    expect(await seal(through)).toMatchObject({ last_position: through });
    expect(await verdict()).toMatchObject({ intact: true, seals: 4, events: through });
  });
});

describe('a change of the log is found and named', () => {
  it.each([
    [
      'one byte of an old event',
      `UPDATE log.events SET data = replace(data::text, '"stock":4', '"stock":5')::json WHERE position = 5`,
      5,
      'event_differs',
    ],
    [
      'a blank in its text',
      `UPDATE log.events SET data = (data::text || ' ')::json WHERE position = 7`,
      7,
      'event_differs',
    ],
    [
      'who did it',
      `UPDATE log.events SET metadata = replace(metadata::text, 'test', 'toast')::json WHERE position = 2`,
      2,
      'event_differs',
    ],
    [
      'when it was recorded',
      `UPDATE log.events SET recorded_at = recorded_at + interval '1 microsecond' WHERE position = 9`,
      9,
      'event_differs',
    ],
    ['an event that is gone', 'DELETE FROM log.events WHERE position = 6', 6, 'event_missing'],
    ['the last one gone', `DELETE FROM log.events WHERE position = ${EVENTS}`, EVENTS, 'event_missing'],
  ])('%s', async (_what, change, position, what) => {
    await sql(change);
    expect(await verdict()).toEqual({ intact: false, position, seal: position <= 3 ? 1 : 2, what });
  });

  it('two that changed places', async () => {
    await sql(`WITH a AS (SELECT data FROM log.events WHERE position = 4), b AS (SELECT data FROM log.events WHERE position = 8)
               UPDATE log.events SET data = CASE position WHEN 4 THEN (SELECT data FROM b) ELSE (SELECT data FROM a) END
                WHERE position IN (4, 8)`);
    expect(await verdict()).toMatchObject({ intact: false, position: 4, what: 'event_differs' });
  });

  it('a new seal over a changed event, without the key', async () => {
    await sql(
      `UPDATE log.events SET data = replace(data::text, '"stock":4', '"stock":5')::json WHERE position = 5`,
    );
    await sql('DELETE FROM audit.seals WHERE number = 2');
    const forger = openSealer(ringOf([randomBytes(32), own]));
    await sealNext(database.pool, forger, clock, EVENTS);
    expect(await verdict()).toMatchObject({ intact: false, seal: 2, what: 'signature_wrong' });
  });

  it('two that changed positions', async () => {
    for (const [from, to] of [
      [4, 9_004],
      [8, 4],
      [9_004, 8],
    ]) {
      await sql('UPDATE log.events SET position = $2 WHERE position = $1', [from, to]);
    }
    expect(await verdict()).toMatchObject({ intact: false, position: 4, what: 'event_differs' });
  });

  it('one removed, later ones moved up', async () => {
    await sql('DELETE FROM log.events WHERE position = 6');
    for (let position = 7; position <= EVENTS; position += 1) {
      await sql('UPDATE log.events SET position = position - 1 WHERE position = $1', [position]);
    }
    await sql('UPDATE log.head SET position = $1', [EVENTS - 1]);
    expect(await verdict()).toMatchObject({ intact: false, position: 6, seal: 2, what: 'event_differs' });
  });

  it('a kept hash, and an event together with its hash', async () => {
    const turned = (at: number) => `leaves = set_byte(leaves, ${at}, 255 - get_byte(leaves, ${at}))`;
    await sql(`UPDATE audit.seals SET ${turned(40)} WHERE number = 1`);
    expect(await verdict()).toEqual({ intact: false, position: 2, seal: 1, what: 'hashes_differ' });
    await sql(`UPDATE audit.seals SET ${turned(40)} WHERE number = 1`);
    expect(await verdict()).toMatchObject({ intact: true });

    await sql(`UPDATE log.events SET data = (data::text || ' ')::json WHERE position = 5`);
    const pages = storedEvents(database.pool, 5, 5);
    const [event] = (await pages.next()).value ?? [];
    await sql(
      `UPDATE audit.seals SET leaves = overlay(leaves PLACING $1 FROM ${(5 - 4) * 32 + 1} FOR 32) WHERE number = 2`,
      [leafHash(canonicalEvent(event!))],
    );
    expect(await verdict()).toEqual({ intact: false, position: 4, seal: 2, what: 'hashes_differ' });
  });

  it.each([
    ['its time', 'sealed_at = sealed_at + 1', 1, 'signature_wrong'],
    ['its root', 'root = set_byte(root, 0, 255 - get_byte(root, 0))', 1, 'signature_wrong'],
    [
      'its signature',
      'signature = set_byte(signature, 9, 255 - get_byte(signature, 9))',
      1,
      'signature_wrong',
    ],
    [
      'what it is chained to',
      'previous = set_byte(previous, 0, 255 - get_byte(previous, 0))',
      4,
      'chain_broken',
    ],
  ])('a seal: %s', async (_what, change, position, what) => {
    await sql(`UPDATE audit.seals SET ${change} WHERE number = $1`, [position === 1 ? 1 : 2]);
    expect(await verdict()).toEqual({ intact: false, position, seal: position === 1 ? 1 : 2, what });
  });

  it('a seal that is gone', async () => {
    await sql('DELETE FROM audit.seals WHERE number = 1');
    expect(await verdict()).toEqual({ intact: false, position: 4, seal: 2, what: 'chain_broken' });
  });
});

describe('a proof', () => {
  const folder = temporaryFolder();

  const faultOf = async (proof: Proof, key: string) => proofFault(proof, await sealKeys(key));
  const proven = async (position: number): Promise<Proof> => {
    const proof = await proofOf(database.pool, position);
    if (!proof) throw new Error('no proof');
    return proof;
  };

  it('of every event is valid, with only the public key', async () => {
    for (let position = 1; position <= EVENTS; position += 1) {
      expect(await faultOf(await proven(position), sealer.publicKey)).toBeNull();
    }
    await append(1);
    expect(await proofOf(database.pool, EVENTS + 1)).toBeUndefined();
  });

  it('of anything else does not', async () => {
    const proof = await proven(5);
    const changed: Proof[] = [
      { ...proof, event: { ...proof.event, data: `${proof.event.data} ` } },
      { ...proof, event: { ...proof.event, position: 6 }, index: proof.index + 1 },
      { ...proof, index: proof.index + 1 },
      { ...proof, path: proof.path.toReversed() },
      { ...proof, path: proof.path.slice(1) },
      { ...proof, seal: { ...proof.seal, root: '00'.repeat(32) } },
    ];
    for (const one of changed) expect(await faultOf(one, sealer.publicKey)).not.toBeNull();
    const { publicKey } = generateKeyPairSync('ed25519');
    expect(await faultOf(proof, publicKey.export({ type: 'spki', format: 'pem' }).toString())).toBe(
      'other_key',
    );
  });

  it('an independent script verifies it', async () => {
    const script = fileURLToPath(new URL('../../../ops/audit/check-proof.mjs', import.meta.url));
    const check = (proof: Proof): { status: number | null; text: string } => {
      writeFileSync(join(folder.path, 'proof.json'), JSON.stringify(proof));
      writeFileSync(join(folder.path, 'key.pem'), sealer.publicKey);
      const run = spawnSync(
        process.execPath,
        [script, join(folder.path, 'proof.json'), join(folder.path, 'key.pem')],
        {
          encoding: 'utf8',
        },
      );
      return { status: run.status, text: run.stdout + run.stderr };
    };
    const proof = await proven(7);
    const good = check(proof);
    expect(good.status).toBe(0);
    expect(good.text).toContain('position 7');
    expect(check({ ...proof, event: { ...proof.event, data: '{}' } }).status).toBe(1);
  });
});
