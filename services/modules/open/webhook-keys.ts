import { createPrivateKey, generateKeyPair, type KeyObject } from 'node:crypto';
import { promisify } from 'node:util';
import type { Pool } from 'pg';
import { hexId } from '#events/ids.ts';
import type { Millis } from '#events/time.ts';
import type { Clock } from '#services/runtime/clock.ts';
import type { KeyRing } from '#services/runtime/keys/ring.ts';
import { queriesOn } from '#services/runtime/queries.ts';
import { open, seal } from '#services/runtime/seal.ts';
import { inTransaction } from '#services/runtime/transaction.ts';

const RSA_BITS = 2_048;
/** A rotation in another process is seen after this. */
const CACHED_MS = 60_000;

interface PublicKey {
  key_id: string;
  /** SPKI */
  pem: string;
  signs_from: Millis;
}

/**
 * RSA keys that sign the order topic of webhooks. The first one is made when it is needed.
 * @param seals encrypts the private keys
 */
export function openWebhookKeys(pool: Pool, seals: KeyRing, clock: Clock) {
  const add = async (client: Parameters<typeof queriesOn>[0], signs_from: Millis): Promise<PublicKey> => {
    const { privateKey, publicKey } = await promisify(generateKeyPair)('rsa', { modulusLength: RSA_BITS });
    const key_id = hexId().slice(0, 16);
    const pem = publicKey.export({ type: 'spki', format: 'pem' }).toString();
    const sealed = seal(seals, privateKey.export({ type: 'pkcs8', format: 'der' }), key_id);
    const made = { key_id, pem, signs_from };
    await queriesOn(client)
      .insertInto('accounts.webhook_keys')
      .values({ ...made, sealed })
      .execute();
    return made;
  };
  const stored = (on: Parameters<typeof queriesOn>[0]) =>
    queriesOn(on).selectFrom('accounts.webhook_keys').selectAll().orderBy('signs_from', 'desc').execute();
  const all = async () => {
    const found = await stored(pool);
    if (found.length > 0) return found;
    return inTransaction(pool, async (client) => {
      await client.query('LOCK TABLE accounts.webhook_keys IN SHARE ROW EXCLUSIVE MODE');
      if ((await stored(client)).length === 0) await add(client, 0);
      return stored(client);
    });
  };
  let known: { key_id: string; key: KeyObject; until: number } | undefined;
  return {
    /** The key that signs now. */
    async current(): Promise<{ key_id: string; key: KeyObject }> {
      if (known && known.until > performance.now()) return known;
      const keys = await all();
      const row = keys.find(({ signs_from }) => signs_from <= clock.now()) ?? keys.at(-1);
      if (!row) throw new Error('there is no key for webhooks');
      const { key_id, sealed } = row;
      const key = createPrivateKey({ key: open(seals, sealed, key_id), format: 'der', type: 'pkcs8' });
      known = { key_id, key, until: performance.now() + CACHED_MS };
      return known;
    },
    /** Newest first; also those that will sign, and earlier ones. */
    published: async (): Promise<PublicKey[]> =>
      (await all()).map(({ key_id, pem, signs_from }) => ({ key_id, pem, signs_from })),
    /** Makes a key that is published now and signs from then on. */
    async rotate(signs_from: Millis): Promise<PublicKey> {
      await all();
      return add(pool, signs_from);
    },
  };
}

export type WebhookKeys = ReturnType<typeof openWebhookKeys>;
