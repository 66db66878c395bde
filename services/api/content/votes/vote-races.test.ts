import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { ballotStream, voteStream } from '#events/stream-names.ts';
import { fixture } from '#events/testing/fixture.ts';
import { endVote } from '#services/commerce/content/votes/end-vote.ts';
import { castVote, getVote } from '#services/contract/content/votes.ts';
import { manySteps } from '../../testing/many-steps.ts';
import { certifiedCreator } from '../../testing/posting.ts';
import { goesWrong, startRace } from '../../testing/race.ts';
import type { Servers } from '../../testing/servers.ts';
import type { TestUser } from '../../testing/test-api.ts';
import { publishVote, voter } from '../../testing/voting.ts';

const HALF_HOUR_MS = 1_800_000;
const FANS = 4;
const race = fixture(() => startRace(1));
let creator: TestUser;
beforeAll(async () => {
  creator = await certifiedCreator(race.api);
});

describe('two ballots of one person, at two servers', () => {
  /** Ballots in the log. */
  async function ballots(servers: Servers): Promise<number> {
    const { post_id: vote_id } = await publishVote(race.api, creator);
    const fan = await voter(race.api);
    const answers = await Promise.all(
      ['1', '2', '1', '3'].map((option, n) => servers.call(n, castVote, { vote_id, vote: [option] }, fan)),
    );
    for (const { ec } of answers) expect([200, 40902]).toContain(ec);
    return (await race.api.deps.log.readStream(ballotStream(vote_id, fan.user_id))).length;
  }

  it('count once', async () => {
    for (let round = 0; round < 6; round += 1) expect(await ballots(race.guarded)).toBe(1);
  });

  it('negative control: without expected versions both are in the log', async () => {
    expect(await goesWrong(async () => (await ballots(race.careless)) > 1)).toBe(true);
  });
});

describe('ballots at one server, the deadline at another one', () => {
  /** Whether a ballot is in the log after the end. By the second server's clock the deadline has passed. */
  async function isLate(servers: Servers): Promise<boolean> {
    const { log, clock } = servers.deps(0);
    const deadline = Math.floor((clock.now() + HALF_HOUR_MS) / 1_000);
    const { post_id: vote_id } = await publishVote(race.api, creator, { deadline });
    const other = servers.deps(1).clock;
    other.setOffset(other.offset + Math.max(0, clock.now() + 2 * HALF_HOUR_MS - other.now()));
    const voters = await Promise.all(Array.from({ length: 4 }, () => voter(race.api)));
    const cast = (n: number) => servers.call(0, castVote, { vote_id, vote: ['1'] }, voters[n] ?? creator);
    const answers = await Promise.all([
      cast(0),
      cast(1),
      servers.committer(1).submit(endVote(vote_id)),
      cast(2),
      cast(3),
    ]);
    for (const answer of answers) if ('ec' in answer) expect([200, 40902]).toContain(answer.ec);
    const ended = (await log.readStream(voteStream(vote_id))).find(({ type }) => type === 'VoteEnded');
    if (!ended) throw new Error('the vote did not end');
    const positions = await Promise.all(
      voters.map(async ({ user_id }) => (await log.readStream(ballotStream(vote_id, user_id)))[0]?.position),
    );
    return positions.some((position) => position !== undefined && position > ended.position);
  }

  it('no ballot follows the end', async () => {
    for (let round = 0; round < 6; round += 1) expect(await isLate(race.guarded)).toBe(false);
  });

  it('negative control: without expected versions a ballot follows it', async () => {
    expect(await goesWrong(() => isLate(race.careless))).toBe(true);
  });
});

const LONGEST = 14;
const { numRuns, timeout } = manySteps('BALLOT_STEPS', { usual: 105, longest: LONGEST });

describe('any ballots of several people, at two servers', () => {
  it(
    'give the counts of a plain model',
    async () => {
      const { api, guarded } = race;
      const step = fc.record({
        fan: fc.nat(FANS - 1),
        options: fc.array(fc.constantFrom('1', '2', '3', '4'), { maxLength: 4 }),
        waits: fc.boolean(),
      });
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: LONGEST }), async (steps) => {
          const { post_id: vote_id } = await publishVote(api, creator);
          const fans = await Promise.all(Array.from({ length: FANS }, () => voter(api)));
          const model = new Map<string, Set<string>>();
          for (const [n, { fan: who, options }] of steps.entries()) {
            const fan = fans[who];
            if (!fan) throw new Error('no such person');
            const isValid =
              options.length > 0 &&
              options.length <= 2 &&
              !options.includes('4') &&
              new Set(options).size === options.length;
            const before = model.get(fan.user_id);
            const isSame = before?.size === options.length && options.every((option) => before.has(option));
            const expected = before ? (isValid && isSame ? 200 : 40902) : isValid ? 200 : 40000;
            const { ec } = await guarded.call(n, castVote, { vote_id, vote: options }, fan);
            expect(ec).toBe(expected);
            if (isValid && !before) model.set(fan.user_id, new Set(options));
          }
          await api.projected();
          const { vote } = await api.data(getVote, { vote_id }, creator);
          const count = (option: string) => [...model.values()].filter((ballot) => ballot.has(option)).length;
          expect(vote.options.map((one) => one.count)).toEqual(['1', '2', '3'].map(count));
          expect(vote.result_total).toBe(model.size);
          for (const fan of fans) {
            const { my_vote } = (await api.data(getVote, { vote_id }, fan)).vote;
            expect(my_vote).toEqual([...(model.get(fan.user_id) ?? [])].sort());
          }
        }),
        { numRuns },
      );
    },
    timeout,
  );
});
