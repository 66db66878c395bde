import type { MediaKind } from '#services/contract/media/media.ts';
import { MAX_BYTES } from '#services/modules/media/uploads/limits.ts';
import type { Allowance } from '#services/modules/media/uploads/upload-rows.ts';
import { QUOTAS } from '#services/runtime/quotas.ts';
import type { Caller } from '../http/caller.ts';

/** How much a person may upload as a kind. Undefined for what only creators upload: everything but pictures. */
export function allowanceOf(
  { is_creator }: Pick<Caller, 'is_creator'>,
  kind: MediaKind,
): Allowance | undefined {
  if (!is_creator && kind !== 'picture') return undefined;
  return { largest: MAX_BYTES[kind], all: is_creator ? QUOTAS.media_bytes : QUOTAS.media_bytes_of_fan };
}
