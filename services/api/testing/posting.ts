import { postStream } from '#events/stream-names.ts';
import { type Post, type PublishPost, publishPost } from '#services/contract/content/posts.ts';
import { posts } from '#services/worker/processes/posts.ts';
import { certify } from './replying.ts';
import type { TestApi, TestUser } from './test-api.ts';

/** A creator who can publish. */
export async function certifiedCreator(api: TestApi): Promise<TestUser> {
  const creator = await api.creator();
  await certify(api, creator);
  return creator;
}

/** Publishes through the API; a refusal fails the test. */
export const publish = async (
  api: TestApi,
  creator: TestUser,
  body: Partial<PublishPost> = {},
): Promise<Post> => (await api.data(publishPost, { content: 'Hello', ...body }, creator)).post;

/** What the worker does when the time of a scheduled post comes. */
export const publishDue = (
  { deps: { pool, committer } }: Pick<TestApi, 'deps'>,
  post_id: string,
  at: number,
) => posts({ pool, committer }).fire({ key: post_id, due_at: at, attempts: 0, data: { at } }, at);

/** Types of the post's events, in order. */
export const eventsOfPost = async ({ deps: { log } }: Pick<TestApi, 'deps'>, post_id: string) =>
  (await log.readStream(postStream(post_id))).map(({ type }) => type);
