import { BEGINNINGS } from '#events/beginnings.ts';
import type { Decided, States } from '#services/commerce/engine/command.ts';
import type { Refusal } from '#services/runtime/refusal.ts';

/**
 * The refusal of a command that begins a stream with events already (idempotency_key_reused): its number belongs to
 * another. null: it begins none, or new ones only. The append then expects no stream.
 */
export function secondBeginning(
  events: readonly Decided[],
  { versionOf }: Pick<States, 'versionOf'>,
): Refusal | null {
  const again = events.some(
    ({ stream, event }, at) =>
      BEGINNINGS.has(event.type) &&
      (versionOf(stream) >= 0 || events.findIndex((one) => one.stream === stream) < at),
  );
  return again ? { code: 'idempotency_key_reused' } : null;
}
