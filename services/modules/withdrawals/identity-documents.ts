import { randomBytes } from 'node:crypto';
import type { Pool, PoolClient } from 'pg';
import type { UserId } from '#events/ids.ts';
import type { Millis } from '#events/time.ts';
import { lockPerson } from '#services/modules/accounts/person-lock.ts';
import type { Vault } from '#services/modules/accounts/vault.ts';
import type { Clock } from '#services/runtime/clock.ts';
import { anyOf, queriesOn } from '#services/runtime/queries.ts';
import { inTransaction } from '#services/runtime/transaction.ts';

export type CardSide = 'FRONT' | 'BACK';

/** A picture of one side of an identity card, and the number that it was uploaded for. */
export interface IdentityDocument {
  identity_no: string;
  side: CardSide;
  /** `png`, `jpg`, `gif` or `webp` */
  extension: string;
  /** base64 */
  data: string;
  /** Missing: stored by an older version, which did not decode pictures. */
  decoded?: true;
}

/** Pictures of identity cards. Personal data: in the vault, and gone when nothing refers to them. */
export interface IdentityDocuments {
  /**
   * Stores a decoded picture and removes an earlier unused one of the same side.
   * @returns its file id
   */
  keep(user: UserId, document: Omit<IdentityDocument, 'decoded'>): Promise<string>;
}

/** A number of an identity card as it is compared: half-width, without blanks, X in upper case. */
export const tidyNumber = (identity_no: string): string =>
  identity_no.normalize('NFKC').replace(/\s/g, '').toUpperCase();

/** Only this file writes entries with a document's reference. */
export const documentOf = (text: string): IdentityDocument => JSON.parse(text) as IdentityDocument;

async function forget(client: PoolClient, vault: Vault, rows: readonly { vault_ref: string }[]) {
  await vault.forget(
    rows.map(({ vault_ref }) => vault_ref),
    client,
  );
}

export function openIdentityDocuments(pool: Pool, vault: Vault, clock: Clock): IdentityDocuments {
  return {
    keep: (user, document) =>
      inTransaction(pool, async (client) => {
        await lockPerson(client, user);
        const before = await queriesOn(client)
          .deleteFrom('accounts.identity_documents')
          .where('user_id', '=', user)
          .where('side', '=', document.side)
          .where('payee_ref', 'is', null)
          .returning('vault_ref')
          .execute();
        await forget(client, vault, before);
        const file_id = randomBytes(16).toString('hex');
        const text = JSON.stringify({ ...document, decoded: true } satisfies IdentityDocument);
        const vault_ref = await vault.put(user, 'document', text, client);
        await queriesOn(client)
          .insertInto('accounts.identity_documents')
          .values({ file_id, user_id: user, side: document.side, vault_ref, created_at: clock.now() })
          .execute();
        return file_id;
      }),
  };
}

/** The pictures that a card comes with: front and back of the person's own identity card. */
export interface CardPictures {
  identity_no: string;
  front: string;
  back: string;
}

/** Which sides are not there, not the person's, or were uploaded for another number. */
export async function missingPictures(
  client: PoolClient,
  vault: Vault,
  user: UserId,
  { identity_no, front, back }: CardPictures,
): Promise<CardSide[]> {
  const rows = await queriesOn(client)
    .selectFrom('accounts.identity_documents')
    .where('user_id', '=', user)
    .where('file_id', '=', anyOf([front, back]))
    .select(['file_id', 'vault_ref', 'side'])
    .execute();
  const texts = await vault.read(
    rows.map(({ vault_ref }) => vault_ref),
    client,
  );
  const fits = (file_id: string, side: CardSide): boolean => {
    const row = rows.find((one) => one.file_id === file_id && one.side === side);
    const text = row && texts.get(row.vault_ref);
    return text !== undefined && documentOf(text).identity_no === identity_no;
  };
  const wanted: readonly [string, CardSide][] = [
    [front, 'FRONT'],
    [back, 'BACK'],
  ];
  return wanted.filter(([file_id, side]) => !fits(file_id, side)).map(([, side]) => side);
}

/** Assigns a person's pictures to the card under `payee_ref`; a resubmitted card keeps them. */
export async function attachDocuments(
  client: PoolClient,
  user: UserId,
  payee_ref: string,
  { front, back }: CardPictures,
): Promise<void> {
  await queriesOn(client)
    .updateTable('accounts.identity_documents')
    .set({ payee_ref })
    .where('user_id', '=', user)
    .where('file_id', '=', anyOf([front, back]))
    .execute();
}

/** Removes the pictures that came with cards which are gone. */
export async function forgetDocuments(
  client: PoolClient,
  vault: Vault,
  payee_refs: readonly string[],
): Promise<void> {
  const gone = queriesOn(client).deleteFrom('accounts.identity_documents').returning('vault_ref');
  const rows = await gone.where('payee_ref', '=', anyOf(payee_refs)).execute();
  await forget(client, vault, rows);
}

/** Removes unused pictures uploaded before a time. */
export async function forgetUnsentDocuments(pool: Pool, before: Millis): Promise<void> {
  await pool.query(
    `WITH gone AS (
       DELETE FROM accounts.identity_documents WHERE payee_ref IS NULL AND created_at <= $1 RETURNING vault_ref
     ) DELETE FROM accounts.vault WHERE ref IN (SELECT vault_ref FROM gone)`,
    [before],
  );
}
