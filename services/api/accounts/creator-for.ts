import type { UserId } from '#events/ids.ts';
import type { Dependencies } from '../dependencies.ts';

/**
 * The creator for whom a caller may look: themselves unless another is asked for, and another only when they are
 * in that creator's team. Undefined otherwise, as if there were no such creator.
 */
export async function creatorFor(
  { accounts }: Pick<Dependencies, 'accounts'>,
  caller: UserId,
  asked: string | undefined,
): Promise<UserId | undefined> {
  if (asked === undefined || asked === caller) return caller;
  const creators = await accounts.team.creatorsFor(caller);
  return [...creators].find((creator) => creator === asked);
}
