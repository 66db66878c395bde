import type { Pool } from 'pg';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { newUserId } from '#events/ids.ts';
import { createTestDatabase } from '#events/testing/database.ts';
import { fixture } from '#events/testing/fixture.ts';
import { openMembers } from '#services/modules/accounts/members.ts';
import { openPasswords } from '#services/modules/accounts/passwords.ts';
import { named } from '#services/modules/accounts/testing/test-accounts.ts';
import { openVault } from '#services/modules/accounts/vault.ts';
import { type AccountServices, openAccounts } from '#services/modules/all.ts';
import { openCommerceSecrets } from '#services/modules/commerce-secrets.ts';
import { blindIndexWith, keyedHash } from '#services/modules/messages/account-name.ts';
import { systemClock } from '#services/runtime/clock.ts';
import { holdKeys } from '#services/runtime/keys/holder.ts';
import { keptKeys } from '#services/runtime/keys/kept-keys.ts';
import { recordedKeys, registerKeys } from '#services/runtime/keys/registry.ts';
import { createListener, type Listener } from '#services/runtime/listener.ts';
import { everyRing, type Secrets, secretsOf } from '#services/runtime/secrets.ts';
import { allPlaces, rewriteDue, rewriteNext } from './rewrite.ts';

const database = fixture(() => createTestDatabase('whole'));
const listeners: Listener[] = [];
afterAll(() => Promise.all(listeners.map((one) => one.close())));

/** Keys of sessions end after 360 days only; they stay the same here. */
const withSeeds = (...seeds: [string, ...string[]]): Secrets => ({
  ring: (name) => (name === 'session-signing' ? secretsOf('sessions') : secretsOf(...seeds)).ring(name),
});
const OLD = withSeeds('old');
/** The steps of a change on a server: the new key is accepted, writes, is alone. */
const ACCEPTED = withSeeds('old', 'new');
const WRITES = withSeeds('new', 'old');
const ALONE = withSeeds('new');

async function open(secrets: Secrets): Promise<AccountServices> {
  const listener = createListener(database.url);
  listeners.push(listener);
  return openAccounts({ pool: database.pool, clock: systemClock, listener, secrets });
}
const register = (secrets: Secrets) => registerKeys(database.pool, everyRing(secrets));
const never = new AbortController().signal;
const rewrite = (secrets: Secrets) => rewriteDue(database.pool, secrets, never);
const refusalOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => '',
    (error: Error) => error.message,
  );

beforeEach(async () => {
  await database.pool.query(
    `TRUNCATE runtime.keys, runtime.key_holders, runtime.key_passes, runtime.kept_keys, accounts.users,
              accounts.person_keys, accounts.vault, runtime.outbox, commerce.reply_lines, audit.seals, audit.seal_keys CASCADE`,
  );
});

