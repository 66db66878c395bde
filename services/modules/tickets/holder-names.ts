import type { Pool, PoolClient } from 'pg';
import type { Vault } from '#services/modules/accounts/vault.ts';
import type { BlindIndex } from '#services/modules/messages/account-name.ts';
import type { Holder } from './holder.ts';

const SUBJECT = 'holder-name';
/** A name has at most 40 characters; a longer search finds nothing. */
const MAX_LENGTH = 40;
const SEPARATORS = /[\s·・.,'’_-]+/u;
const HAN = /^\p{Script=Han}+$/u;

const wordsOf = (name: string): string[] =>
  name
    .normalize('NFKC')
    .toLowerCase()
    .split(SEPARATORS)
    .filter((word) => word !== '');

/** The name without blanks and marks, for comparison. */
const plain = (name: string): string => wordsOf(name).join('');

/**
 * The search terms of a name: the beginnings of the name and of each word, from two characters on. A Chinese name is
 * also found by its first character and by each of its ends (the given name).
 */
export function nameParts(name: string): Set<string> {
  const parts = new Set<string>();
  for (const word of [plain(name), ...wordsOf(name)]) {
    const letters = [...word].slice(0, MAX_LENGTH);
    const isHan = HAN.test(word);
    for (let at = 1; at <= letters.length; at += 1) {
      if (at > 1 || isHan) parts.add(letters.slice(0, at).join(''));
      if (isHan) parts.add(letters.slice(-at).join(''));
    }
  }
  return parts;
}

/** The hashes to look for; undefined for a text that finds no name. */
export function searchedName(index: BlindIndex, text: string): readonly Buffer[] | undefined {
  const name = plain(text);
  return name === '' || [...name].length > MAX_LENGTH ? undefined : index.all(SUBJECT, name);
}

interface Named {
  ref: string;
  name: string;
}

/** Makes holders findable by name; erased vault entries are left out. */
export async function indexNames(
  client: Pool | PoolClient,
  index: BlindIndex,
  holders: readonly Named[],
): Promise<void> {
  const rows = holders.flatMap(({ ref, name }) =>
    [...nameParts(name)].map((part) => ({ ref, hash: index(SUBJECT, part) })),
  );
  if (rows.length === 0) return;
  await client.query({
    name: 'holder-names-index',
    text: `INSERT INTO accounts.holder_names (ref, name_index)
           SELECT vault.ref, named.name_index
             FROM unnest($1::text[], $2::bytea[]) AS named (ref, name_index)
             JOIN (SELECT ref FROM accounts.vault WHERE ref = ANY ($1::text[]) ORDER BY ref FOR KEY SHARE) AS vault USING (ref)
            ORDER BY vault.ref, named.name_index
           ON CONFLICT DO NOTHING`,
    values: [rows.map(({ ref }) => ref), rows.map(({ hash }) => hash)],
  });
}

const PAGE = 500;

/**
 * Indexes the entries without an index: old ones, and those of orders that were interrupted between both writes. Can
 * be repeated, also by two workers concurrently.
 * @returns the number of indexed entries
 */
export async function indexEarlierNames(
  pool: Pool,
  vault: Pick<Vault, 'read'>,
  index: BlindIndex,
): Promise<number> {
  let [after, done] = ['', 0];
  for (;;) {
    const { rows } = await pool.query<{ ref: string }>(
      `SELECT ref FROM accounts.vault
        WHERE kind = 'identity' AND ref > $1
          AND NOT EXISTS (SELECT FROM accounts.holder_names WHERE holder_names.ref = vault.ref)
        ORDER BY ref LIMIT ${PAGE}`,
      [after],
    );
    const last = rows.at(-1);
    if (last === undefined) return done;
    const texts = await vault.read(rows.map(({ ref }) => ref));
    const holders = [...texts].map(([ref, text]) => ({ ref, name: (JSON.parse(text) as Holder).name }));
    await indexNames(pool, index, holders);
    after = last.ref;
    done += holders.length;
  }
}
