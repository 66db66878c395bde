import type { Pool, PoolClient } from 'pg';
import { describe, expect, it } from 'vitest';
import type { UserId } from '#events/ids.ts';
import { fixture } from '#events/testing/fixture.ts';
import { openAddresses } from '#services/modules/delivery/addresses.ts';
import { IN_MAINLAND } from '#services/modules/delivery/place-abroad.ts';
import { blindIndexWith } from '#services/modules/messages/account-name.ts';
import { openIdentities } from '#services/modules/tickets/identities.ts';
import { isRefusal } from '#services/runtime/refusal.ts';
import { secretsOf } from '#services/runtime/secrets.ts';
import { startTestAccounts } from './testing/test-accounts.ts';
import type { Vault } from './vault.ts';

const accounts = fixture(startTestAccounts);

const unlocked = (text: string): string => text.replace(/ for update/i, '');

/** The same database without the guard: data can change between read and write. */
const withoutRowLocks = (pool: Pool): Pool =>
  new Proxy(pool, {
    get(target, name) {
      const own: unknown = Reflect.get(target, name);
      if (typeof own !== 'function') return own;
      return name === 'connect' ? async () => loosened(await target.connect()) : own.bind(target);
    },
  });

const loosened = (client: PoolClient): PoolClient =>
  new Proxy(client, {
    get(target, name) {
      const own: unknown = Reflect.get(target, name);
      if (typeof own !== 'function') return own;
      if (name !== 'query') return own.bind(target);
      return (query: string | { text: string }, values?: unknown) =>
        own.call(
          target,
          typeof query === 'string'
            ? unlocked(query)
            : { ...query, name: undefined, text: unlocked(query.text) },
          values,
        );
    },
  });

/** A connection waits for a lock of another one. */
async function someoneWaits(): Promise<boolean> {
  const { rows } = await accounts.database.pool.query(
    `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
  );
  return rows.length > 0;
}

interface Records {
  save(user: UserId, id?: string): Promise<string>;
  /** The value in the order or ticket. */
  take(user: UserId, id: string): Promise<string>;
}

const form = {
  name: '林',
  phone: '1',
  province: '110000',
  city: '110100',
  area: '110101',
  street: '',
  ...IN_MAINLAND,
  detail: '1',
};

const kinds: Record<string, (pool: Pool, vault: Vault) => Records> = {
  address(pool, vault) {
    const addresses = openAddresses(pool, vault, accounts.clock);
    return {
      async save(user, address_id) {
        const saved = await addresses.save(user, form, { address_id, is_default: false });
        return isRefusal(saved) ? '' : saved.address_id;
      },
      take: async (user, id) => (await addresses.forOrder(user, id))?.address_ref ?? '',
    };
  },
  'identity record'(pool, vault) {
    const index = blindIndexWith(secretsOf('test').ring('lookup'));
    const identities = openIdentities({ pool, vault, index, clock: accounts.clock });
    return {
      async save(user, identity_id) {
        const saved = await identities.save(user, { identity_id, name: '林', id_card: '11010519491231002X' });
        return isRefusal(saved) ? '' : saved.identity_id;
      },
      async take(user, identity_id) {
        const taken = await identities.forTickets(user, [{ identity_id }]);
        return isRefusal(taken) ? '' : (taken.holder_refs[0] ?? '');
      },
    };
  },
};

/** Uses a record between an edit's read and its write. */
async function takenDuringEdit(kind: string, pool: Pool): Promise<boolean> {
  const { vault, database } = accounts;
  const user = await accounts.person();
  const quiet = kinds[kind]?.(database.pool, vault);
  if (user === undefined || quiet === undefined) throw new Error(`nothing to race with: ${kind}`);
  const id = await quiet.save(user);
  let taking = Promise.resolve('');
  let taken = false;
  const slow: Vault = {
    ...vault,
    async put(...entry) {
      taking = quiet.take(user, id).finally(() => {
        taken = true;
      });
      await expect.poll(async () => taken || (await someoneWaits())).toBe(true);
      return vault.put(...entry);
    },
  };
  await kinds[kind]?.(pool, slow).save(user, id);
  const ref = await taking;
  return (await vault.read([ref])).has(ref);
}

describe.each(Object.keys(kinds))('an order that takes an %s while it is changed', (kind) => {
  it('holds what can be read', async () => {
    expect(await takenDuringEdit(kind, accounts.database.pool)).toBe(true);
  });

  it('negative control: without locks it holds a deleted value', async () => {
    expect(await takenDuringEdit(kind, withoutRowLocks(accounts.database.pool))).toBe(false);
  });
});
