import { derivedEventId, PLATFORM, type UserId } from '#events/ids.ts';
import type { DataOf } from '#events/registry.ts';
import { statementStream } from '#events/stream-names.ts';
import { accept, type Command } from '../engine/command.ts';
import { statementKind } from './statement.ts';

export type ImportedStatement = DataOf<'StatementImported'>;

/**
 * Records that a statement was read completely, after its lines: once per file, and again after a reversal. Refuses
 * nothing; a file that was read before is answered with its result.
 */
export function importStatement(
  statement: ImportedStatement,
  by: UserId,
  correlation_id?: string,
): Command<{ repeated: boolean; statement: ImportedStatement }> {
  const stream = statementStream(statement.statement_id);
  return {
    name: 'import_statement',
    actor: `user:${by}`,
    correlation_id,
    streams: [stream],
    decide(states) {
      const before = states.get(statementKind, stream);
      if (before.phase === 'imported') return accept([], { repeated: true, statement: before.imported });
      const event = { type: 'StatementImported' as const, data: statement };
      const times = before.reversals === 0 ? [] : [String(before.reversals)];
      const id = derivedEventId(event.type, statement.statement_id, ...times);
      return accept([{ stream, creator_id: PLATFORM, event, id }], { repeated: false, statement });
    },
  };
}
