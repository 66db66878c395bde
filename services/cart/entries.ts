import type { Pool, PoolClient } from 'pg';
import { type CartOrderNo, hexId, type PlanId, type UserId } from '#events/ids.ts';
import type { ProductType } from '#events/status.ts';
import { lockPerson } from '#services/accounts/kept.ts';
import { inTransaction } from '#services/accounts/transaction.ts';
import type { Vault } from '#services/accounts/vault.ts';
import type { Clock } from '#services/runtime/clock.ts';
import { QUOTAS } from '#services/runtime/quotas.ts';
import { quotaReached, type Refusal } from '#services/runtime/refusal.ts';
import { type CartChoice, choiceKey, withMore } from './choice.ts';

/** Entries that one cart may have: as many as can be ordered in one. */
export const MOST_ENTRIES = QUOTAS.cart_entries;

export interface CartEntry {
  cart_id: string;
  creator_id: UserId;
  plan_id: PlanId;
  choice: CartChoice;
  /** Empty when there is none. */
  remark: string;
  /** It is bought with the others that are picked. */
  picked: boolean;
  /** The number of changes of an entry. */
  revision: number;
  /** The last cart order attempted with it; null before the first, and after a change. */
  ordering: CartOrderNo | null;
  /** Milliseconds. */
  created_at: number;
}

/** An added entry. */
export interface CartDraft {
  creator_id: UserId;
  plan_id: PlanId;
  product_type: ProductType;
  choice: CartChoice;
}

/** Each person's own cart; entries of others answer not found. */
export interface Carts {
  /** The newest first. */
  list(user: UserId): Promise<CartEntry[]>;
  count(user: UserId): Promise<number>;
  /** Puts it to an entry of the same, or in a new one; it is picked. Refused when the cart is full. */
  add(user: UserId, draft: CartDraft): Promise<{ cart_id: string } | Refusal>;
  /** Puts another choice in an entry's place, joining it with an entry that is the same by then. False when there is none. */
  change(user: UserId, cart_id: string, draft: CartDraft): Promise<boolean>;
  /** An empty remark takes it away. False when there is no such entry. */
  remark(user: UserId, cart_id: string, remark: string): Promise<boolean>;
  /** @returns how many of them there are */
  pick(user: UserId, cart_ids: readonly string[], picked: boolean): Promise<number>;
  /** @returns how many of them there were */
  remove(user: UserId, cart_ids: readonly string[]): Promise<number>;
  /** Notes that a cart order is being placed with these entries, before it is. */
  ordering(user: UserId, cart_ids: readonly string[], cart: CartOrderNo): Promise<void>;
  /** These were bought and leave the cart, but for entries that were changed meanwhile. */
  ordered(user: UserId, entries: readonly Pick<CartEntry, 'cart_id' | 'revision'>[]): Promise<void>;
}

interface EntryRow extends Omit<CartEntry, 'remark' | 'created_at'> {
  remark_ref: string | null;
  created_at: number | string;
}

const OWN = `SELECT cart_id, creator_id, plan_id, choice, remark_ref, picked, revision, ordering, created_at
               FROM cart.entries WHERE user_id = $1 ORDER BY created_at DESC, cart_id DESC`;

