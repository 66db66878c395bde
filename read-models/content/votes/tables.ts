import { bigint, id, integer, json, nullable, type Row, table } from '../../engine/table.ts';

/** Votes of posts, with their terms as events have them. */
export const VOTES = table(
  'votes',
  {
    post_id: id(),
    creator_id: id(),
    chosen: id<'single' | 'multiple'>(),
    most: integer(),
    options: json<string[]>(),
    /** Unix milliseconds */
    deadline: nullable(bigint()),
    text_hash: id(),
    ended_at: nullable(bigint()),
    /** of the stated result; 0 before */
    closed_position: bigint(),
  },
  { key: ['post_id'], fillfactor: 80 },
);
export type VoteRow = Row<typeof VOTES>;

/** Ballots that name an option; the option '' has the number of all ballots. */
export const VOTE_COUNTS = table(
  'vote_counts',
  { post_id: id(), option: id(), count: bigint() },
  { key: ['post_id', 'option'], fillfactor: 50 },
);

export const BALLOTS = table(
  'ballots',
  { post_id: id(), user_id: id(), options: json<string[]>(), position: bigint() },
  { key: ['post_id', 'user_id'] },
);
export type BallotRow = Row<typeof BALLOTS>;
