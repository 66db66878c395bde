import type { Pool } from 'pg';
import type { DataOf } from '#events/registry.ts';
import { votesOf } from '#read-models/content/votes/queries.ts';
import { closeVote, endVote } from '#services/commerce/content/votes/end-vote.ts';
import type { Committer } from '#services/commerce/engine/command.ts';
import type { Process, TimerChange } from '../process.ts';
import { dueTimeOf } from './due-time.ts';

interface Parts {
  pool: Pool;
  committer: Pick<Committer, 'submit'>;
}

/** Between two looks at a read model that is behind. */
const RECHECK_MS = 100;

/** Ends each vote at its deadline, and then states its result: all ballots before the end are counted. */
export const votes = ({ pool, committer }: Parts): Process => ({
  name: 'votes',
  types: ['VoteCreated', 'VoteChanged', 'VoteRemoved', 'VoteEnded'],
  timerFor(event): TimerChange {
    const { post_id: key } = event.data as DataOf<'VoteEnded'>; // every type names the post
    const { type, position, metadata } = event;
    if (type === 'VoteEnded') return { key, set: { due_at: metadata.at, data: { ended: position } } };
    if (type === 'VoteRemoved') return { key, clear: true };
    const { deadline } = (event.data as DataOf<'VoteCreated'>).terms; // by its type
    return deadline === null
      ? { key, clear: true }
      : { key, set: { due_at: dueTimeOf(event, deadline), data: {} } };
  },
  async fire({ key: post_id, data: { ended } }, now) {
    if (ended === undefined) {
      const outcome = await committer.submit(endVote(post_id));
      return outcome.accepted && outcome.result !== null ? { again_at: outcome.result } : 'done';
    }
    const { rows, as_of } = await votesOf(pool, { post_ids: [post_id], viewer: '' });
    if (as_of.position < Number(ended)) return { again_at: now + RECHECK_MS };
    const [vote] = rows;
    if (!vote) return 'done';
    const counts = Object.entries(vote.counts).map(([option, count]) => ({ option, count }));
    await committer.submit(closeVote({ post_id, ballots: vote.ballots, counts, through: as_of.position }));
    return 'done';
  },
});