export function openCarts(pool: Pool, vault: Vault, clock: Clock): Carts {
  /** Removes what the condition finds of the person's entries, and their remarks with them. */
  async function removeWhere(
    client: PoolClient,
    user: UserId,
    condition: string,
    value: readonly string[],
  ): Promise<number> {
    const { rows } = await client.query<Pick<EntryRow, 'remark_ref'>>(
      `DELETE FROM cart.entries WHERE user_id = $1 AND ${condition} RETURNING remark_ref`,
      [user, value],
    );
    const refs = rows.flatMap(({ remark_ref }) => remark_ref ?? []);
    if (refs.length > 0) await vault.forget(refs, client);
    return rows.length;
  }

  async function sameEntry(
    client: PoolClient,
    user: UserId,
    { plan_id, product_type, choice }: CartDraft,
  ): Promise<Pick<EntryRow, 'cart_id' | 'choice'> | undefined> {
    const { rows } = await client.query<Pick<EntryRow, 'cart_id' | 'choice'>>(
      'SELECT cart_id, choice FROM cart.entries WHERE user_id = $1 AND plan_id = $2 AND choice_key = $3',
      [user, plan_id, choiceKey(product_type, choice)],
    );
    return rows[0];
  }

  async function setChoice(
    client: PoolClient,
    cart_id: string,
    { product_type }: CartDraft,
    choice: CartChoice,
  ) {
    await client.query(
      `UPDATE cart.entries SET choice = $2, choice_key = $3, picked = true, revision = revision + 1,
              ordering = NULL WHERE cart_id = $1`,
      [cart_id, JSON.stringify(choice), choiceKey(product_type, choice)],
    );
  }

  return {
    async list(user) {
      const { rows } = await pool.query<EntryRow>({ name: 'cart-entries', text: OWN, values: [user] });
      const texts = await vault.read(rows.flatMap(({ remark_ref }) => remark_ref ?? []));
      return rows.map(({ remark_ref, created_at, ...row }) => ({
        ...row,
        remark: texts.get(remark_ref ?? '') ?? '',
        created_at: Number(created_at),
      }));
    },
    async count(user) {
      const { rows } = await pool.query<{ count: number }>({
        name: 'cart-count',
        text: 'SELECT count(*)::int AS count FROM cart.entries WHERE user_id = $1',
        values: [user],
      });
      return rows[0]?.count ?? 0;
    },
    add: (user, draft) =>
      inTransaction(pool, async (client): Promise<{ cart_id: string } | Refusal> => {
        await lockPerson(client, user);
        const { creator_id, plan_id, product_type, choice } = draft;
        const before = await sameEntry(client, user, draft);
        if (before !== undefined) {
          await setChoice(client, before.cart_id, draft, withMore(product_type, before.choice, choice));
          return { cart_id: before.cart_id };
        }
        const { rows } = await client.query<{ count: number }>(
          'SELECT count(*)::int AS count FROM cart.entries WHERE user_id = $1',
          [user],
        );
        if ((rows[0]?.count ?? 0) >= MOST_ENTRIES) return quotaReached(MOST_ENTRIES);
        const cart_id = hexId();
        await client.query(
          `INSERT INTO cart.entries (cart_id, user_id, creator_id, plan_id, choice_key, choice, picked, created_at)
           VALUES ($1, $2, $3, $4, $5, $6, true, $7)`,
          [
            cart_id,
            user,
            creator_id,
            plan_id,
            choiceKey(product_type, choice),
            JSON.stringify(choice),
            clock.now(),
          ],
        );
        return { cart_id };
      }),
    change: (user, cart_id, draft) =>
      inTransaction(pool, async (client) => {
        await lockPerson(client, user);
        const { rowCount } = await client.query(
          'SELECT 1 FROM cart.entries WHERE user_id = $1 AND cart_id = $2 AND plan_id = $3',
          [user, cart_id, draft.plan_id],
        );
        if (rowCount === 0) return false;
        const same = await sameEntry(client, user, draft);
        const joins = same !== undefined && same.cart_id !== cart_id;
        if (joins) await removeWhere(client, user, 'cart_id = ANY ($2::text[])', [same.cart_id]);
        const { product_type, choice } = draft;
        await setChoice(client, cart_id, draft, joins ? withMore(product_type, same.choice, choice) : choice);
        return true;
      }),
    remark: (user, cart_id, remark) =>
      inTransaction(pool, async (client) => {
        await lockPerson(client, user);
        const { rows } = await client.query<Pick<EntryRow, 'remark_ref'>>(
          'SELECT remark_ref FROM cart.entries WHERE user_id = $1 AND cart_id = $2',
          [user, cart_id],
        );
        const [before] = rows;
        if (before === undefined) return false;
        const ref = remark === '' ? null : await vault.put(user, 'remark', remark, client);
        await client.query('UPDATE cart.entries SET remark_ref = $2 WHERE cart_id = $1', [cart_id, ref]);
        if (before.remark_ref !== null) await vault.forget([before.remark_ref], client);
        return true;
      }),
    async pick(user, cart_ids, picked) {
      const { rowCount } = await pool.query(
        'UPDATE cart.entries SET picked = $3 WHERE user_id = $1 AND cart_id = ANY ($2::text[])',
        [user, cart_ids, picked],
      );
      return rowCount ?? 0;
    },
    remove: (user, cart_ids) =>
      inTransaction(pool, (client) => removeWhere(client, user, 'cart_id = ANY ($2::text[])', cart_ids)),
    async ordering(user, cart_ids, cart) {
      await pool.query(
        'UPDATE cart.entries SET ordering = $3 WHERE user_id = $1 AND cart_id = ANY ($2::text[])',
        [user, cart_ids, cart],
      );
    },
    ordered: (user, entries) =>
      inTransaction(pool, async (client) => {
        const bought = entries.map(({ cart_id, revision }) => `${cart_id}:${revision}`);
        await removeWhere(client, user, `cart_id || ':' || revision = ANY ($2::text[])`, bought);
      }),
  };
}
