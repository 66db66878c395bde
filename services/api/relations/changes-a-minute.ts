import type { UserId } from '#events/ids.ts';
import type { Dependencies } from '../http/dependencies.ts';
import type { ApiRefusal } from '../http/refusals.ts';

/** Changes of one person in a minute: more than somebody makes by hand. */
const PER_MINUTE = 120;
const MINUTE_MS = 60_000;

/** Counts a change of marks or likes; refuses it (42900) above the limit of the person. */
export async function tooManyChanges(
  { counts }: Pick<Dependencies, 'counts'>,
  user_id: UserId,
): Promise<ApiRefusal | null> {
  const { count, ttl } = await counts.exactly(`marks ${user_id}`, 1, MINUTE_MS);
  return count > PER_MINUTE ? { code: 'too_many_requests', retry_after: Math.ceil(ttl / 1000) } : null;
}
