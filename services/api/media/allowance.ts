import type { MediaKind } from '#services/contract/media/media.ts';
import { largestOf } from '#services/modules/media/uploads/limits.ts';
import type { Allowance } from '#services/modules/media/uploads/upload-rows.ts';
import { QUOTAS } from '#services/runtime/quotas.ts';
import type { Caller } from '../http/caller.ts';
import type { Dependencies } from '../http/dependencies.ts';

type Person = Pick<Caller, 'is_creator' | 'sid' | 'user_id'>;

/** Bytes of all files. */
export const quotaOf = ({ is_creator }: Pick<Person, 'is_creator'>): number =>
  is_creator ? QUOTAS.media_bytes : QUOTAS.media_bytes_of_fan;

/** How much a person may upload as a kind. Undefined for what only creators upload: everything but pictures. */
export async function allowanceOf(
  { accounts }: Pick<Dependencies, 'accounts'>,
  caller: Person,
  kind: MediaKind,
): Promise<Allowance | undefined> {
  // A cached value never refuses a new creator.
  const person = caller.is_creator ? caller : ((await accounts.sessions.refresh(caller.sid)) ?? caller);
  if (!person.is_creator && kind !== 'picture') return undefined;
  const { special } = await accounts.rights.refresh(person.user_id);
  return { largest: largestOf(kind, special), all: quotaOf(person) };
}
