import fc from 'fast-check';
import type { Pool, QueryConfig } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fixture } from '#events/testing/fixture.ts';
import { saveDraft } from '#services/contract/content/drafts.ts';
import { publishPost } from '#services/contract/content/posts.ts';
import { openDrafts } from '#services/modules/content/drafts.ts';
import { QUOTAS } from '#services/runtime/quotas.ts';
import { certifiedCreator, eventsOfPost } from '../../testing/posting.ts';
import { goesWrong, startRace } from '../../testing/race.ts';
import { type Servers, startServers } from '../../testing/servers.ts';
import type { TestUser } from '../../testing/test-api.ts';

const race = fixture(() => startRace(1));

/** The same database without one of the guards. */
function without(pool: Pool, guard: string, instead = ''): Pool {
  const cut = (statement: string) => statement.replace(guard, instead);
  const connect = async () => {
    const client = await pool.connect();
    const query = (statement: string | QueryConfig, values?: unknown[]) =>
      typeof statement === 'string' ? client.query(cut(statement), values) : client.query(statement);
    return { query, release: (error?: Error) => client.release(error) };
  };
  const query = (statement: string, values: unknown[]) => pool.query(cut(statement), values);
  return { connect, query, options: pool.options } as unknown as Pool; // what drafts use of it
}

let blind: Servers;
let unlocked: Servers;
beforeAll(async () => {
  const { pool } = race.api.deps;
  const anyVersion = without(pool, 'version = $3', '$3::int IS NOT NULL');
  blind = await startServers(race.api, true, { drafts: openDrafts(anyVersion) });
  unlocked = await startServers(race.api, true, { drafts: openDrafts(without(pool, ' FOR NO KEY UPDATE')) });
});
afterAll(() => Promise.all([blind.close(), unlocked.close()]));

interface Step {
  window: number;
  /** A window that was refused takes over the other text, with its version. */
  takes: boolean;
}
const steps = fc.array(fc.record({ window: fc.nat(2), takes: fc.boolean() }), {
  minLength: 4,
  maxLength: 12,
});

/**
 * Three windows on two servers save, two at a time. The plain model is a list of saved texts, each with the text that its
 * window had seen. @returns whether a text was lost: two were saved over the same one
 */
async function loses(servers: Servers, story: readonly Step[]): Promise<boolean> {
  const creator = await certifiedCreator(race.api);
  const first = await servers.call(0, saveDraft, { body: { content: 'text 0' } }, creator);
  const { draft_id } = first.data;
  const windows = Array.from({ length: 3 }, () => ({ version: 1, saw: 'text 0' }));
  const overwritten: string[] = [];
  const save = async ({ window: n, takes }: Step, at: number) => {
    const window = windows[n]!;
    const { saw, version } = window;
    const content = `text ${at + 1}`;
    const body = { draft_id, version, body: { content } };
    const { ec, data } = await servers.call(n, saveDraft, body, creator);
    if (ec === 200) {
      overwritten.push(saw);
      Object.assign(window, { version: data.version, saw: content });
      return;
    }
    const theirs = data as { version?: number; body?: { content?: string } };
    expect([ec, theirs.body?.content]).toEqual([40902, expect.stringMatching(/^text/)]);
    if (takes) Object.assign(window, { version: theirs.version, saw: theirs.body?.content });
  };
  for (let at = 0; at < story.length; at += 2) {
    const [one, other] = story.slice(at, at + 2);
    const apart = other && one && other.window !== one.window ? save(other, at + 1) : undefined;
    await Promise.all([one && save(one, at), apart]);
  }
  return new Set(overwritten).size !== overwritten.length;
}

describe('one draft in three windows, on two servers', () => {
  it('loses no text: a window saves over what it has seen only', async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (story) => {
        expect(await loses(race.guarded, story)).toBe(false);
      }),
      { numRuns: 25 },
    );
  });

  it('negative control: without the condition on the version a text is lost', async () => {
    const story = Array.from({ length: 4 }, (_, n) => ({ window: n % 2, takes: false }));
    expect(await goesWrong(() => loses(blind, story))).toBe(true);
  });
});

describe('the last place among the drafts, taken by two servers', () => {
  const most = QUOTAS.drafts;
  beforeAll(() => {
    Object.assign(QUOTAS, { drafts: 2 });
  });
  afterAll(() => {
    Object.assign(QUOTAS, { drafts: most });
  });

  /** @returns how many of four drafts are saved in the end: there is one place for them */
  async function saved(servers: Servers): Promise<number> {
    const creator = await certifiedCreator(race.api);
    const save = (n: number) => servers.call(n, saveDraft, { body: { content: `draft ${n}` } }, creator);
    expect((await save(0)).ec).toBe(200);
    const answers = await Promise.all([1, 2, 3, 4].map(save));
    for (const { ec } of answers) expect([200, 40902]).toContain(ec);
    return (await race.api.deps.drafts.of(creator.user_id)).length;
  }

  it('is taken once', async () => {
    for (let round = 0; round < 8; round += 1) expect(await saved(race.guarded)).toBe(2);
  });

  it('negative control: without the lock of the person more are saved', async () => {
    expect(await goesWrong(async () => (await saved(unlocked)) > 2)).toBe(true);
  });
});

describe('one request to publish, sent several times to two servers', () => {
  const publishOften = async (servers: Servers, creator: TestUser, keys: readonly (string | undefined)[]) => {
    const answers = await Promise.all(
      keys.map((key, n) => servers.call(n, publishPost, { content: 'Hello' }, creator, key)),
    );
    for (const { ec } of answers) expect(ec).toBe(200);
    return [...new Set(answers.map(({ data }) => data.post.post_id))];
  };

  it('publishes once, with one text', async () => {
    for (let round = 0; round < 8; round += 1) {
      const creator = await certifiedCreator(race.api);
      const [post_id = '', ...others] = await publishOften(race.guarded, creator, ['k', 'k', 'k', 'k']);
      expect(others).toEqual([]);
      expect(await eventsOfPost(race.api, post_id)).toEqual(['PostCreated', 'PostPublished']);
      const texts = await race.api.deps.pool.query('SELECT FROM content.texts WHERE post_id = $1', [post_id]);
      expect(texts.rowCount).toBe(1);
    }
  });

  it('negative control: without a key each request is a post', async () => {
    const creator = await certifiedCreator(race.api);
    expect(await publishOften(race.guarded, creator, [undefined, undefined])).toHaveLength(2);
  });
});