/** Data of every kind that a key writes. @returns what must be read after each step */
async function write(secrets: Secrets, mark: string) {
  const { pool } = database;
  const services = await open(secrets);
  const { accounts, vault, identities, outbox } = services;
  const email = named(`${mark}@example.com`);
  const user = await accounts.members.add({ name: mark, account: email, language: 'zh-CN' });
  if (user === undefined) throw new Error('not added');
  const remark = await vault.put(user, 'remark', `remark of ${mark}`);
  const saved = await identities.save(user, {
    name: `王${mark}`,
    id_type: 'passport',
    id_card: `E${12345678}`,
  });
  const contacts = await accounts.contacts.ensure(user, [`Contact ${mark}`]);
  const to_account = named(`guest-${mark}@example.com`);
  await outbox.send({ to_account, language: 'en-US', template: 'account_exists', values: {} });
  const token = await accounts.openTokens.create(user, 'token', []);
  const webhookKey = await accounts.webhooks.keys.rotate(0);
  const { replyTexts, redeemCodeId } = await openCommerceSecrets(pool, secrets);
  await replyTexts.put(`fill-${mark}`, ['one', 'two']);
  return {
    user,
    saved,
    device: await accounts.knownDevices.issue(user),
    code: redeemCodeId('0123456789ABCDEF'),
    webhookKey: webhookKey.key_id,
    async check(with_: Secrets, { recent = true } = {}) {
      const now = await open(with_);
      expect(await now.accounts.members.byAccount(email)).toBe(user);
      expect(await now.accounts.addressesOf(user)).toMatchObject({ email: email.text });
      expect((await now.vault.read([remark])).get(remark)).toBe(`remark of ${mark}`);
      expect(await now.identities.list(user)).toMatchObject([{ id_card: expect.any(String) }]);
      // The same number is still the same record.
      const twice = await now.identities.save(user, {
        name: `李${mark}`,
        id_type: 'passport',
        id_card: `E${12345678}`,
      });
      expect(twice).toMatchObject({ code: 'bad_input' });
      const found = await pool.query('SELECT FROM accounts.holder_names WHERE name_index = ANY ($1)', [
        now.identities.searchedName(`王${mark}`),
      ]);
      expect(found.rowCount).toBeGreaterThan(0);
      expect(await now.accounts.contacts.ensure(user, [`Contact ${mark}`])).toEqual(contacts);
      expect(await now.directory.searchByName(`contact ${mark}`, user)).toEqual([...contacts.values()]);
      // Of the sandbox: the hash of an address without an account stays.
      expect(await now.outbox.list(to_account)).toHaveLength(recent ? 1 : 0);
      const secretsOfUser = await now.accounts.openTokens.secretsOf(user);
      expect(secretsOfUser).toMatchObject([{ secret: typeof token === 'string' ? '' : token.secret }]);
      expect((await now.accounts.webhooks.keys.current()).key_id).toEqual(expect.any(String));
      const commerce = await openCommerceSecrets(pool, with_);
      expect(await commerce.replyTexts.read([{ fill_id: `fill-${mark}`, place: 1 }])).toEqual(['two']);
      expect(commerce.redeemCodeId('0123456789ABCDEF')).toBe(redeemCodeId('0123456789ABCDEF'));
      expect((await now.accounts.knownDevices.idOf(user, await this.device)) !== undefined).toBe(recent);
    },
  };
}

describe('the keys of vault and look-ups are changed step by step', () => {
  it('while everything stays readable, and the former key ends when nothing is left of it', async () => {
    await register(OLD);
    const before = await write(OLD, 'before');
    await register(ACCEPTED);
    await before.check(ACCEPTED);
    await register(WRITES);
    await before.check(WRITES);
    await before.check(ACCEPTED);
    const between = await write(WRITES, 'between');
    // A server that has not been started again reads it.
    await between.check(ACCEPTED);
    const late = await write(ACCEPTED, 'late');
    expect(await refusalOf(register(ALONE))).toContain('which is still in use');
    await rewrite(WRITES);
    for (const one of [before, between, late]) {
      await one.check(WRITES);
      await one.check(ALONE, { recent: one === between });
    }
    await register(ALONE);
    expect((await recordedKeys(database.pool)).filter(({ name }) => name === 'vault')).toHaveLength(1);
    // The former key opens nothing any more.
    const { rows } = await database.pool.query('SELECT user_id, wrapped FROM accounts.person_keys LIMIT 1');
    expect(rows).toHaveLength(1);
    await expect(open(OLD)).rejects.toThrow('has another key');
  });

  it('and a kill at any batch loses and repeats nothing', async () => {
    await register(OLD);
    const { vault } = await open(OLD);
    const people = Array.from({ length: 450 }, () => newUserId());
    const refs = await vault.putMany(people.map((user_id) => ({ user_id, kind: 'name', text: user_id })));
    await register(WRITES);
    const newest = WRITES.ring('vault')[0].id;
    const [place] = allPlaces(database.pool, WRITES);
    if (!place) throw new Error('no place');
    const killed = {
      ...place,
      next: async (...parts: Parameters<typeof place.next>) => {
        await place.next(...parts);
        throw new Error('killed');
      },
    };
    const states: string[] = [];
    while (states.at(-1) !== 'done') {
      await expect(rewriteNext(database.pool, killed, newest)).rejects.toThrow('killed');
      states.push(await rewriteNext(database.pool, place, newest));
      const both = (await open(WRITES)).vault;
      expect((await both.read(refs)).size).toBe(people.length);
    }
    expect(states).toEqual(['more', 'more', 'done']);
    const { rows } = await database.pool.query<{ rewritten: number }>(
      'SELECT rewritten::int FROM runtime.key_passes WHERE place = $1',
      [place.place],
    );
    expect(rows).toEqual([{ rewritten: 450 }]);
  });
});

