import type { Pool } from 'pg';
import type { UserId } from '#events/ids.ts';
import { isCurrent, type Listener } from '#services/runtime/listener.ts';
import { ACCOUNT_CHANGED } from '../sessions.ts';

/** Ways of payment as rights: everybody has them until staff takes one from an account. */
export const payRights = ['pay_apy', 'pay_wpy', 'pay_pp', 'pay_bank', 'pay_strp'] as const;
export type PayRight = (typeof payRights)[number];

export const isPayRight = (text: string): text is PayRight => payRights.some((name) => name === text);

/** People who may have changed since the list was read. */
const MAX_CHANGED = 10_000;

interface TakenRow {
  user_id: UserId;
  name: string;
}

/**
 * The ways of payment that were taken from accounts. Staff takes them from few people, so each process has the whole list:
 * an order needs no query. A change applies in every process as soon as it is notified.
 */
export async function openPayOptions(pool: Pool, listener: Listener) {
  let list: { taken: Map<string, readonly string[]>; read_at: number } | undefined;
  // Accounts that changed while the list was read are read again.
  const changed = new Map<string, number>();
  let changes = 0;
  let forgotten = 0;
  const forget = (): void => {
    forgotten += 1;
    list = undefined;
    changed.clear();
  };
  await listener.on(
    ACCOUNT_CHANGED,
    (user) => {
      changes += 1;
      changed.set(user, changes);
      if (changed.size > MAX_CHANGED) forget();
    },
    forget,
  );

  async function taken(user?: UserId): Promise<Map<string, string[]>> {
    const { rows } = await pool.query<TakenRow>({
      name: user === undefined ? 'pay-options' : 'pay-options-of',
      text: `SELECT user_id, name FROM accounts.rights_taken
              WHERE name = ANY ($1) ${user === undefined ? '' : 'AND user_id = $2'}`,
      values: [payRights, ...(user === undefined ? [] : [user])],
    });
    const found = new Map<string, string[]>();
    for (const { user_id, name } of rows) found.set(user_id, [...(found.get(user_id) ?? []), name]);
    return found;
  }

  async function current(): Promise<Map<string, readonly string[]>> {
    if (list !== undefined && isCurrent(listener, list.read_at)) return list.taken;
    const [before, times] = [changes, forgotten];
    const read_at = performance.now();
    const all = await taken();
    if (forgotten !== times) return all;
    // Another call may have read later.
    if (list !== undefined && list.read_at > read_at) return list.taken;
    list = { taken: all, read_at };
    for (const [user, at] of changed) if (at <= before) changed.delete(user);
    return all;
  }

  return {
    /** Whether the account may pay so; `method` as `wpy`. */
    async allows(user: UserId, method: string): Promise<boolean> {
      return !(await this.takenFrom(user)).includes(`pay_${method}`);
    },
    /** The rights that were taken from the account. */
    async takenFrom(user: UserId): Promise<readonly string[]> {
      const all = await current();
      const at = changed.get(user);
      if (at === undefined) return all.get(user) ?? [];
      const own = (await taken(user)).get(user) ?? [];
      if (changed.get(user) === at && list !== undefined) {
        changed.delete(user);
        if (own.length === 0) list.taken.delete(user);
        else list.taken.set(user, own);
      }
      return own;
    },
  };
}

export type PayOptions = Awaited<ReturnType<typeof openPayOptions>>;
