import { sql } from 'kysely';
import type { Pool } from 'pg';
import { asUserId, type UserId } from '#events/ids.ts';
import { lockPersonAnd, notFound } from '#services/modules/accounts/person-lock.ts';
import { queriesOn } from '#services/runtime/queries.ts';
import { QUOTAS } from '#services/runtime/quotas.ts';
import { quotaReached, type Refusal } from '#services/runtime/refusal.ts';
import { inTransaction } from '#services/runtime/transaction.ts';

/** `block`: both do not see each other's comments. `reject`: a creator takes nothing more from a person. */
type BlockKind = 'block' | 'reject';

interface Block {
  user_id: UserId;
  kind: BlockKind;
  other_id: UserId;
}

/** A person in the list of somebody. */
interface ListedBlock {
  user_id: string;
  name: string;
  avatar: string;
  url_slug: string;
  /** Unix milliseconds */
  created_at: number;
  /** Orders the list */
  place: number;
}

/** Whom people block and creators reject: ordinary rows. Both again change nothing. */
export const openBlocks = (pool: Pool) => {
  const db = queriesOn(pool);
  const rowOf = ({ user_id, kind, other_id }: Block, on = db) =>
    on
      .selectFrom('relations.blocks')
      .where('user_id', '=', user_id)
      .where('kind', '=', kind)
      .where('other_id', '=', other_id)
      .select('place')
      .executeTakeFirst();
  return {
    /** Refuses an account that is deleted or was never there (not_found), and one more than the quota. */
    add: (block: Block, now: number): Promise<Refusal | null> =>
      inTransaction(pool, async (client) => {
        const { user_id, kind, other_id } = block;
        await lockPersonAnd(client, user_id, other_id);
        const own = queriesOn(client);
        if (await rowOf(block, own)) return null;
        const { count } = await own
          .selectFrom('relations.blocks')
          .where('user_id', '=', user_id)
          .where('kind', '=', kind)
          .select((is) => is.fn.countAll<number>().as('count'))
          .executeTakeFirstOrThrow();
        if (count >= QUOTAS.blocked_people) return quotaReached(QUOTAS.blocked_people, 'user_id');
        // Neither for nor of an account that was deleted before.
        const { rowCount } = await client.query(
          `INSERT INTO relations.blocks (user_id, kind, other_id, created_at)
           SELECT own.id, $2, other.id, $4 FROM accounts.users own, accounts.users other
            WHERE own.id = $1 AND other.id = $3 AND own.deleted_at IS NULL AND other.deleted_at IS NULL`,
          [user_id, kind, other_id, now],
        );
        return rowCount === 1 ? null : notFound;
      }),
    async remove({ user_id, kind, other_id }: Block): Promise<void> {
      await db
        .deleteFrom('relations.blocks')
        .where('user_id', '=', user_id)
        .where('kind', '=', kind)
        .where('other_id', '=', other_id)
        .execute();
    },
    /**
     * Those whom a person blocks or rejects, the newest first, also people who are not shown.
     * @param before the place of the last one of the page before; 0: the first page
     * @param name a part of their names
     */
    page: (
      user_id: UserId,
      kind: BlockKind,
      { before, most, name }: { before: number; most: number; name: string },
    ): Promise<ListedBlock[]> =>
      db
        .selectFrom('relations.blocks as blocks')
        .innerJoin('accounts.users as users', 'users.id', 'blocks.other_id')
        .where('blocks.user_id', '=', user_id)
        .where('blocks.kind', '=', kind)
        .where(sql<boolean>`(${before}::bigint = 0 OR blocks.place < ${before}::bigint)`)
        .where(sql<boolean>`strpos(lower(users.name), lower(${name})) > 0`)
        .select(['users.id as user_id', 'users.name', 'users.avatar', 'users.url_slug'])
        .select(['blocks.created_at', 'blocks.place'])
        .orderBy('blocks.place', 'desc')
        .limit(most)
        .execute(),
    /** What a person has set about another one. */
    async of(user_id: UserId, other_id: string): Promise<Record<'is_block' | 'is_reject', boolean>> {
      const rows = await db
        .selectFrom('relations.blocks')
        .where('user_id', '=', user_id)
        .where('other_id', '=', other_id)
        .select('kind')
        .execute();
      const has = (kind: BlockKind): boolean => rows.some((row) => row.kind === kind);
      return { is_block: has('block'), is_reject: has('reject') };
    },
    /** Whether one of the two blocks the other one. */
    async between(one: string, other: string): Promise<boolean> {
      const { rowCount } = await pool.query(
        `SELECT FROM relations.blocks
          WHERE kind = 'block' AND (user_id, other_id) IN (($1, $2), ($2, $1)) LIMIT 1`,
        [one, other],
      );
      return rowCount === 1;
    },
    /** Those of these people whom the person blocks or rejects, or who do that to the person. */
    async apartFrom(user_id: UserId, others: readonly string[]): Promise<ReadonlySet<string>> {
      if (others.length === 0) return new Set();
      const { rows } = await pool.query<{ id: string }>(
        `SELECT other_id AS id FROM relations.blocks WHERE user_id = $1 AND other_id = ANY ($2)
         UNION SELECT user_id FROM relations.blocks WHERE other_id = $1 AND user_id = ANY ($2)`,
        [user_id, others],
      );
      return new Set(rows.map(({ id }) => id));
    },
    /** All who reject a person: nobody, for nearly everybody. */
    async rejectersOf(user_id: string): Promise<ReadonlySet<string>> {
      const { rows } = await pool.query<{ user_id: string }>(
        `SELECT user_id FROM relations.blocks WHERE other_id = $1 AND kind = 'reject'`,
        [user_id],
      );
      return new Set(rows.map((row) => row.user_id));
    },
    rejects: async (creator_id: string, user_id: UserId): Promise<boolean> =>
      (await rowOf({ user_id: asUserId(creator_id), kind: 'reject', other_id: user_id })) !== undefined,
  };
};

export type Blocks = ReturnType<typeof openBlocks>;
