import { PLATFORM, type UserId } from '#events/ids.ts';
import { statementStream } from '#events/stream-names.ts';
import { badInput } from '#services/runtime/refusal.ts';
import { accept, type Command, refuse } from '../engine/command.ts';
import { statementKind } from './statement.ts';

interface ReverseStatement {
  statement_id: string;
  reason: string;
  by: UserId;
}

/**
 * Reverses the import of a statement, as after a wrong period. Its lines stay. Refuses an empty reason, an unknown
 * statement (not_found), and one that is reversed already (state_does_not_allow).
 */
export function reverseStatement({ statement_id, reason, by }: ReverseStatement): Command<undefined> {
  const stream = statementStream(statement_id);
  return {
    name: 'reverse_statement',
    actor: `user:${by}`,
    streams: [stream],
    decide(states) {
      if (reason.trim() === '') return refuse(badInput('reason', { key: 'required' }));
      const before = states.get(statementKind, stream);
      if (before.phase === 'none') {
        return refuse({ code: before.reversals === 0 ? 'not_found' : 'state_does_not_allow' });
      }
      const { provider, from, to } = before.imported;
      const data = { statement_id, provider, from, to, reason: reason.trim(), by };
      return accept(
        [{ stream, creator_id: PLATFORM, event: { type: 'StatementReversed', data } }],
        undefined,
      );
    },
  };
}
