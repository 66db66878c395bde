import { isDeepStrictEqual } from 'node:util';
import type { SeenDifference, StatementLineKind } from '#events/books.ts';
import { differenceId, PLATFORM, type UserId } from '#events/ids.ts';
import { type Fen, fenOf, ZERO } from '#events/money.ts';
import { differenceStream } from '#events/stream-names.ts';
import { badInput } from '#services/runtime/refusal.ts';
import { accept, type Command, refuse } from '../engine/command.ts';
import { differenceKind } from './statement.ts';

/** The difference and the actor. */
interface OfDifference {
  provider: string;
  kind: StatementLineKind;
  reference: string;
  reason: string;
  by: UserId;
}

export interface ResolveDifference extends OfDifference {
  /** The figures that were looked at. */
  seen: SeenDifference;
  /** If the difference is written off: the provider's account is corrected by it. */
  write_off: boolean;
}

/** The difference between ours and theirs in fen, after earlier write-offs. */
const leftOf = ({ ours, theirs }: SeenDifference, before: Fen): Fen =>
  fenOf((theirs ?? 0) - (ours ?? 0) - before);

const named = ({ provider, kind, reference }: OfDifference) => ({
  difference_id: differenceId(provider, kind, reference),
  provider,
  kind,
  reference,
});

/**
 * Explains a difference and, on request, writes it off. A repetition changes nothing; for changed figures it resolves
 * again. Refuses an empty reason; a move without difference, and figures that were already resolved in another way
 * (state_does_not_allow).
 */
export function resolveDifference(input: ResolveDifference): Command<{ written_off: Fen }> {
  const of = named(input);
  const stream = differenceStream(of.difference_id);
  const { seen, reason, by, write_off } = input;
  return {
    name: 'resolve_difference',
    actor: `user:${by}`,
    streams: [stream],
    decide(states) {
      if (reason.trim() === '') return refuse(badInput('reason', { key: 'required' }));
      const before = states.get(differenceKind, stream);
      const { resolution } = before;
      const left = leftOf(seen, before.written_off);
      if (resolution && isDeepStrictEqual(resolution.seen, seen)) {
        const repeated = isDeepStrictEqual(
          [by, reason.trim(), write_off],
          [resolution.by, resolution.reason, left === 0],
        );
        return repeated
          ? accept([], { written_off: before.written_off })
          : refuse({ code: 'state_does_not_allow' });
      }
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
 * Reverses a resolution and its write-off. Refuses an empty reason, and an unresolved difference
 * (state_does_not_allow).
 */
export function reopenDifference(input: OfDifference): Command<{ written_back: Fen }> {
  const of = named(input);
  const stream = differenceStream(of.difference_id);
  const { reason, by } = input;
  return {
    name: 'reopen_difference',
    actor: `user:${by}`,
    streams: [stream],
    decide(states) {
      if (reason.trim() === '') return refuse(badInput('reason', { key: 'required' }));
      const { resolution, written_off: written_back } = states.get(differenceKind, stream);
      if (resolution === null) return refuse({ code: 'state_does_not_allow' });
      const data = { ...of, written_back, reason: reason.trim(), by };
      const event = { type: 'DifferenceReopened' as const, data };
      return accept([{ stream, creator_id: PLATFORM, event }], { written_back });
    },
  };
}
