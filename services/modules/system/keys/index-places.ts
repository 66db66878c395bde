import type { PoolClient } from 'pg';
import type { UserId } from '#events/ids.ts';
import { contactNameIndex } from '#services/modules/accounts/contacts.ts';
import type { Vault } from '#services/modules/accounts/vault.ts';
import type { BlindIndex } from '#services/modules/messages/account-name.ts';
import type { Holder } from '#services/modules/tickets/holder.ts';
import { indexNames } from '#services/modules/tickets/holder-names.ts';
import { numberOf } from '#services/modules/tickets/identities.ts';
import { BATCH, type Batch, type Place, type RowKey } from './sealed-places.ts';

interface IndexedRow {
  id: string;
  ref: string;
  /** What the hash depends on besides the text. */
  about: string;
}

interface IndexedColumn {
  place: string;
  /** $1: the last id, '' at first. In the order of the id. */
  select: string;
  hash(row: IndexedRow, text: string): Buffer;
  /** $1: ids; $2: hashes; $3: references that the ids still have. */
  update: readonly string[];
}

type Texts = Pick<Vault, 'read'>;

/** The rows after a key; those whose text was erased are left out. */
async function textsAfter(
  client: PoolClient,
  vault: Texts,
  select: string,
  after: RowKey | undefined,
): Promise<{ rows: { row: IndexedRow; text: string }[]; last: RowKey | undefined }> {
  const { rows } = await client.query<IndexedRow>(`${select} LIMIT ${BATCH}`, [after?.[0] ?? '']);
  const texts = await vault.read(
    rows.map(({ ref }) => ref),
    client,
  );
  const found = rows.flatMap((row) => {
    const text = texts.get(row.ref);
    return text === undefined ? [] : [{ row, text }];
  });
  const last = rows.at(-1);
  return { rows: found, last: rows.length < BATCH || !last ? undefined : [last.id] };
}

const columnPlace = (column: IndexedColumn, vault: Texts): Place => ({
  name: 'lookup',
  place: column.place,
  async next(client, after): Promise<Batch> {
    const { rows, last } = await textsAfter(client, vault, column.select, after);
    const values = [
      rows.map(({ row }) => row.id),
      rows.map(({ row, text }) => column.hash(row, text)),
      rows.map(({ row }) => row.ref),
    ];
    for (const update of column.update) await client.query(update, values);
    return { after: last, rewritten: rows.length };
  },
});

const rehashed = 'unnest($1::text[], $2::bytea[], $3::text[]) AS n (id, hash, ref)';

const columnsOf = (index: BlindIndex): IndexedColumn[] => [
  {
    place: 'accounts.logins.account_index',
    select: `SELECT user_id || ' ' || kind AS id, vault_ref AS ref, kind AS about FROM accounts.logins
              WHERE (user_id, kind) > (split_part($1, ' ', 1), split_part($1, ' ', 2)) ORDER BY user_id, kind`,
    hash: ({ about }, text) => index(about, text),
    update: [
      `UPDATE accounts.contact_proofs p SET account_index = n.hash FROM ${rehashed}
         JOIN accounts.logins l ON l.user_id || ' ' || l.kind = n.id AND l.vault_ref = n.ref
        WHERE p.user_id = l.user_id AND p.account_index = l.account_index`,
      `UPDATE accounts.logins l SET account_index = n.hash FROM ${rehashed}
        WHERE l.user_id = split_part(n.id, ' ', 1) AND l.kind = split_part(n.id, ' ', 2)
          AND l.vault_ref = n.ref AND l.account_index <> n.hash`,
    ],
  },
  {
    place: 'accounts.users.name_index',
    select: `SELECT id, name_ref AS ref, imported_by AS about FROM accounts.users
              WHERE name_index IS NOT NULL AND imported_by IS NOT NULL AND name_ref IS NOT NULL AND id > $1 ORDER BY id`,
    hash: ({ about }, text) => contactNameIndex(index, about, text),
    update: [
      `UPDATE accounts.users u SET name_index = n.hash FROM ${rehashed}
        WHERE u.id = n.id AND u.name_ref = n.ref AND u.name_index <> n.hash`,
    ],
  },
  {
    place: 'accounts.identities.number_index',
    select: `SELECT identity_id AS id, vault_ref AS ref, user_id AS about FROM accounts.identities
              WHERE identity_id > $1 ORDER BY identity_id`,
    // Only identities.ts writes entries with these references.
    hash: ({ about }, text) => index(...numberOf(about as UserId, JSON.parse(text) as Holder)),
    update: [
      `UPDATE accounts.identities i SET number_index = n.hash FROM ${rehashed}
        WHERE i.identity_id = n.id AND i.vault_ref = n.ref AND i.number_index <> n.hash`,
    ],
  },
];

const holderNames = (index: BlindIndex, vault: Texts): Place => ({
  name: 'lookup',
  place: 'accounts.holder_names.name_index',
  async next(client, after) {
    const select = `SELECT ref AS id, ref, '' AS about FROM accounts.vault WHERE kind = 'identity' AND ref > $1 ORDER BY ref`;
    const { rows, last } = await textsAfter(client, vault, select, after);
    const holders = rows.map(({ row, text }) => ({ ref: row.ref, name: (JSON.parse(text) as Holder).name }));
    await client.query('DELETE FROM accounts.holder_names WHERE ref = ANY ($1::text[])', [
      holders.map(({ ref }) => ref),
    ]);
    await indexNames(client, index, holders);
    return { after: last, rewritten: holders.length };
  },
});

/** Tables in which people are found by keyed hashes: these are computed again from the texts of the vault. */
export const indexPlaces = (index: BlindIndex, vault: Texts): Place[] => [
  ...columnsOf(index).map((column) => columnPlace(column, vault)),
  holderNames(index, vault),
];
