import { expect, test } from 'vitest';
import type { AccessTerms, VoteTerms } from '#events/content.ts';
import { accountStream } from '#events/stream-names.ts';
import { DAY_MS } from '#events/time.ts';
import { CREATOR, given, LI, NOON, STRANGER } from '../../testing/scenario.ts';
import { movePost, publishScheduled, type SavePost, savePost } from '../edit-post.ts';
import { castBallot } from './cast-ballot.ts';
import { editVote } from './edit-vote.ts';
import { closeVote, endVote } from './end-vote.ts';

const POST = 'post-1';
const HOUR_MS = 3_600_000;
const open: AccessTerms = { audience: { to: 'all' }, window: 'now', public_at: null, goal_id: null };
const asks: VoteTerms = {
  chosen: 'multiple',
  most: 2,
  options: ['1', '2', '3'],
  deadline: NOON + HOUR_MS,
  text_hash: 'v',
};
const save = (change: Partial<SavePost> = {}) =>
  savePost({
    creator_id: CREATOR,
    post_id: POST,
    made: true,
    kind: 'post',
    terms: open,
    text_hash: 'a',
    publish: 'now',
    may_link: true,
    ...change,
  });
const edit = (change: Partial<SavePost> = {}) => save({ made: false, ...change });
const cast = (options: readonly string[], user_id = LI) => castBallot({ post_id: POST, user_id, options });
const setVote = (vote: VoteTerms | null, creator_id = CREATOR) =>
  editVote({ creator_id, post_id: POST, vote });
const fieldOf = (refusal: unknown) => {
  const { code, errors } = refusal as {
    code: string;
    errors?: { field: string; message: { key: string } }[];
  };
  return errors ? [errors[0]?.field, errors[0]?.message.key] : code;
};
const voted = (vote = asks) => given().after(save({ vote }));

test('a vote comes with its post, and is fixed once that is published', () => {
  const scenario = given();
  expect(scenario.accepts(save({ vote: asks })).types).toEqual([
    'PostCreated',
    'PostPublished',
    'VoteCreated',
  ]);
  expect(scenario.accepts(edit({ vote: asks })).events).toEqual([]);
  expect(scenario.accepts(edit({ text_hash: 'b' })).types).toEqual(['PostTextChanged']);
  for (const vote of [null, { ...asks, most: 3 }, { ...asks, text_hash: 'w' }])
    expect(fieldOf(scenario.refuses(edit({ vote })))).toEqual(['vote', 'fixed']);
  expect(fieldOf(scenario.refuses(setVote(null)))).toBe('state_does_not_allow');
  expect(
    fieldOf(
      given()
        .after(save())
        .refuses(edit({ vote: asks })),
    ),
  ).toEqual(['vote', 'fixed']);
});

test('until then it is set, changed and removed, by its creator alone', () => {
  const at = NOON + HOUR_MS;
  const scenario = given().after(save({ publish: { at } }));
  const later = { ...asks, deadline: at + HOUR_MS };
  expect(scenario.accepts(setVote(null)).events).toEqual([]);
  expect(scenario.accepts(setVote(later)).types).toEqual(['VoteCreated']);
  expect(scenario.accepts(setVote({ ...later, most: 1 })).types).toEqual(['VoteChanged']);
  expect(scenario.accepts(setVote(null)).types).toEqual(['VoteRemoved']);
  expect(scenario.accepts(edit({ publish: { at }, vote: later })).types).toEqual(['VoteChanged']);
  expect(fieldOf(scenario.refuses(setVote(null, STRANGER)))).toBe('not_found');
  // The post moves behind the deadline of its vote.
  const behind = edit({ publish: { at: at + 2 * HOUR_MS } });
  expect(fieldOf(scenario.refuses(behind))).toEqual(['vote.deadline', 'in_the_past']);
  expect(fieldOf(scenario.refuses(cast(['1'])))).toBe('not_found');
  scenario.memory.now = at;
  scenario.accepts(publishScheduled({ post_id: POST, at }));
  expect(scenario.accepts(cast(['1'])).types).toEqual(['BallotCast']);
});

