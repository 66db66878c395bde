import type { Selectable } from 'kysely';
import type { Pool, PoolClient } from 'pg';
import { hexId, type UserId } from '#events/ids.ts';
import type { DocumentType } from '#services/contract/tickets/documents.ts';
import { lockPerson, notFound } from '#services/modules/accounts/person-lock.ts';
import type { Vault } from '#services/modules/accounts/vault.ts';
import type { BlindIndex } from '#services/modules/messages/account-name.ts';
import type { Clock } from '#services/runtime/clock.ts';
import { queriesOn } from '#services/runtime/queries.ts';
import { QUOTAS } from '#services/runtime/quotas.ts';
import { badInput, quotaReached, type Refusal } from '#services/runtime/refusal.ts';
import type { Tables } from '#services/runtime/tables.gen.ts';
import { inTransaction } from '#services/runtime/transaction.ts';
import { documentOf, type Holder, holderErrors, maskedHolder, tidyHolder } from './holder.ts';
import { indexNames, searchedName } from './holder-names.ts';
import { type TicketHolders, ticketHolders } from './ticket-holders.ts';

/** A saved record; name and number are masked. */
export interface Identity extends Holder {
  id_type: DocumentType;
  identity_id: string;
  /** Milliseconds. */
  updated_at: number;
}

interface IdentityEdit extends Holder {
  /** The record to change, which keeps document and number if no number is entered; without it a new record. */
  identity_id?: string | undefined;
}

/**
 * The saved holders of a person; those of others answer not found. A change writes a new vault entry, so a ticket
 * keeps its holder.
 */
export interface Identities extends TicketHolders {
  /** The newest first. */
  list(user: UserId): Promise<Identity[]>;
  /** Refused by field, when there are too many, and when it is not this person's. */
  save(user: UserId, edit: IdentityEdit): Promise<Identity | Refusal>;
  /** False when the person has no such record. */
  remove(user: UserId, identity_id: string): Promise<boolean>;
  /** The hashes by which the door finds holders of this name, or of this part of one; undefined for no name. */
  searchedName(text: string): readonly Buffer[] | undefined;
  /** In the clear, for the door and the holder's buyer; erased ones are left out. */
  read(refs: readonly string[]): Promise<Map<string, Holder>>;
}

/** `uses`: the number of orders whose tickets hold it. */
type IdentityRow = Selectable<Tables['accounts.identities']>;

const ownRows = (on: Pool | PoolClient, user: UserId) =>
  queriesOn(on)
    .selectFrom('accounts.identities')
    .where('user_id', '=', user)
    .selectAll()
    .orderBy('updated_at', 'desc')
    .orderBy('identity_id', 'desc');

/** Subjects of the keyed hashes of numbers; they never change. */
const INDEX_SUBJECTS: Readonly<Record<DocumentType, string>> = {
  resident_id: 'resident-id',
  passport: 'passport',
  hk_macau_permit: 'hk-macau-permit',
  taiwan_permit: 'taiwan-permit',
};

/** The subject and the text of a number's hash: equal for the same document of one person only. */
export const numberOf = (user: UserId, holder: Holder): [subject: string, text: string] => [
  `${INDEX_SUBJECTS[documentOf(holder)]}\0${user}`,
  holder.id_card,
];

interface IdentitiesOptions {
  pool: Pool;
  vault: Vault;
  index: BlindIndex;
  clock: Clock;
}

export function openIdentities(options: IdentitiesOptions): Identities {
  const { pool, vault, index, clock } = options;

  const answerOf = (holder: Holder, identity_id: string, updated_at: number): Identity => ({
    ...maskedHolder(holder),
    id_type: documentOf(holder),
    identity_id,
    updated_at,
  });

  async function read(refs: readonly string[], client?: PoolClient): Promise<Map<string, Holder>> {
    const texts = await vault.read(refs, client);
    // Only this file and ticket-holders.ts write entries with these references.
    return new Map([...texts].map(([ref, text]) => [ref, JSON.parse(text) as Holder]));
  }

  /** The person's records, locked until the transaction ends, so that no ticket uses one meanwhile. In the order of tickets. */
  async function heldRows(client: PoolClient, user: UserId): Promise<IdentityRow[]> {
    await lockPerson(client, user);
    return ownRows(client, user).clearOrderBy().orderBy('identity_id').forUpdate().execute();
  }

  /** The record after the change; without a new number the old one stays. */
  async function edited(client: PoolClient, edit: IdentityEdit, before?: IdentityRow): Promise<Holder> {
    const { name, id_type, id_card } = edit;
    if (before === undefined || id_card !== '') return { name, id_type, id_card };
    const holder = (await read([before.vault_ref], client)).get(before.vault_ref) ?? { name, id_card };
    const sameDocument = id_type === undefined || id_type === documentOf(holder);
    return sameDocument ? { ...holder, name } : { name, id_type, id_card };
  }

  return {
    read: (refs) => read(refs),
    searchedName: (text) => searchedName(index, text),
    ...ticketHolders(options),
    async list(user) {
      const rows = await ownRows(pool, user).execute();
      const holders = await read(rows.map((row) => row.vault_ref));
      return rows.flatMap(({ identity_id, vault_ref, updated_at }) => {
        const holder = holders.get(vault_ref);
        return holder ? [answerOf(holder, identity_id, updated_at)] : [];
      });
    },
    save: (user, edit) =>
      inTransaction(pool, async (client) => {
        const rows = await heldRows(client, user);
        const before = rows.find((row) => row.identity_id === edit.identity_id);
        if (before === undefined && edit.identity_id !== undefined) return notFound;
        const wanted = await edited(client, edit, before);
        const updated_at = clock.now();
        const errors = holderErrors(wanted, updated_at);
        if (errors.length > 0) return { code: 'bad_input', errors };
        if (before === undefined && rows.length >= QUOTAS.identities) return quotaReached(QUOTAS.identities);
        const holder = tidyHolder(wanted, updated_at);
        const number_index = index(...numberOf(user, holder));
        const equal = index.all(...numberOf(user, holder));
        const others = rows.filter((row) => row !== before);
        const same = others.find((row) => equal.some((one) => one.equals(row.number_index)));
        if (same !== undefined) return badInput('id_card', { key: 'already_kept' });
        const identity_id = before?.identity_id ?? hexId();
        const vault_ref = await vault.put(user, 'identity', JSON.stringify(holder), client);
        await indexNames(client, index, [{ ref: vault_ref, name: holder.name }]);
        const written = { vault_ref, number_index, updated_at };
        await queriesOn(client)
          .insertInto('accounts.identities')
          .values({ ...written, identity_id, user_id: user, created_at: updated_at })
          .onConflict((on) => on.column('identity_id').doUpdateSet({ ...written, uses: 0 }))
          .execute();
        if (before !== undefined && before.uses === 0) await vault.forget([before.vault_ref], client);
        return answerOf(holder, identity_id, updated_at);
      }),
    remove: (user, identity_id) =>
      inTransaction(pool, async (client) => {
        const gone = (await heldRows(client, user)).find((row) => row.identity_id === identity_id);
        if (gone === undefined) return false;
        const row = queriesOn(client).deleteFrom('accounts.identities');
        await row.where('identity_id', '=', identity_id).execute();
        if (gone.uses === 0) await vault.forget([gone.vault_ref], client);
        return true;
      }),
  };
}
