/** A process that appends twice in a turn and is stopped in between by its parent (stopped-turn.test.ts). */
import { setTimeout as pause } from 'node:timers/promises';
import { held, write } from '../../contract/sample-events.ts';
import { AppendOutcomeUnknown, LogUnreachable } from '../../log.ts';
import { type PostgresLogOptions, postgresLog } from '../postgres-log.ts';

interface TurnInput {
  url: string;
  stream: string;
  options: PostgresLogOptions;
}

const { url, stream, options } = JSON.parse(process.argv[2] ?? '') as TurnInput;
const log = postgresLog(url, options);
try {
  await log.exclusively(async (turn) => {
    await turn.append([write(stream, 'no_stream', held())]);
    process.send?.('appended');
    await pause(500);
    await turn.append([write(stream, 0, held())]);
  });
  process.send?.('kept its turn');
} catch (error) {
  if (!(error instanceof AppendOutcomeUnknown || error instanceof LogUnreachable)) throw error;
  process.send?.('lost its turn');
}
await pause(60_000);
