import type { UserId } from '#events/ids.ts';
import type { Dependencies } from '#services/api/http/dependencies.ts';
import type { TeamRight } from '#services/contract/endpoint.ts';

/**
 * The creator whose data a caller can read: the caller by default, or a creator whose team gave the caller the right.
 * Undefined for any other, as if unknown.
 */
export async function creatorFor(
  { accounts }: Pick<Dependencies, 'accounts'>,
  caller: UserId,
  requested: string | undefined,
  right: TeamRight,
): Promise<UserId | undefined> {
  if (requested === undefined || requested === caller) return caller;
  const creators = await accounts.team.creatorsFor(caller, right);
  return [...creators].find((creator) => creator === requested);
}
