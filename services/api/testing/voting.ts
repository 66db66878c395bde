import type { Post } from '#services/contract/content/posts.ts';
import type { VoteInput } from '#services/contract/content/votes.ts';
import { publish } from './posting.ts';
import type { TestApi, TestUser } from './test-api.ts';

/** What the tests ask: three options of which one person chooses two at most. */
export const multiple = {
  title: 'What next?',
  chosen_type: 2,
  most: 2,
  options: [{ name: 'A' }, { name: 'B' }, { name: 'C' }],
} as const;

/** A person whose account is old enough to vote. */
export async function voter(api: TestApi): Promise<TestUser> {
  const fan = await api.user();
  await api.deps.pool.query('UPDATE accounts.users SET created_at = 0 WHERE id = $1', [fan.user_id]);
  return fan;
}

/** Publishes a post for everybody with a vote. */
export async function publishVote(
  api: TestApi,
  creator: TestUser,
  vote: Partial<VoteInput> = {},
): Promise<Post> {
  const post = await publish(api, creator, {
    vote: { ...multiple, options: [...multiple.options], ...vote },
  });
  await api.projected();
  return post;
}
