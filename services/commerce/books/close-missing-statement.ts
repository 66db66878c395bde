import { PLATFORM, type UserId } from '#events/ids.ts';
import { missingStatementStream } from '#events/stream-names.ts';
import { badInput } from '#services/runtime/refusal.ts';
import { accept, type Command, refuse } from '../engine/command.ts';
import { missingStatementKind } from './statement.ts';

interface CloseMissingStatement {
  provider: string;
  /** Business day. */
  day: string;
  reason: string;
  by: UserId;
}

/**
 * Finance goes on without the statement of a day, as of a provider that is gone. It writes nothing off: moves of that day
 * wait for their statement, or for a file that finance uploads. A repetition changes nothing. Refuses an empty reason, and
 * another decision after the first (state_does_not_allow).
 */
export function closeMissingStatement({
  provider,
  day,
  reason,
  by,
}: CloseMissingStatement): Command<undefined> {
  const stream = missingStatementStream(provider, day);
  return {
    name: 'close_missing_statement',
    actor: `user:${by}`,
    streams: [stream],
    decide(states) {
      const data = { provider, day, reason: reason.trim(), by };
      if (data.reason === '') return refuse(badInput('reason', { key: 'required' }));
      const before = states.get(missingStatementKind, stream);
      if (before.phase === 'closed') {
        const isRepeated = before.by === by && before.reason === data.reason;
        return isRepeated ? accept([], undefined) : refuse({ code: 'state_does_not_allow' });
      }
      const event = { type: 'MissingStatementClosed' as const, data };
      return accept([{ stream, creator_id: PLATFORM, event }], undefined);
    },
  };
}
