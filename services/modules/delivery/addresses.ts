import type { Pool, PoolClient } from 'pg';
import { MAINLAND } from '#events/destinations.ts';
import { hexId, type UserId } from '#events/ids.ts';
import { lockPerson, notFound } from '#services/modules/accounts/person-lock.ts';
import type { Vault } from '#services/modules/accounts/vault.ts';
import { type Place, placeNames } from '#services/modules/delivery/place.ts';
import { IN_MAINLAND, lineAbroad, type PlaceAbroad } from '#services/modules/delivery/place-abroad.ts';
import type { Clock } from '#services/runtime/clock.ts';
import { queriesOn } from '#services/runtime/queries.ts';
import { QUOTAS } from '#services/runtime/quotas.ts';
import { badInput, isRefusal, quotaReached, type Refusal } from '#services/runtime/refusal.ts';
import { inTransaction } from '#services/runtime/transaction.ts';

/**
 * Recipient and address. In mainland China regions are codes and `detail` is street and number; elsewhere the codes are
 * empty and `detail` has up to three lines.
 */
export interface AddressForm extends Place, PlaceAbroad {
  name: string;
  phone: string;
  detail: string;
}

/** The value of an `address_ref` in the vault. */
export interface SentTo extends AddressForm {
  /** The whole place in one line, from the province on, with the names of that time; abroad with the country. */
  address: string;
}

export interface Address extends SentTo {
  address_id: string;
  is_default: boolean;
  /** Milliseconds. */
  updated_at: number;
}

/** The address of an order: the destination determines the shipping cost. */
export interface OrderAddress {
  address_ref: string;
  /** Six digits of a province, or the two letters of another country or region. */
  province: string;
}

interface SaveOptions {
  /** The address to be changed; without it a new one. */
  address_id?: string | undefined;
  is_default: boolean;
}

const ownRows = (on: Pool | PoolClient, user: UserId) =>
  queriesOn(on)
    .selectFrom('accounts.addresses')
    .where('user_id', '=', user)
    // `uses`: the number of orders that hold it. While positive, the vault keeps the entry, even without the row.
    .select(['address_id', 'vault_ref', 'is_default', 'uses', 'updated_at'])
    .orderBy('is_default', 'desc')
    .orderBy('updated_at', 'desc')
    .orderBy('address_id', 'desc');

/** The destination by which templates name fees. */
const destinationOf = ({ country, province }: AddressForm): string =>
  country === MAINLAND ? province : country;

async function sentTo(form: AddressForm): Promise<SentTo | Refusal> {
  if (form.country !== MAINLAND) return { ...form, address: lineAbroad(form) };
  const place = await placeNames(form);
  if (!place.ok) return badInput(place.level, { key: place.missing ? 'region' : 'unknown' });
  return { ...form, address: [...place.names, form.detail].join('') };
}

async function makeDefault(client: PoolClient, user: UserId, address_id: string): Promise<void> {
  const changed = queriesOn(client).updateTable('accounts.addresses').where('user_id', '=', user);
  const others = changed.where('is_default', '=', true).where('address_id', '<>', address_id);
  await others.set({ is_default: false }).execute();
  await changed.set({ is_default: true }).where('address_id', '=', address_id).execute();
}

/**
 * A person's addresses; those of others answer not found. Exactly one of them is the default. A change writes a new
 * vault entry, so an order keeps its address.
 */
