import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Pool } from 'pg';
import type { UserId } from '#events/ids.ts';
import { anyOf, queriesOn } from '#services/runtime/queries.ts';

/** A younger revision can be of a command that is not decided yet. */
const UNDECIDED = sql<Date>`now() - interval '1 minute'`;

/** What a vote asks, and the names of its options in their order. */
export interface VoteText {
  title: string;
  names: readonly string[];
  /** Files by their ids, in the same order; empty where no option has a picture. */
  pics: readonly string[];
}
/** A text with the salt of its hash. */
interface SaltedVoteText extends VoteText {
  salt: string;
}
interface Revision {
  post_id: string;
  text_hash: string;
}

/** Each field has its bytes in front, so that no two texts are the same bytes. */
function voteHash(salt: string, { title, names, pics }: VoteText): string {
  const hash = createHash('sha256');
  // Of pictures there are as many as of names, in a form of their own.
  for (const field of [`fanwatt-vote-${pics.length > 0 ? 2 : 1}`, salt, title, ...names, ...pics])
    hash.update(`${Buffer.byteLength(field)}:${field}`);
  return hash.digest('hex');
}

/** Texts of votes, one row for each revision. */
export function openVoteTexts(pool: Pool) {
  const db = queriesOn(pool);
  return {
    /**
     * Writes a revision before the command that names it. The text of the present revision is that revision.
     * @returns `written`: whether the row is this call's own
     */
    async save(
      of: { post_id: string; creator_id: UserId; present: string },
      text: VoteText,
    ): Promise<{ text_hash: string; written: boolean }> {
      const { post_id, creator_id, present } = of;
      const row = await db
        .selectFrom('content.votes')
        .where('post_id', '=', post_id)
        .where('text_hash', '=', present)
        .select('salt')
        .executeTakeFirst();
      if (row && voteHash(row.salt, text) === present) return { text_hash: present, written: false };
      const salt = randomBytes(16).toString('hex');
      const text_hash = voteHash(salt, text);
      const [names, pics] = [[...text.names], [...text.pics]];
      await db
        .insertInto('content.votes')
        .values({ post_id, text_hash, creator_id, title: text.title, names, pics, salt })
        .execute();
      return { text_hash, written: true };
    },
    /** Removes a revision that no event names. */
    async forget({ post_id, text_hash }: Revision): Promise<void> {
      const rows = db.deleteFrom('content.votes').where('post_id', '=', post_id);
      await rows.where('text_hash', '=', text_hash).execute();
    },
    /** Removes all revisions but the present one. Those of undecided commands stay. */
    async forgetOthers({ post_id, text_hash }: Revision): Promise<void> {
      await db
        .deleteFrom('content.votes')
        .where('post_id', '=', post_id)
        .where('text_hash', '<>', text_hash)
        .where('created_at', '<', UNDECIDED)
        .execute();
    },
    /** A revision with its salt. */
    salted: ({ post_id, text_hash }: Revision): Promise<SaltedVoteText | undefined> =>
      db
        .selectFrom('content.votes')
        .where('post_id', '=', post_id)
        .where('text_hash', '=', text_hash)
        .select(['salt', 'title', 'names', 'pics'])
        .executeTakeFirst(),
    /** The text of each vote by its post; undefined where it is gone. */
    async of(revisions: readonly Revision[]): Promise<(post_id: string) => VoteText | undefined> {
      if (revisions.length === 0) return () => undefined;
      const rows = await db
        .selectFrom('content.votes')
        .where('post_id', '=', anyOf(revisions.map(({ post_id }) => post_id)))
        .where('text_hash', '=', anyOf(revisions.map(({ text_hash }) => text_hash)))
        .select(['post_id', 'title', 'names', 'pics'])
        .execute();
      const texts = new Map(rows.map(({ post_id, ...text }) => [post_id, text]));
      return (post_id) => texts.get(post_id);
    },
  };
}

export type VoteTexts = ReturnType<typeof openVoteTexts>;

/** Removes texts that no command has named, as `forgetUnusedTexts` does. */
export const forgetUnusedVotes = (pool: Pool): Promise<unknown> =>
  pool.query(
    `DELETE FROM content.votes t
      WHERE created_at BETWEEN now() - interval '8 days' AND now() - interval '1 day'
        AND NOT EXISTS (SELECT FROM log.events WHERE stream = 'vote-' || t.post_id)`,
  );
