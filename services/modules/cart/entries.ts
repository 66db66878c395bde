import { type Kysely, sql } from 'kysely';
import type { Pool, PoolClient } from 'pg';
import { type CartOrderNo, hexId, type PlanId, type UserId } from '#events/ids.ts';
import type { ProductType } from '#events/status.ts';
import { lockPerson, notFound } from '#services/modules/accounts/person-lock.ts';
import type { Vault } from '#services/modules/accounts/vault.ts';
import type { Clock } from '#services/runtime/clock.ts';
import { anyOf, queriesOn } from '#services/runtime/queries.ts';
import { QUOTAS } from '#services/runtime/quotas.ts';
import { isRefusal, quotaReached, type Refusal } from '#services/runtime/refusal.ts';
import type { Tables } from '#services/runtime/tables.gen.ts';
import { inTransaction } from '#services/runtime/transaction.ts';
import { type CartChoice, choiceKey, withMore } from './choice.ts';
import { type CartRequest, type ChangedEntry, firstResult, recordResult } from './requests.ts';

/** Entries that one cart may have: as many as can be ordered in one. */
export const MAX_ENTRIES = QUOTAS.cart_entries;

export interface CartEntry {
  cart_id: string;
  creator_id: UserId;
  plan_id: PlanId;
  choice: CartChoice;
  /** Empty when there is none. */
  remark: string;
  /** Of the link of a creator's program; empty without one. */
  custom_order_id: string;
  /** Of the link of a partner; empty without one. */
  affiliate_code: string;
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

/** What the vault stores. Omitted: unchanged; empty: removed. */
interface Texts {
  remark?: string | undefined;
  custom_order_id?: string | undefined;
}
const TEXT_COLUMNS = { remark: 'remark_ref', custom_order_id: 'custom_order_ref' } as const;

/** Done together with the change of an entry. */
interface WithChange extends Texts {
  /** Replaces an earlier one; undefined: unchanged. */
  affiliate_code?: string | undefined;
  /** A repetition of this request changes nothing and has the first result. */
  request?: CartRequest | undefined;
}

/** Each person's own cart; entries of others answer not found. */
export function openCarts(pool: Pool, vault: Vault, clock: Clock) {
  const db = queriesOn(pool);
  const own = (on: Kysely<Tables>, user: UserId) => on.selectFrom('cart.entries').where('user_id', '=', user);
  const countOf = (on: Kysely<Tables>, user: UserId) =>
    own(on, user)
      .select((is) => is.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
  /** Ids of entries, locked in their order: two changes from two devices do not wait for each other. */
  const locked = (on: Kysely<Tables>, user: UserId, keys: readonly string[], key = sql<string>`cart_id`) =>
    own(on, user).where(key, '=', anyOf(keys)).select('cart_id').orderBy('cart_id').forUpdate();
  const choose = (on: Kysely<Tables>, user: UserId, cart_ids: readonly string[]) =>
    on.updateTable('cart.entries').where('cart_id', 'in', locked(on, user, cart_ids));

  /** Removes the person's entries with one of these keys, and their texts with them. */
  async function removeWhere(
    client: PoolClient,
    user: UserId,
    keys: readonly string[],
    key = sql<string>`cart_id`,
  ): Promise<number> {
    const rows = await queriesOn(client)
      .deleteFrom('cart.entries')
      .where('cart_id', 'in', locked(queriesOn(client), user, keys, key))
      .returning(['remark_ref', 'custom_order_ref'])
      .execute();
    const texts = rows.flatMap(({ remark_ref, custom_order_ref }) => [remark_ref, custom_order_ref]);
    const refs = texts.filter((ref) => ref !== null);
    if (refs.length > 0) await vault.forget(refs, client);
    return rows.length;
  }

  const sameEntry = (client: PoolClient, user: UserId, { plan_id, product_type, choice }: CartDraft) =>
    own(queriesOn(client), user)
      .select(['cart_id', 'choice'])
      .$castTo<Pick<CartEntry, 'cart_id' | 'choice'>>()
      .where('plan_id', '=', plan_id)
      .where('choice_key', '=', choiceKey(product_type, choice))
      .executeTakeFirst();

  const setChoice = (client: PoolClient, cart_id: string, { product_type }: CartDraft, choice: CartChoice) =>
    queriesOn(client)
      .updateTable('cart.entries')
      .set({ choice: JSON.stringify(choice), choice_key: choiceKey(product_type, choice), picked: true })
      .set((is) => ({ revision: is('revision', '+', 1), ordering: null }))
      .where('cart_id', '=', cart_id)
      .execute();

  /** False when there is no such entry. */
  async function setText(
    client: PoolClient,
    user: UserId,
    cart_id: string,
    [kind, text]: readonly [kind: keyof Texts, text: string],
  ): Promise<boolean> {
    const column = TEXT_COLUMNS[kind];
    const entry = own(queriesOn(client), user).where('cart_id', '=', cart_id);
    const before = await entry.select(['remark_ref', 'custom_order_ref']).executeTakeFirst();
    if (before === undefined) return false;
    const ref = text === '' ? null : await vault.put(user, kind, text, client);
    await choose(queriesOn(client), user, [cart_id])
      .set({ [column]: ref })
      .execute();
    if (before[column] !== null) await vault.forget([before[column]], client);
    return true;
  }

  /** One change after another, each request once. */
  const changing = (
    user: UserId,
    { request, affiliate_code, ...texts }: WithChange,
    change: (client: PoolClient) => Promise<ChangedEntry | Refusal>,
  ) =>
    inTransaction(pool, async (client) => {
      await lockPerson(client, user);
      const before = request && (await firstResult(client, user, request));
      if (before) return before;
      const changed = await change(client);
      if (isRefusal(changed)) return changed;
      for (const kind of ['remark', 'custom_order_id'] as const) {
        const text = texts[kind];
        if (text !== undefined) await setText(client, user, changed.cart_id, [kind, text]);
      }
      if (affiliate_code !== undefined)
        await choose(queriesOn(client), user, [changed.cart_id]).set({ affiliate_code }).execute();
      if (request) await recordResult(client, user, { ...request, ...changed, created_at: clock.now() });
      return changed;
    });

  return {
    /** The newest first. */
    async list(user: UserId): Promise<CartEntry[]> {
      const rows = await own(db, user)
        .select([
          'cart_id',
          'creator_id',
          'plan_id',
          'choice',
          'remark_ref',
          'custom_order_ref',
          'affiliate_code',
          'picked',
          'revision',
          'ordering',
        ])
        .select('created_at')
        .$castTo<
          Omit<CartEntry, keyof Texts> & { remark_ref: string | null; custom_order_ref: string | null }
        >()
        .orderBy('created_at', 'desc')
        .orderBy('cart_id', 'desc')
        .execute();
      const refs = rows.flatMap(({ remark_ref, custom_order_ref }) => [remark_ref, custom_order_ref]);
      const texts = await vault.read(refs.filter((ref) => ref !== null));
      return rows.map(({ remark_ref, custom_order_ref, ...row }) => ({
        ...row,
        remark: texts.get(remark_ref ?? '') ?? '',
        custom_order_id: texts.get(custom_order_ref ?? '') ?? '',
      }));
    },
    count: async (user: UserId): Promise<number> => (await countOf(db, user)).count,
    /** The first result of a repeated request. */
    resultOf: (user: UserId, request: CartRequest): Promise<ChangedEntry | Refusal | undefined> =>
      firstResult(pool, user, request),
    /** Adds it to an equal entry, or as a new one; it is picked. Refused if the cart is full. */
    add: (user: UserId, draft: CartDraft, more: WithChange = {}): Promise<ChangedEntry | Refusal> =>
      changing(user, more, async (client) => {
        const { creator_id, plan_id, product_type, choice } = draft;
        const before = await sameEntry(client, user, draft);
        if (before !== undefined) {
          await setChoice(client, before.cart_id, draft, withMore(product_type, before.choice, choice));
          return { cart_id: before.cart_id };
        }
        const { count } = await countOf(queriesOn(client), user);
        if (count >= MAX_ENTRIES) return quotaReached(MAX_ENTRIES);
        const cart_id = hexId();
        const choice_key = choiceKey(product_type, choice);
        const entry = {
          cart_id,
          user_id: user,
          creator_id,
          plan_id,
          choice_key,
          choice: JSON.stringify(choice),
        };
        await queriesOn(client)
          .insertInto('cart.entries')
          .values({ ...entry, picked: true, created_at: clock.now() })
          .execute();
        return { cart_id };
      }),
    /** Replaces the choice of an entry, and joins it with an equal entry. */
    change: (
      user: UserId,
      cart_id: string,
      draft: CartDraft,
      more: WithChange = {},
    ): Promise<ChangedEntry | Refusal> =>
      changing(user, more, async (client) => {
        const entry = own(queriesOn(client), user).where('cart_id', '=', cart_id).select('cart_id');
        if (!(await entry.where('plan_id', '=', draft.plan_id).executeTakeFirst())) return notFound;
        const same = await sameEntry(client, user, draft);
        const joins = same !== undefined && same.cart_id !== cart_id;
        if (joins) await removeWhere(client, user, [same.cart_id]);
        const { product_type, choice } = draft;
        await setChoice(client, cart_id, draft, joins ? withMore(product_type, same.choice, choice) : choice);
        return { cart_id };
      }),
    /** An empty remark removes it. False when there is no such entry. */
    remark: (user: UserId, cart_id: string, remark: string): Promise<boolean> =>
      inTransaction(pool, async (client) => {
        await lockPerson(client, user);
        return setText(client, user, cart_id, ['remark', remark]);
      }),
    /** @returns how many of them there are */
    pick: async (user: UserId, cart_ids: readonly string[], picked: boolean): Promise<number> =>
      Number((await choose(db, user, cart_ids).set({ picked }).executeTakeFirst()).numUpdatedRows),
    /** @returns how many of them there were */
    remove: (user: UserId, cart_ids: readonly string[]): Promise<number> =>
      inTransaction(pool, (client) => removeWhere(client, user, cart_ids)),
    /** Notes that a cart order is being placed with these entries, before it is. */
    async ordering(user: UserId, cart_ids: readonly string[], cart: CartOrderNo): Promise<void> {
      await choose(db, user, cart_ids).set({ ordering: cart }).execute();
    },
    /** Removes bought entries, except those changed meanwhile. */
    ordered: (user: UserId, entries: readonly Pick<CartEntry, 'cart_id' | 'revision'>[]): Promise<void> =>
      inTransaction(pool, async (client) => {
        const bought = entries.map(({ cart_id, revision }) => `${cart_id}:${revision}`);
        await removeWhere(client, user, bought, sql<string>`cart_id || ':' || revision`);
      }),
  };
}

export type Carts = ReturnType<typeof openCarts>;
