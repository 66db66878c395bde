import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newEventId, newPostId } from '#events/ids.ts';
import type { EventLog } from '#events/log/log.ts';
import { postStream } from '#events/stream-names.ts';
import { fixture } from '#events/testing/fixture.ts';
import { type SavePost, savePost } from '#services/commerce/content/edit-post.ts';
import { deletePost, publishPost, topPost } from '#services/contract/content/posts.ts';
import { openPins } from '#services/modules/content/pins.ts';
import { posts } from '#services/worker/processes/posts.ts';
import { certifiedCreator, eventsOfPost, publish } from '../testing/posting.ts';
import { goesWrong, startRace } from '../testing/race.ts';
import { expectingNothing, type Servers, startServers } from '../testing/servers.ts';
import type { TestUser } from '../testing/test-api.ts';
import { withoutLocks } from '../testing/without-locks.ts';

const HOUR_MS = 3_600_000;
const race = fixture(() => startRace(1));

/** Its appends expect no version, and each event has an id of its own. */
function withoutIds(log: EventLog): EventLog {
  const careless = expectingNothing(log);
  const without: EventLog = {
    ...careless,
    append: (writes) =>
      careless.append(
        writes.map((write) => ({
          ...write,
          events: write.events.map((one) => ({ ...one, id: newEventId() })),
        })),
      ),
    exclusively: (work) => work(without),
  };
  return without;
}

let forgetful: Servers;
let unlocked: Servers;
beforeAll(async () => {
  forgetful = await startServers(race.api, withoutIds);
  unlocked = await startServers(race.api, true, { pins: openPins(withoutLocks(race.api.deps.pool)) });
});
afterAll(() => Promise.all([forgetful.close(), unlocked.close()]));

const secondsAt = (at: number) => Math.floor(at / 1_000);

/** A post that is scheduled in an hour; both servers know it, so that timing favours neither. */
async function scheduled(servers: Servers): Promise<{ creator: TestUser; post_id: string; at: number }> {
  const { api } = race;
  const creator = await certifiedCreator(api);
  const publish_time = secondsAt(api.deps.clock.now() + HOUR_MS);
  const { post_id } = await publish(api, creator, { publish_time });
  const at = publish_time * 1_000;
  for (const n of [0, 1]) await fire(servers, n, post_id, at);
  return { creator, post_id, at };
}

/** The timer of a scheduled post, at the n-th server's worker. */
const fire = (servers: Servers, n: number, post_id: string, at: number) =>
  posts({ pool: race.api.deps.pool, committer: servers.committer(n) }).fire(
    { key: post_id, due_at: at, attempts: 0, data: { at } },
    at,
  );

/** One server publishes, the other one moves the post to a later time, and both delete it. */
async function publishMoveDelete(servers: Servers, round: number) {
  const { creator, post_id, at } = await scheduled(servers);
  const of = { post_id, content: 'Hello' };
  const later = { ...of, publish_time: secondsAt(at) + 60 };
  const answers = await Promise.all([
    servers.call(round, publishPost, of, creator),
    servers.call(round + 1, publishPost, later, creator),
    servers.call(round + 1, deletePost, { post_id }, creator),
    servers.call(round, publishPost, of, creator),
  ]);
  for (const { ec } of answers) expect([200, 40400, 41010]).toContain(ec);
  return eventsOfPost(race.api, post_id);
}

/** Published once at most, not scheduled after it, and nothing follows the deletion. */
function isWhole(types: readonly string[]): boolean {
  const published = types.filter((type) => type === 'PostPublished').length;
  const afterPublication = types.slice(types.indexOf('PostPublished') + 1);
  const again = published > 0 && afterPublication.includes('PostScheduled');
  return published <= 1 && !again && types.indexOf('PostDeleted') === types.length - 1;
}

describe('publishing, moving and deleting one post at once, on two servers', () => {
  it('is a sequence of them', async () => {
    for (let round = 0; round < 12; round += 1)
      expect(await publishMoveDelete(race.guarded, round)).toSatisfy(isWhole);
  });

  it('negative control: without expected versions something follows the deletion, or is done twice', async () => {
    expect(await goesWrong(async (round) => !isWhole(await publishMoveDelete(race.careless, round)))).toBe(
      true,
    );
  });
});

describe('the timer of one post, fired by two workers', () => {
  /** Types of the post's events. Its time has passed. */
  async function fireTwice(servers: Servers): Promise<string[]> {
    const { api } = race;
    const creator_id = (await certifiedCreator(api)).user_id;
    const post_id = newPostId();
    const at = api.deps.clock.now() + HOUR_MS;
    const post: Omit<SavePost, 'made' | 'publish'> = {
      creator_id,
      post_id,
      kind: 'post',
      terms: { audience: { to: 'all' }, window: 'now', public_at: null, goal_id: null },
      text_hash: '',
      may_link: true,
    };
    const outcome = await api.deps.committer.submit(savePost({ ...post, made: true, publish: { at } }));
    expect(outcome.accepted).toBe(true);
    for (const n of [0, 1]) expect(await fire(servers, n, post_id, at + HOUR_MS)).toBe('done');
    for (const n of [0, 1]) {
      const { clock } = servers.deps(n);
      clock.setOffset(clock.offset + Math.max(0, at - clock.now()));
    }
    await Promise.all([0, 1, 0, 1].map((n) => fire(servers, n, post_id, at)));
    return (await api.deps.log.readStream(postStream(post_id))).map(({ type }) => type);
  }
  const ONCE = ['PostCreated', 'PostScheduled', 'PostPublished'];

  it('publishes it once', async () => {
    for (let round = 0; round < 8; round += 1) expect(await fireTwice(race.guarded)).toEqual(ONCE);
  });

  it('negative control: without the derived id and expected versions it is published twice', async () => {
    const isTwice = async () => (await fireTwice(forgetful)).length > ONCE.length;
    expect(await goesWrong(isTwice)).toBe(true);
  });
});

describe('the last place among the pinned posts, taken by two servers', () => {
  /** @returns how many of four posts are pinned in the end: there is one place for three of them */
  async function pinned(servers: Servers): Promise<number> {
    const { api } = race;
    const creator = await certifiedCreator(api);
    const made = await Promise.all(Array.from({ length: 6 }, () => publish(api, creator)));
    const pin = (n: number) => servers.call(n, topPost, { post_id: made[n]!.post_id }, creator);
    for (const n of [0, 1]) expect((await pin(n)).ec).toBe(200);
    const answers = await Promise.all([2, 3, 4, 5].map(pin));
    for (const { ec } of answers) expect([200, 40902]).toContain(ec);
    const count = (await api.deps.pins.of(creator.user_id)).length;
    expect(count).toBe(2 + answers.filter(({ ec }) => ec === 200).length);
    return count;
  }

  it('is taken once', async () => {
    for (let round = 0; round < 8; round += 1) expect(await pinned(race.guarded)).toBe(3);
  });

  it('negative control: without the lock of the person more are pinned', async () => {
    expect(await goesWrong(async () => (await pinned(unlocked)) > 3)).toBe(true);
  });
});
