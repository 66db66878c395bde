import type { Pool } from 'pg';
import type { UserId } from '#events/ids.ts';
import { folded } from '#services/contract/fields/typed.ts';
import type { BlindIndex, KeyedHash } from '#services/modules/messages/account-name.ts';
import type { Clock } from '#services/runtime/clock.ts';
import { anyOf, queriesOn } from '#services/runtime/queries.ts';
import { inTransaction } from '#services/runtime/transaction.ts';
import type { Vault } from './vault.ts';

/** Buyers named by a creator's import: users without a login, whose names are in the vault. */
export interface Contacts {
  /**
   * The contacts of a creator for the names in the file; new ones are created. The id is derived from creator and
   * name with a key, so a repeated import finds the same contact.
   */
  ensure(creator: UserId, names: readonly string[]): Promise<Map<string, UserId>>;
}

/** How a name is compared when a creator looks for it; the last form is that of contacts of older versions. */
export const searchableNames = (name: string): [string, ...string[]] => {
  const typed = name.trim();
  return [folded(typed) || typed, typed.normalize('NFKC').toLowerCase()];
};

export const contactNameSubject = (creator: string): string => `contact-name\0${creator}`;

/**
 * Derived with the key, because events keep the id permanently. Without the key a person cannot be found by guessing
 * names, even after erasure. The result is an id of 32 hex digits.
 */
const contactId = (ids: KeyedHash, creator: UserId, name: string): UserId =>
  ids(`contact-id\0${creator}`, name).toString('hex', 0, 16) as UserId;

export const contactNameIndex = (index: BlindIndex, creator: string, name: string): Buffer =>
  index(contactNameSubject(creator), searchableNames(name)[0]);

interface ContactsOptions {
  pool: Pool;
  vault: Vault;
  index: BlindIndex;
  ids: KeyedHash;
  clock: Clock;
}

export function openContacts({ pool, vault, index, ids, clock }: ContactsOptions): Contacts {
  return {
    async ensure(creator, names) {
      const wanted = new Map(names.map((name) => [name, contactId(ids, creator, name)]));
      const users = queriesOn(pool).selectFrom('accounts.users').select('id');
      const rows = await users.where('id', '=', anyOf([...wanted.values()])).execute();
      const known = new Set(rows.map(({ id }) => id));
      const fresh = [...wanted].filter(([, id]) => !known.has(id));
      if (fresh.length === 0) return wanted;
      await inTransaction(pool, async (client) => {
        const refs = await vault.putMany(
          fresh.map(([name, id]) => ({ user_id: id, kind: 'name', text: name, ref: `name-${id}` })),
          client,
        );
        await client.query(
          `INSERT INTO accounts.users (id, name, imported_by, name_ref, name_index, created_at)
           SELECT id, '', $2, ref, name_index, $5
             FROM unnest($1::text[], $3::text[], $4::bytea[]) AS contact (id, ref, name_index) ORDER BY id
           ON CONFLICT (id) DO NOTHING`,
          [
            fresh.map(([, id]) => id),
            creator,
            refs,
            fresh.map(([name]) => contactNameIndex(index, creator, name)),
            clock.now(),
          ],
        );
      });
      return wanted;
    },
  };
}
