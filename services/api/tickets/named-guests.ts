import type { UserId } from '#events/ids.ts';
import type { Dependencies } from '../dependencies.ts';

/** The maximum of tickets in a guest list (`read-models/tickets`). */
const MOST_FOUND = 1_000;

/** References of those who hold tickets of the creator and have this name, or this part of one. */
export async function namedGuests(
  { pool, identities }: Pick<Dependencies, 'pool' | 'identities'>,
  creator_id: UserId,
  text: string,
): Promise<string[]> {
  const name_index = identities.searchedName(text);
  if (name_index === undefined) return [];
  const { rows } = await pool.query<{ ref: string }>({
    name: 'named-guests',
    text: `SELECT DISTINCT named.ref
             FROM accounts.holder_names named JOIN rm.tickets ON tickets.holder_ref = named.ref
            WHERE named.name_index = $1 AND tickets.creator_id = $2
            LIMIT ${MOST_FOUND}`,
    values: [name_index, creator_id],
  });
  return rows.map(({ ref }) => ref);
}