it('ids of a database of an earlier version stay, whatever keys are added', async () => {
  await register(OLD);
  await database.pool.query(
    "INSERT INTO accounts.users (id, name, language, created_at) VALUES ('earlier', '', 'zh-CN', 0)",
  );
  const { ids } = await keptKeys(database.pool, ACCEPTED);
  expect(ids).toEqual(OLD.ring('lookup')[0].key);
  expect((await keptKeys(database.pool, WRITES)).ids).toEqual(ids);
});

describe('servers with different keys', () => {
  const hold = (secrets: Secrets) => holdKeys(database.pool, everyRing(secrets), 'api', () => undefined, 0);

  it('a key that a running server lacks writes nothing, and one with which it writes is not left out', async () => {
    const first = await hold(OLD);
    expect(await refusalOf(hold(WRITES))).toMatch(
      /^FANWATT_SECRET_VAULT begins with id \w{16}, which a running server \(api\) does not have: add it there at the end first$/,
    );
    const second = await hold(ACCEPTED);
    await first.stop();
    const third = await hold(WRITES);
    await write(WRITES, 'third');
    // Nothing is rewritten while the second one writes with the former key.
    await rewrite(WRITES);
    expect(await refusalOf(hold(ALONE))).toContain('which is still in use');
    await second.stop();
    await rewrite(WRITES);
    const last = await hold(ALONE);
    await Promise.all([third.stop(), last.stop()]);
  });

  it('a server that writes with the former key again makes it used again', async () => {
    await register(OLD);
    await write(OLD, 'one');
    await register(WRITES);
    await rewrite(WRITES);
    await register(ACCEPTED);
    const late = await write(ACCEPTED, 'two');
    await register(WRITES);
    expect(await refusalOf(register(ALONE))).toContain('which is still in use');
    await rewrite(WRITES);
    await register(ALONE);
    await late.check(ALONE, { recent: false });
  });

  it('a server that ended without a word is forgotten after five seconds', async () => {
    const killed = await hold(OLD);
    await killed.stop();
    await database.pool.query(
      `INSERT INTO runtime.key_holders (instance, process, key_ids, beat_at)
       VALUES ('killed', 'api', $1, now() - interval '6 seconds')`,
      [JSON.stringify({ vault: [OLD.ring('vault')[0].id] })],
    );
    const next = await hold(WRITES);
    await next.stop();
    const { rowCount } = await database.pool.query('SELECT FROM runtime.key_holders');
    expect(rowCount).toBe(0);
  });
});

describe('one address is registered once', () => {
  /** The same database without the lock of an address. */
  const unlocked = (pool: Pool): Pool =>
    new Proxy(pool, {
      get(target, name) {
        const own: unknown = Reflect.get(target, name);
        if (typeof own !== 'function') return own;
        if (name !== 'connect') return own.bind(target);
        return async () => {
          const client = await target.connect();
          const query = client.query.bind(client) as (...parts: unknown[]) => unknown;
          const loose = (...parts: unknown[]): unknown =>
            String(parts[0]).includes('pg_advisory_xact_lock') ? undefined : query(...parts);
          return new Proxy(client, {
            get: (one, key) => {
              const part: unknown = Reflect.get(one, key);
              if (key === 'query') return loose;
              return typeof part === 'function' ? part.bind(one) : part;
            },
          });
        };
      },
    });

  /** Two servers in the middle of a change: each writes the hash of another key. @returns how often it was registered once more */
  async function registered(pool: Pool, mark: string): Promise<number> {
    await register(OLD);
    const { ids } = await keptKeys(pool, OLD);
    const membersOf = (secrets: Secrets) =>
      openMembers({
        pool,
        clock: systemClock,
        vault: openVault(pool, secrets.ring('vault'), systemClock),
        passwords: openPasswords(pool, systemClock),
        index: blindIndexWith(secrets.ring('lookup')),
        ids: keyedHash(ids),
      });
    const servers = [membersOf(ACCEPTED), membersOf(WRITES)];
    let twice = 0;
    for (let n = 0; n < 20; n += 1) {
      const account = named(`${mark}${n}@example.com`);
      const made = await Promise.all(servers.map((members) => members.add({ name: 'one', account })));
      twice += made.filter((user) => user !== undefined).length - 1;
    }
    return twice;
  }

  it('by two servers with different newest keys', async () => {
    expect(await registered(database.pool, 'locked')).toBe(0);
  });

  it('control: without the lock of the address it is registered twice', async () => {
    expect(await registered(unlocked(database.pool), 'loose')).toBeGreaterThan(0);
  });
});
