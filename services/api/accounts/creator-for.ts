import type { UserId } from '#events/ids.ts';
import type { Dependencies } from '../dependencies.ts';

/**
 * The creator whose data a caller can read: the caller by default, or a creator whose team the caller is in.
 * Undefined for any other, as if unknown.
 */
export async function creatorFor(
  { accounts }: Pick<Dependencies, 'accounts'>,
  caller: UserId,
  requested: string | undefined,
): Promise<UserId | undefined> {
  if (requested === undefined || requested === caller) return caller;
  const creators = await accounts.team.creatorsFor(caller);
  return [...creators].find((creator) => creator === requested);
}
