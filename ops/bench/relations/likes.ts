import { Pool } from 'pg';
import { asUserId } from '#events/ids.ts';
import { openLikes } from '#services/modules/relations/likes.ts';
import { allMigrations } from '#services/runtime/migrations.ts';
import { median } from '../load.ts';
import { atLeast, type Bench } from '../row.ts';
import { withScratchDatabase } from '../scratch-database.ts';

const PEOPLE = 20_000;
const ROUNDS = 5;
const POST = 'post';
const FIGURE = 10_000;

/** Likes of one post by many people at once: through two processes' batchers, to the committed count. */
export const likesBench: Bench = ({ databaseUrl, quick }) =>
  withScratchDatabase(databaseUrl, allMigrations, async (url) => {
    const pool = new Pool({ connectionString: url, max: 4 });
    try {
      await pool.query(
        `INSERT INTO accounts.users (id, name, url_slug, created_at)
         SELECT 'fan' || n, 'Fan ' || n, '', 0 FROM generate_series(0, $1::int) n`,
        [PEOPLE],
      );
      const servers = [openLikes(pool), openLikes(pool)];
      const rates: number[] = [];
      for (let round = -1; round < (quick ? 1 : ROUNDS); round += 1) {
        const liked = round % 2 !== 0;
        const began = performance.now();
        await Promise.all(
          Array.from({ length: PEOPLE }, (_, n) =>
            servers[n % servers.length]?.set({
              user_id: asUserId(`fan${n}`),
              post_id: POST,
              creator_id: `fan${PEOPLE}`,
              liked,
            }),
          ),
        );
        if (round >= 0) rates.push((PEOPLE / (performance.now() - began)) * 1000);
        const { rows } = await pool.query<{ count: number }>(
          `SELECT coalesce(sum(count), 0)::int AS count FROM relations.mark_counts WHERE subject_id = $1`,
          [POST],
        );
        const expected = liked ? PEOPLE : 0;
        if (rows[0]?.count !== expected) throw new Error(`${rows[0]?.count} likes instead of ${expected}`);
      }
      return [
        atLeast(1, {
          name: 'likes and unlikes of one post',
          value: median(rates),
          unit: 'a second',
          reference: { name: 'the figure', value: FIGURE },
          remark: 'two batchers on one database; the count is compared after each round',
        }),
      ];
    } finally {
      await pool.end();
    }
  });
