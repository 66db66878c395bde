import { sql } from 'kysely';

/** SQL, by an index: creators who can have this text in name, address or what they do. Whether they have it is looked up after it. */
export const hasParts = (user_id: string, text: string) => sql<boolean>`
  ${sql.ref(user_id)} IN (
    SELECT user_id FROM accounts.creator_names WHERE parts @> accounts.word_parts(accounts.folded(${text})))`;