export function openAddresses(pool: Pool, vault: Vault, clock: Clock) {
  async function read(refs: readonly string[]): Promise<Map<string, SentTo>> {
    const texts = await vault.read(refs);
    // Only `seal` below writes entries with these references. Earlier ones have no country.
    return new Map(
      [...texts].map(([ref, text]) => [ref, { ...IN_MAINLAND, ...(JSON.parse(text) as SentTo) }]),
    );
  }

  const seal = (user: UserId, address: SentTo, client?: PoolClient): Promise<string> =>
    vault.put(user, 'address', JSON.stringify(address), client);

  /** The person's rows, locked until the transaction ends, so that no order uses one meanwhile. */
  async function heldRows(client: PoolClient, user: UserId) {
    await lockPerson(client, user);
    return ownRows(client, user).forUpdate().execute();
  }

  return {
    /** The addresses of orders, by reference; erased ones are omitted. */
    read,
    /** The default one first, then the newest. */
    async list(user: UserId): Promise<Address[]> {
      const rows = await ownRows(pool, user).execute();
      const texts = await read(rows.map((row) => row.vault_ref));
      return rows.flatMap(({ address_id, vault_ref, is_default, updated_at }) => {
        const text = texts.get(vault_ref);
        return text === undefined ? [] : [{ ...text, address_id, is_default, updated_at }];
      });
    },
    /** Refused by field (`province` … `street`), when there are too many, and when it is not this person's. */
    async save(user: UserId, form: AddressForm, options: SaveOptions): Promise<Address | Refusal> {
      const address = await sentTo(form);
      if (isRefusal(address)) return address;
      return inTransaction(pool, async (client) => {
        const rows = await heldRows(client, user);
        const before = rows.find((row) => row.address_id === options.address_id);
        if (before === undefined && options.address_id !== undefined) return notFound;
        if (before === undefined && rows.length >= QUOTAS.addresses) return quotaReached(QUOTAS.addresses);
        const address_id = before?.address_id ?? hexId();
        const updated_at = clock.now();
        const vault_ref = await seal(user, address, client);
        const written = { vault_ref, province: destinationOf(address), updated_at };
        await queriesOn(client)
          .insertInto('accounts.addresses')
          .values({ ...written, address_id, user_id: user, is_default: false, created_at: updated_at })
          .onConflict((on) => on.column('address_id').doUpdateSet({ ...written, uses: 0 }))
          .execute();
        if (before !== undefined && before.uses === 0) await vault.forget([before.vault_ref], client);
        const is_default = options.is_default || rows.length === 0 || before?.is_default === true;
        if (is_default) await makeDefault(client, user, address_id);
        return { ...address, address_id, is_default, updated_at };
      });
    },
    /** False if the person has no such address; the same for `remove`. */
    setDefault: (user: UserId, address_id: string): Promise<boolean> =>
      inTransaction(pool, async (client) => {
        const rows = await heldRows(client, user);
        if (!rows.some((row) => row.address_id === address_id)) return false;
        await makeDefault(client, user, address_id);
        return true;
      }),
    /** If the default is removed, the newest remaining one replaces it. */
    remove: (user: UserId, address_id: string): Promise<boolean> =>
      inTransaction(pool, async (client) => {
        const rows = await heldRows(client, user);
        const gone = rows.find((row) => row.address_id === address_id);
        if (gone === undefined) return false;
        await queriesOn(client)
          .deleteFrom('accounts.addresses')
          .where('address_id', '=', address_id)
          .execute();
        if (gone.uses === 0) await vault.forget([gone.vault_ref], client);
        const next = rows.find((row) => row !== gone);
        if (gone.is_default && next !== undefined) await makeDefault(client, user, next.address_id);
        return true;
      }),
    /** A saved address for an order, which uses it from now on; undefined when the person has no such address. */
    async forOrder(user: UserId, address_id: string): Promise<OrderAddress | undefined> {
      return queriesOn(pool)
        .updateTable('accounts.addresses')
        .set((eb) => ({ uses: eb('uses', '+', 1) }))
        .where('user_id', '=', user)
        .where('address_id', '=', address_id)
        .returning(['vault_ref as address_ref', 'province'])
        .executeTakeFirst();
    },
    /** Releases the use: the order does not hold it. */
    async release(user: UserId, address_ref: string): Promise<void> {
      await queriesOn(pool)
        .updateTable('accounts.addresses')
        .set((eb) => ({ uses: eb('uses', '-', 1) }))
        .where('user_id', '=', user)
        .where('vault_ref', '=', address_ref)
        .where('uses', '>', 0)
        .execute();
    },
    /** The destination of a saved address, for what sending there costs; undefined as above. */
    async provinceOf(user: UserId, address_id: string): Promise<string | undefined> {
      const own = queriesOn(pool).selectFrom('accounts.addresses').where('user_id', '=', user);
      return (await own.where('address_id', '=', address_id).select('province').executeTakeFirst())?.province;
    },
    /** An address for one order only, not saved in the list. Refused by field. */
    async put(user: UserId, form: AddressForm): Promise<OrderAddress | Refusal> {
      const address = await sentTo(form);
      if (isRefusal(address)) return address;
      return { address_ref: await seal(user, address), province: destinationOf(address) };
    },
  };
}

export type Addresses = ReturnType<typeof openAddresses>;
