import { asUserId, type UserId } from '#events/ids.ts';
import type { Millis } from '#events/time.ts';
import type { Dependencies } from '#services/api/http/dependencies.ts';

/** Who looks at posts of one creator. */
export interface PostViewer {
  /** Whose right to read counts; empty for a guest. */
  viewer: string;
  /** The creator, or a member of the team with the right `content`. */
  author: boolean;
  /** The person to whom addresses of files are bound: a member of the team reads as the creator. */
  reader: string;
  /** The creator is hidden or banned: nobody else finds the posts. */
  hidden?: boolean;
  at: Millis;
}

/** A member of the creator's team with the right sees what the creator sees. */
export async function postViewer(
  { accounts, clock }: Pick<Dependencies, 'accounts' | 'clock'>,
  creator_id: string,
  user: UserId | undefined,
): Promise<PostViewer> {
  const at = clock.now();
  const hidden = !(await accounts.rights.of(asUserId(creator_id))).is_shown;
  if (user === undefined) return { viewer: '', author: false, reader: '', hidden, at };
  const author = user === creator_id || (await accounts.team.rightsOf(creator_id, user)).includes('content');
  return { viewer: author ? creator_id : user, author, reader: user, hidden, at };
}
