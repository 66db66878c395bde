import type { UserId } from '#events/ids.ts';
import { createTestDatabase, type TestDatabase } from '#events/testing/database.ts';
import { type AccountServices, openAccounts } from '#services/modules/all.ts';
import { type AccountName, accountName } from '#services/modules/messages/account-name.ts';
import { type MovableClock, movableClock } from '#services/runtime/clock.ts';
import { createListener, type Listener } from '#services/runtime/listener.ts';
import { allMigrations } from '#services/runtime/migrations.ts';
import { secretsOf } from '#services/runtime/secrets.ts';

export interface TestAccounts extends AccountServices {
  database: TestDatabase;
  clock: MovableClock;
  listener: Listener;
  /**
   * The accounts as another process has them, on the same database.
   * @param listenAt another address of it, for the connection that listens
   */
  another(listenAt?: string): Promise<AccountServices>;
  person(name?: string): Promise<UserId>;
  /** Entries of a person in the vault, of one kind. */
  vaultEntries(user: UserId, kind: string): Promise<number>;
  close(): Promise<void>;
}

/** Accounts on a separate database, with a movable clock. @param more tables of these areas too */
export async function startTestAccounts(...more: readonly string[]): Promise<TestAccounts> {
  const needed = new Set(['runtime', 'accounts', ...more]);
  const folders = allMigrations.filter(({ area }) => needed.has(area)).map(({ folder }) => folder);
  const database = await createTestDatabase(folders);
  const clock = movableClock();
  const listeners: Listener[] = [];
  const open = (listenAt = database.url): Promise<AccountServices> => {
    const listener = createListener(listenAt);
    listeners.push(listener);
    return openAccounts({ pool: database.pool, clock, listener, secrets: secretsOf('test') });
  };
  const services = await open();
  const [listener] = listeners;
  if (listener === undefined) throw new Error('no listener was made');
  return {
    ...services,
    database,
    clock,
    listener,
    another: open,
    async person(name = 'fan') {
      const [user] = await services.accounts.members.addMany([{ name }]);
      if (user === undefined) throw new Error('nobody was added');
      return user;
    },
    async vaultEntries(user, kind) {
      const counting = 'SELECT FROM accounts.vault WHERE user_id = $1 AND kind = $2';
      return (await database.pool.query(counting, [user, kind])).rowCount ?? 0;
    },
    async close() {
      for (const one of listeners) await one.close();
      await database.drop();
    },
  };
}

/** An account that is known to be well-formed. */
export function named(text: string): AccountName {
  const account = accountName(text);
  if (account === undefined) throw new Error(`not an account: ${text}`);
  return account;
}
