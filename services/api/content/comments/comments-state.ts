import { asUserId, type UserId } from '#events/ids.ts';
import type { Dependencies } from '#services/api/http/dependencies.ts';
import type { CommentsState } from '#services/contract/content/comments.ts';

/** Those of these creators whose posts have no comments, by a special right. */
export async function creatorsWithout(
  { accounts }: Pick<Dependencies, 'accounts'>,
  creator_ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const distinct = [...new Set(creator_ids)];
  const rights = await accounts.rights.ofAll(distinct.map(asUserId));
  return new Set(distinct.filter((_, n) => rights[n]?.special.includes('hide_comments')));
}

/** Whether a person may comment on the posts of a creator. */
export async function commentsStateOf(
  deps: Pick<Dependencies, 'accounts' | 'blocks'>,
  creator_id: string,
  user: UserId | undefined,
): Promise<CommentsState> {
  if ((await creatorsWithout(deps, [creator_id])).has(creator_id)) return 'off';
  return user !== undefined && (await deps.blocks.rejects(creator_id, user)) ? 'rejected' : 'open';
}
