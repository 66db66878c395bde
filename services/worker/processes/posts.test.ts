import { expect, it } from 'vitest';
import { newPostId, type UserId } from '#events/ids.ts';
import type { DataOf } from '#events/registry.ts';
import { postStream } from '#events/stream-names.ts';
import { fixture } from '#events/testing/fixture.ts';
import { movePost, type SavePost, savePost } from '#services/commerce/content/edit-post.ts';
import type { Fired } from '../process.ts';
import { openShop } from '../testing/shop.ts';
import { posts } from './posts.ts';

const HOUR = 3_600;
const shop = fixture(openShop);
const types = async (post_id: string) =>
  (await shop.api.deps.log.readStream(postStream(post_id))).map(({ type }) => type);
const timers = async (post_id: string): Promise<number> =>
  (
    await shop.api.deps.pool.query("SELECT FROM runtime.timers WHERE process = 'posts' AND key = $1", [
      post_id,
    ])
  ).rowCount ?? 0;

/** A post with a saved text, as a request leaves it. */
async function saved(publish: SavePost['publish'], post_id = newPostId(), creator_id?: UserId) {
  const { committer, postTexts } = shop.api.deps;
  const creator = creator_id ?? (await shop.api.creator()).user_id;
  const text = { title: '', content: `text ${publish}`, preview_text: '', rich: '', media: '' };
  const of = { post_id, creator_id: creator };
  const { text_hash } = await postTexts.save({ ...of, present: '' }, text);
  const terms = { audience: { to: 'all' as const }, window: 'now' as const, public_at: null, goal_id: null };
  const made = creator_id === undefined;
  const outcome = await committer.submit(
    savePost({ ...of, made, kind: 'post', terms, text_hash, publish, may_link: true }),
  );
  expect(outcome.accepted).toBe(true);
  return of;
}
const inSeconds = (seconds: number) => ({ at: shop.clock.now() + seconds * 1_000 });
const later = async (seconds: number) => saved(inSeconds(seconds));

it('publishes what fell due while no worker ran, and at its time what comes later', async () => {
  const due = await later(HOUR);
  shop.advance(HOUR);
  const next = await later(HOUR);
  const [moved, taken] = [await later(HOUR), await later(HOUR)];
  await saved(inSeconds(2 * HOUR), moved.post_id, moved.creator_id);
  await saved('draft', taken.post_id, taken.creator_id);
  shop.processes();
  await expect.poll(() => types(due.post_id)).toEqual(['PostCreated', 'PostScheduled', 'PostPublished']);
  await expect.poll(() => timers(due.post_id)).toBe(0);
  await expect.poll(async () => [await timers(moved.post_id), await timers(taken.post_id)]).toEqual([1, 0]);
  expect(await types(next.post_id)).toEqual(['PostCreated', 'PostScheduled']);

  shop.advance(HOUR);
  await expect.poll(() => types(next.post_id)).toContain('PostPublished');
  const [, , published] = await shop.api.deps.log.readStream(postStream(next.post_id));
  expect(published?.metadata.actor).toBe('process:posts');
  expect(await types(moved.post_id)).toEqual(['PostCreated', 'PostScheduled', 'PostScheduled']);
  shop.advance(HOUR);
  await expect.poll(() => types(moved.post_id)).toContain('PostPublished');
  expect(await types(taken.post_id)).toEqual([
    'PostCreated',
    'PostScheduled',
    'PostUnscheduled',
    'PostTextChanged',
  ]);
});

it('removes the texts and the pin that a crash left of a deleted post', async () => {
  const { committer, pins, pool } = shop.api.deps;
  const { post_id, creator_id } = await saved('now');
  await pins.pin(creator_id, post_id);
  await committer.submit(movePost({ creator_id, post_id, to: 'deleted' }));
  const rows = async () => {
    const texts = await pool.query('SELECT FROM content.texts WHERE post_id = $1', [post_id]);
    return [texts.rowCount, (await pins.of(creator_id)).length];
  };
  expect(await rows()).toEqual([1, 1]);
  await expect.poll(() => timers(post_id)).toBe(1);
  shop.advance(60);
  await expect.poll(rows).toEqual([0, 0]);
});

it('fires again at the time of the post if the clock stepped back, and drops a timer of an earlier time', async () => {
  const { pool, committer } = shop.api.deps;
  const { post_id } = await later(HOUR);
  const fire = (at: number): Promise<Fired> =>
    posts({ pool, committer }).fire({ key: post_id, due_at: at, attempts: 0, data: { at } }, at);
  const scheduled = (await shop.api.deps.log.readStream(postStream(post_id))).at(-1);
  const { at: due } = scheduled!.data as DataOf<'PostScheduled'>;
  expect(await fire(due)).toEqual({ again_at: due });
  expect(await fire(due - 1)).toBe('done');
  expect(await types(post_id)).toEqual(['PostCreated', 'PostScheduled']);
});

it('failed at nothing', () => {
  expect(shop.failures).toEqual([]);
});
