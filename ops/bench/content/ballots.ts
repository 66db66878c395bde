import { Pool } from 'pg';
import type { AccessTerms, VoteTerms } from '#events/content.ts';
import { asUserId, newPostId, newUserId } from '#events/ids.ts';
import { logMigrations, postgresLog } from '#events/log/postgres/postgres-log.ts';
import { startCommitter } from '#services/commerce/committer/committer.ts';
import { savePost } from '#services/commerce/content/edit-post.ts';
import { castBallot } from '#services/commerce/content/votes/cast-ballot.ts';
import { systemClock } from '#services/runtime/clock.ts';
import { percentile } from '../load.ts';
import { type Bench, noMoreThan } from '../row.ts';
import { withScratchDatabase } from '../scratch-database.ts';

const BALLOTS = 100_000;
const IN_FLIGHT = 128;
const MOST_SECONDS = 60;
const MOST_MS = 100;
const migrations = [
  { area: 'log', folder: logMigrations },
  { area: 'commerce', folder: new URL('../../../services/commerce/migrations/', import.meta.url) },
];

const open: AccessTerms = { audience: { to: 'all' }, window: 'now', public_at: null, goal_id: null };
const vote: VoteTerms = {
  chosen: 'multiple',
  most: 2,
  options: ['1', '2', '3', '4'],
  deadline: null,
  text_hash: '',
};

/** Ballots of one vote by as many people, decided and in the log; counted afterwards. */
export const ballotsBench: Bench = ({ databaseUrl, quick }) =>
  withScratchDatabase(databaseUrl, migrations, async (url) => {
    const pool = new Pool({ connectionString: url, max: 4 });
    const log = postgresLog(pool);
    const committer = startCommitter({ log, clock: systemClock, pool });
    const total = quick ? BALLOTS / 10 : BALLOTS;
    try {
      const post_id = newPostId();
      const post = { creator_id: newUserId(), post_id, made: true, kind: 'post' as const, terms: open };
      const published = { ...post, text_hash: '', publish: 'now' as const, may_link: true, vote };
      const saved = await committer.submit(savePost(published));
      if (!saved.accepted) throw new Error(saved.refusal.code);
      const taken: number[] = [];
      let next = 0;
      const begun = performance.now();
      const person = async (): Promise<void> => {
        while (next < total) {
          const n = next;
          next += 1;
          const at = performance.now();
          const options = n % 3 === 0 ? ['1', '3'] : [String(1 + (n % 4))];
          const outcome = await committer.submit(
            castBallot({ post_id, user_id: asUserId(`voter${n}`), options }),
          );
          if (!outcome.accepted) throw new Error(outcome.refusal.code);
          taken.push(performance.now() - at);
        }
      };
      await Promise.all(Array.from({ length: IN_FLIGHT }, person));
      const seconds = (performance.now() - begun) / 1_000;
      const { rows } = await pool.query<{ ballots: number }>(
        `SELECT count(DISTINCT stream)::int AS ballots FROM log.events WHERE type = 'BallotCast'`,
      );
      if (rows[0]?.ballots !== total) throw new Error(`${rows[0]?.ballots} ballots instead of ${total}`);
      const remark = `${total.toLocaleString('en-US')} ballots, ${IN_FLIGHT} at a time`;
      return [
        noMoreThan(MOST_SECONDS, {
          name: '100,000 ballots of one vote',
          value: seconds * (BALLOTS / total),
          unit: 's',
          remark,
        }),
        noMoreThan(MOST_MS, { name: 'p99 of a ballot', value: percentile(taken, 0.99), unit: 'ms', remark }),
      ];
    } finally {
      await committer.close();
      await pool.end();
    }
  });
