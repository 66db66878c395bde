import { isDeepStrictEqual } from 'node:util';
import { differenceId, PLATFORM, type UserId } from '#events/ids.ts';
import { type Fen, fenOf, ZERO } from '#events/money.ts';
import type { SeenDifference, StatementLineKind } from '#events/statement.ts';
import { differenceStream } from '#events/stream-names.ts';
import { badInput } from '#services/runtime/refusal.ts';
import { accept, type Command, refuse } from '../engine/command.ts';

/** Which difference, and who speaks. */
interface OfDifference {
  provider: string;
  kind: StatementLineKind;
  reference: string;
  reason: string;
  by: UserId;
  correlation_id?: string;
}

export interface ResolveDifference extends OfDifference {
  /** The figures that were looked at. */
  seen: SeenDifference;
  /** Whether the books take the provider's word: its account is corrected by what they differ. */
  write_off: boolean;
}

/** What ours and theirs differ by, in fen, after what was written off before. */
const leftOf = ({ ours, theirs }: SeenDifference, before: Fen): Fen =>
  fenOf((theirs ?? 0) - (ours ?? 0) - before);

const named = ({ provider, kind, reference }: OfDifference) => ({
  difference_id: differenceId(provider, kind, reference),
  ...{ provider, kind, reference },
});

/**
 * Says why ours and theirs differ, and writes the difference off when asked to. Said again about the same figures it
 * changes nothing; when the figures have changed since, it is resolved again. Refuses an empty reason, and by
 * state_does_not_allow what does not differ.
 */
export function resolveDifference(input: ResolveDifference): Command<{ written_off: Fen }> {
  const of = named(input);
  const stream = differenceStream(of.difference_id);
  const { seen, reason, by, write_off } = input;
  return {
    name: 'resolve_difference',
    actor: `user:${by}`,
    correlation_id: input.correlation_id,
    streams: [stream],
    decide(states) {
      if (reason.trim() === '') return refuse(badInput('reason', { key: 'required' }));
      const before = states.get('difference', stream);
      const { resolution } = before;
      if (resolution && isDeepStrictEqual(resolution.seen, seen)) {
        return accept([], { written_off: before.written_off });
      }
      const left = leftOf(seen, before.written_off);
      if (left === 0) return refuse({ code: 'state_does_not_allow' });
      const written_off = write_off ? left : ZERO;
      const data = { ...of, seen, written_off, reason: reason.trim(), by };
      const event = { type: 'DifferenceResolved' as const, data };
      return accept([{ stream, creator_id: PLATFORM, event }], {
        written_off: fenOf(before.written_off + written_off),
      });
    },
  };
}

/**
 * Takes a resolution back, and with it all that was written off. Refuses an empty reason, and by
 * state_does_not_allow what nobody resolved.
 */
export function reopenDifference(input: OfDifference): Command<{ written_back: Fen }> {
  const of = named(input);
  const stream = differenceStream(of.difference_id);
  const { reason, by } = input;
  return {
    name: 'reopen_difference',
    actor: `user:${by}`,
    correlation_id: input.correlation_id,
    streams: [stream],
    decide(states) {
      if (reason.trim() === '') return refuse(badInput('reason', { key: 'required' }));
      const { resolution, written_off: written_back } = states.get('difference', stream);
      if (resolution === null) return refuse({ code: 'state_does_not_allow' });
      const data = { ...of, written_back, reason: reason.trim(), by };
      const event = { type: 'DifferenceReopened' as const, data };
      return accept([{ stream, creator_id: PLATFORM, event }], { written_back });
    },
  };
}
