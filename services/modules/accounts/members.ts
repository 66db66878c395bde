import type { Pool, PoolClient } from 'pg';
import { newUserId, type UserId } from '#events/ids.ts';
import {
  type AccountName,
  accountIndex,
  type BlindIndex,
  type KeyedHash,
} from '#services/modules/messages/account-name.ts';
import type { Clock } from '#services/runtime/clock.ts';
import { queriesOn } from '#services/runtime/queries.ts';
import { inTransaction } from '#services/runtime/transaction.ts';
import type { Passwords } from './passwords.ts';
import type { Vault } from './vault.ts';

export interface NewMember {
  name: string;
  /** Without one the member cannot sign in. */
  account?: AccountName;
  /** argon2id, as hashPassword makes it. */
  password_hash?: string;
  language?: string;
  avatar?: string;
  cover?: string;
  /** Milliseconds; default: now. */
  created_at?: number;
  user_id?: UserId;
}

/** Another account has this address or number. */
export class AccountTaken extends Error {}

interface MembersOptions {
  pool: Pool;
  clock: Clock;
  vault: Vault;
  passwords: Passwords;
  index: BlindIndex;
  ids: KeyedHash;
}

/** Users with a login. */
export function openMembers({ pool, clock, vault, passwords, index, ids }: MembersOptions) {
  async function insert(members: readonly NewMember[], client: Pool | PoolClient): Promise<UserId[]> {
    const ids = members.map((member) => member.user_id ?? newUserId());
    await client.query(
      `INSERT INTO accounts.users (id, name, avatar, cover, language, created_at)
       SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::bigint[])`,
      [
        ids,
        members.map((member) => member.name),
        members.map((member) => member.avatar ?? ''),
        members.map((member) => member.cover ?? ''),
        members.map((member) => member.language ?? 'zh-CN'),
        members.map((member) => member.created_at ?? clock.now()),
      ],
    );
    return ids;
  }

  async function addAccount(user: UserId, account: AccountName, client: PoolClient): Promise<void> {
    const { kind, text } = account;
    // Servers with different newest keys write different hashes: the key of the table does not stop the second one.
    const lock = ids('account lock', `${kind} ${text}`).readBigInt64BE();
    await client.query('SELECT pg_advisory_xact_lock($1)', [lock]);
    const taken = queriesOn(client).selectFrom('accounts.logins').select('user_id');
    const rows = await taken.where('account_index', 'in', [...index.all(kind, text)]).execute();
    if (rows.length > 0) throw new AccountTaken();
    const ref = await vault.put(user, account.kind, account.text, client);
    const { numInsertedOrUpdatedRows } = await queriesOn(client)
      .insertInto('accounts.logins')
      .values({
        account_index: accountIndex(index, account),
        user_id: user,
        kind: account.kind,
        vault_ref: ref,
        added_at: clock.now(),
      })
      .onConflict((on) => on.column('account_index').doNothing())
      .executeTakeFirst();
    if (numInsertedOrUpdatedRows !== 1n) throw new AccountTaken();
  }

  /**
   * The login with this account, by the form in which it was stored. What is typed as in an older version is that
   * version's account, so two accounts of then stay two.
   */
  async function loginOf({ kind, text, older = [] }: AccountName, client: Pool | PoolClient = pool) {
    const [typed = text, ...rest] = older;
    const forms = [...new Set([typed, text, ...rest])].map((form): AccountName => ({ kind, text: form }));
    const keyed = forms.map((account) => ({ account, keys: index.all(kind, account.text) }));
    const keys = keyed.flatMap((one) => one.keys);
    const logins = queriesOn(client).selectFrom('accounts.logins').select(['account_index', 'user_id']);
    const rows = await logins.where('account_index', 'in', keys).execute();
    for (const { account, keys } of keyed) {
      const row = rows.find(({ account_index }) => keys.some((key) => account_index.equals(key)));
      if (row) return { account, user_id: row.user_id };
    }
    return undefined;
  }

  return {
    /** @returns undefined if the account is taken, in this or an older form; then nothing was written */
    async add(member: NewMember): Promise<UserId | undefined> {
      if (member.account && (await loginOf(member.account)) !== undefined) return undefined;
      try {
        return await inTransaction(pool, async (client) => {
          const [user] = await insert([member], client);
          if (user === undefined) throw new Error('a member was not inserted');
          if (member.account) await addAccount(user, member.account, client);
          if (member.password_hash) await passwords.set(user, member.password_hash, client);
          return user;
        });
      } catch (error) {
        if (error instanceof AccountTaken) return undefined;
        throw error;
      }
    },
    /** Of an account that has none of this kind. Throws AccountTaken. */
    addAccount,
    /** Many without accounts in one statement, for a demo's fans. Ids in the given order. */
    addMany: (members: readonly NewMember[]): Promise<UserId[]> => insert(members, pool),
    async byAccount(account: AccountName, client?: PoolClient): Promise<UserId | undefined> {
      return (await loginOf(account, client))?.user_id;
    },
    /** The account in the form in which it is stored: messages go there, and to none that only looks like it. */
    async stored(account: AccountName): Promise<AccountName> {
      return (await loginOf(account))?.account ?? { kind: account.kind, text: account.text };
    },
  };
}

export type Members = ReturnType<typeof openMembers>;