test('a deadline is after the publication, and at most 366 days', () => {
  const of = (deadline: number) => save({ vote: { ...asks, deadline } });
  expect(fieldOf(given().refuses(of(NOON)))).toEqual(['vote.deadline', 'in_the_past']);
  expect(fieldOf(given().refuses(of(NOON + 367 * DAY_MS)))).toEqual(['vote.deadline', 'too_late']);
  given().accepts(of(NOON + 366 * DAY_MS));
});

test('a person has one ballot', () => {
  const scenario = voted();
  expect(scenario.accepts(cast(['3', '1'])).result).toEqual(['1', '3']);
  expect(scenario.accepts(cast(['1', '3'])).events).toEqual([]);
  expect(fieldOf(scenario.refuses(cast(['1'])))).toBe('state_does_not_allow');
  expect(fieldOf(scenario.refuses(cast([])))).toBe('state_does_not_allow');
  expect(scenario.accepts(cast(['1'], STRANGER)).types).toEqual(['BallotCast']);
});

test('a ballot names options of the vote, each once, as many as it allows', () => {
  const scenario = voted();
  expect(fieldOf(scenario.refuses(cast([])))).toEqual(['vote', 'no_option']);
  expect(fieldOf(scenario.refuses(cast(['1', '4'])))).toEqual(['vote.1', 'unknown']);
  expect(fieldOf(scenario.refuses(cast(['1', '1'])))).toEqual(['vote.1', 'repeated']);
  expect(fieldOf(scenario.refuses(cast(['1', '2', '3'])))).toEqual(['vote', 'too_many']);
  const single = voted({ ...asks, chosen: 'single', most: 1 });
  expect(fieldOf(single.refuses(cast(['1', '2'])))).toEqual(['vote', 'too_many']);
});

test('no ballot without a vote, of the creator, of a closed account, in a hidden or deleted post', () => {
  expect(
    fieldOf(
      given()
        .after(save())
        .refuses(cast(['1'])),
    ),
  ).toBe('not_found');
  expect(fieldOf(given().refuses(cast(['1'])))).toBe('not_found');
  expect(fieldOf(voted().refuses(cast(['1'], CREATOR)))).toBe('state_does_not_allow');
  for (const to of ['hidden', 'deleted'] as const) {
    const scenario = voted().after(movePost({ creator_id: CREATOR, post_id: POST, to }));
    expect(fieldOf(scenario.refuses(cast(['1'])))).toBe('not_found');
  }
  const closed = given({
    stream: accountStream(LI),
    creator_id: LI,
    event: { type: 'AccountClosed', data: { user_id: LI } },
  }).after(save({ vote: asks }));
  expect(fieldOf(closed.refuses(cast(['1'])))).toBe('not_allowed');
});

test('a vote ends at its deadline, and states its result once', () => {
  const scenario = voted().after(cast(['1']));
  expect(scenario.accepts(endVote(POST))).toEqual({ events: [], result: asks.deadline });
  const result = { post_id: POST, ballots: 1, counts: [{ option: '1', count: 1 }], through: 9 };
  expect(scenario.accepts(closeVote(result)).events).toEqual([]);
  scenario.memory.now = NOON + HOUR_MS;
  expect(fieldOf(scenario.refuses(cast(['1'], STRANGER)))).toBe('state_does_not_allow');
  expect(scenario.accepts(cast(['1'])).events).toEqual([]);
  expect(scenario.accepts(endVote(POST)).types).toEqual(['VoteEnded']);
  expect(scenario.accepts(endVote(POST)).events).toEqual([]);
  expect(scenario.accepts(closeVote(result)).events).toMatchObject([
    { data: { counts: [{ count: 1 }, { count: 0 }, { count: 0 }], ballots: 1, through: 9 } },
  ]);
  expect(scenario.accepts(closeVote(result)).events).toEqual([]);
  // Whatever the clock says.
  scenario.memory.now = NOON;
  expect(fieldOf(scenario.refuses(cast(['1'], STRANGER)))).toBe('state_does_not_allow');
});

test('without a deadline it never ends', () => {
  const scenario = voted({ ...asks, deadline: null });
  scenario.memory.now = NOON + 4_000 * DAY_MS;
  expect(scenario.accepts(endVote(POST))).toEqual({ events: [], result: null });
  expect(scenario.accepts(cast(['1'])).types).toEqual(['BallotCast']);
});
