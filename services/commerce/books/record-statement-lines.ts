import { isDeepStrictEqual } from 'node:util';
import type { StatementLine } from '#events/books.ts';
import { derivedEventId, PLATFORM, type UserId } from '#events/ids.ts';
import { statementLineStream } from '#events/stream-names.ts';
import { accept, type Command, type Decided } from '../engine/command.ts';
import { type StatementLineState, statementLineKind } from './statement.ts';

export interface RecordStatementLines {
  provider: string;
  /** SHA-256 of the file, hex. */
  statement_id: string;
  by: UserId;
  /** `line` is its number in the file, from 1. Line ids are unique. */
  lines: readonly { line: number; read: StatementLine }[];
  correlation_id?: string;
}

/** `fresh`: new in this file. `known`: equal in another file. `differs`: another file has other figures. */
export type LineResult = 'fresh' | 'known' | 'differs';

function lineResult(
  state: StatementLineState,
  read: StatementLine,
  statement_id: string,
): LineResult | 'new' {
  if (state.phase === 'none') return 'new';
  if (!isDeepStrictEqual(state.line, read)) return 'differs';
  // Lines recorded by an interrupted run of the same file count as this file's.
  return state.statement_id === statement_id ? 'fresh' : 'known';
}

/**
 * Records lines of a provider's statement, each once over all files. An existing line with other figures is not
 * changed. Refuses nothing.
 * @returns the result of each line, in order
 */
export function recordStatementLines(input: RecordStatementLines): Command<LineResult[]> {
  const { provider, statement_id, lines } = input;
  const streamOf = ({ line_id }: StatementLine): string => statementLineStream(provider, line_id);
  return {
    name: 'record_statement_lines',
    actor: `user:${input.by}`,
    correlation_id: input.correlation_id,
    streams: lines.map(({ read }) => streamOf(read)),
    decide(states) {
      const events: Decided[] = [];
      const result = lines.map(({ line, read }): LineResult => {
        const stream = streamOf(read);
        const found = lineResult(states.get(statementLineKind, stream), read, statement_id);
        if (found !== 'new') return found;
        events.push({
          stream,
          creator_id: PLATFORM,
          event: { type: 'StatementLineRecorded', data: { provider, statement_id, line, ...read } },
          id: derivedEventId('StatementLineRecorded', provider, read.line_id),
        });
        return 'fresh';
      });
      return accept(events, result);
    },
  };
}
