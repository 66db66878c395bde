import { z } from 'zod';
import { CHOSEN_TYPE } from '#events/status.ts';
import { proofFile } from '../audit/proof-file.ts';
import { endpoint } from '../endpoint.ts';
import { asOf, code, id, line, minPosition, seconds, whole } from '../fields/fields.ts';
import { shownFile } from '../media/media.ts';

export const MAX_OPTIONS = 20;
const MIN_OPTIONS = 2;
/** Characters of a vote's title, and of an option. */
export const MAX_VOTE_TITLE = 60;
export const MAX_OPTION = 40;
const LAST_SECOND = 4_102_444_800;
const NO_DEADLINE = -1;

/** What a post asks its readers. */
export const voteInput = z.object({
  title: line(MAX_VOTE_TITLE, 1),
  chosen_type: code(CHOSEN_TYPE).default(CHOSEN_TYPE.single),
  /** Of a multiple choice: the options that one person chooses at most; 0: all */
  most: whole(0, MAX_OPTIONS).default(0),
  options: z
    .array(
      z.object({
        name: line(MAX_OPTION, 1),
        /** An own picture by its id; empty without one */
        pic: z.union([z.literal(''), id]).default(''),
      }),
    )
    .min(MIN_OPTIONS)
    .max(MAX_OPTIONS),
  /** −1: none. Otherwise after the publication, at most 366 days */
  deadline: whole(NO_DEADLINE, LAST_SECOND).default(NO_DEADLINE),
});
export type VoteInput = z.input<typeof voteInput>;

/**
 * `edit`: the creator's preview. `before`: the caller can vote, or could after signing in. `after`: the caller has
 * voted. `finished`: the deadline has passed.
 */
const VOTE_STATES = ['edit', 'before', 'after', 'finished'] as const;

export const vote = z.object({
  /** That of its post */
  vote_id: id,
  post_id: id,
  title: z.string(),
  chosen_type: code(CHOSEN_TYPE),
  most: z.number().int(),
  options: z.array(
    z.object({
      value: z.string(),
      name: z.string(),
      /** Of an own picture that the caller can see */
      pic: shownFile.nullable(),
      /** Ballots that name it, and their share of all ballots, 0 to 1; null before the caller has voted */
      count: z.number().int().nullable(),
      percent: z.number().min(0).max(1).nullable(),
    }),
  ),
  /** Ballots */
  result_total: z.number().int(),
  /** −1: none */
  deadline: seconds,
  /** Options that the caller has chosen; empty without a ballot */
  my_vote: z.array(z.string()),
  finished: z.boolean(),
  state: z.enum(VOTE_STATES),
});
export type Vote = z.infer<typeof vote>;

/**
 * Sets, changes or removes (null) the vote of an own post that is not published yet. Refused: a post that is not an own
 * one (40400) or is published (40902).
 */
export const editVote = endpoint('POST', '/api/post/edit-vote', {
  access: 'creator',
  right: 'content',
  body: z.object({ post_id: id, vote: voteInput.nullable() }),
  answer: z.object({ vote: vote.nullable(), position: z.number().int() }),
});

/**
 * Casts the caller's ballot, once; the same again changes nothing. Refused: a post that is not found (40400) or not
 * readable, a person whom its creator rejects (40300), another ballot, the creator, and a vote that has ended (40902); by field no option, too many, and
 * an account younger than an hour where everybody can vote (40000).
 */
export const castVote = endpoint('POST', '/api/post/cast-vote', {
  access: 'fan',
  body: z.object({ vote_id: id, vote: z.array(id).max(MAX_OPTIONS) }),
  answer: z.object({ vote, position: z.number().int() }),
});

/** The vote of a post that the caller can read (40300 otherwise; 40400 without a vote). */
export const getVote = endpoint('GET', '/api/post/get-vote', {
  access: 'guest',
  query: z.object({ vote_id: id, min_position: minPosition }),
  answer: z.object({ vote, as_of: asOf }),
  reads: ['posts', 'grants', 'votes'],
});

/** The proof of the caller's own ballot, with the events of the vote, and its text while the caller can read the post. Without a ballot it is refused (40400). */
export const getBallotProof = endpoint('GET', '/api/post/ballot-proof', {
  access: 'fan',
  limit: 'print',
  query: z.object({ vote_id: id }),
  answer: z.object({
    file: proofFile,
    /** Events that are not sealed yet, and are not in the file; a minute at most */
    waiting: z.number().int(),
    public_key: z.string(),
  }),
});
