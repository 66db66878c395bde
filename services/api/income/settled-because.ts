import { asUserId } from '#events/ids.ts';
import type { DataOf } from '#events/registry.ts';
import { settlementStream } from '#events/stream-names.ts';
import { namesOf } from '#services/accounts/directory.ts';
import type { Dependencies } from '../dependencies.ts';

interface Because {
  /** The person who settled it; null: automatic on the 1st, or the command line. */
  by: { user_id: string; name: string } | null;
  /** `scheduled` on the 1st; empty for settlements older than reasons. */
  reason: string;
}

/** Who settled a creator's month, and why, from its event. */
export async function settledBecause(
  { log, directory }: Pick<Dependencies, 'log' | 'directory'>,
  month: string,
  user_id: string,
): Promise<Because> {
  const [event] = await log.readStream(settlementStream(month, asUserId(user_id)), { limit: 1 });
  if (event === undefined) return { by: null, reason: '' };
  const { actor } = event.metadata;
  const by = actor.startsWith('user:') ? actor.slice('user:'.length) : '';
  // The first event of such a stream is the settlement, and there is no other.
  const { reason } = event.data as DataOf<'MonthSettled'>;
  return { by: (await namesOf(directory, [by]))(by), reason };
}
