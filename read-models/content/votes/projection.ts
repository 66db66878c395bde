import type { ClientBase } from 'pg';
import type { VoteTerms } from '#events/content.ts';
import type { RecordedEvent } from '#events/recorded-event.ts';
import type { Moved, Projection } from '../../engine/projection.ts';
import { deleteRows, insertRows, upsertRows } from '../../engine/rows.ts';
import { selected } from '../../engine/table.ts';
import { Tally } from '../../engine/tally.ts';
import { BALLOTS, type BallotRow, VOTE_COUNTS, VOTES, type VoteRow } from './tables.ts';

const termsOf = ({ options, ...terms }: VoteTerms) => ({ ...terms, options: JSON.stringify(options) });

/** The votes of a batch in their new state, and which of them are removed. */
interface Batch {
  votes: Map<string, VoteRow>;
  removed: Set<string>;
}

function fold({ votes, removed }: Batch, event: RecordedEvent): void {
  const { type, data, position } = event;
  switch (type) {
    case 'VoteCreated':
    case 'VoteChanged': {
      const { post_id, creator_id, terms } = data;
      votes.set(post_id, { post_id, creator_id, ...termsOf(terms), ended_at: null, closed_position: 0 });
      removed.delete(post_id);
      break;
    }
    case 'VoteRemoved':
      removed.add(data.post_id);
      break;
    case 'VoteEnded':
    case 'VoteClosed': {
      const row = votes.get(data.post_id);
      if (!row) throw new Error(`vote ${data.post_id} has news but was never created`);
      const change = type === 'VoteEnded' ? { ended_at: event.metadata.at } : { closed_position: position };
      votes.set(data.post_id, { ...row, ...change });
      break;
    }
    default:
      break;
  }
}

async function project(events: readonly RecordedEvent[], tx: ClientBase): Promise<Moved> {
  const changed = events.flatMap(({ type, data }) =>
    type !== 'BallotCast' && 'post_id' in data ? [data.post_id] : [],
  );
  const batch: Batch = { votes: new Map(), removed: new Set() };
  if (changed.length > 0) {
    const { rows } = await tx.query<VoteRow>(
      `SELECT ${selected(VOTES.columns)} FROM votes WHERE post_id = ANY ($1)`,
      [changed],
    );
    for (const row of rows) batch.votes.set(row.post_id, row);
  }
  const ballots: BallotRow[] = [];
  const counts = new Tally<{ post_id: string; option: string }, 'count'>(['count']);
  for (const event of events) {
    fold(batch, event);
    if (event.type !== 'BallotCast') continue;
    const { post_id, user_id, options } = event.data;
    ballots.push({ post_id, user_id, options: JSON.stringify(options), position: event.position });
    for (const option of ['', ...options]) counts.add({ post_id, option }, { count: 1 });
  }
  const rows = [...batch.votes.values()];
  const isGone = ({ post_id }: VoteRow) => batch.removed.has(post_id);
  await upsertRows(
    tx,
    VOTES,
    rows.filter((row) => !isGone(row)),
  );
  await deleteRows(tx, VOTES, rows.filter(isGone));
  await insertRows(tx, BALLOTS, ballots);
  await upsertRows(tx, VOTE_COUNTS, counts.rows(), { add: ['count'] });
  return { creators: new Set(events.map(({ metadata }) => metadata.creator_id)), users: new Set() };
}

/** Votes of posts, their ballots, and how many name each option. */
export const votes: Projection = {
  name: 'votes',
  version: 1,
  types: ['VoteCreated', 'VoteChanged', 'VoteRemoved', 'BallotCast', 'VoteEnded', 'VoteClosed'],
  whole: ['vote', 'ballot'],
  tables: [VOTES, VOTE_COUNTS, BALLOTS],
  project,
};
