import { setTimeout as pause } from 'node:timers/promises';
import {
  AppendOutcomeUnknown,
  type AppendResult,
  type EventLog,
  type StreamConflict,
  type StreamWrite,
} from '#events/log/log.ts';

const MOST_CONNECTION_LOSSES = 8;
const LONGEST_PAUSE_MS = 2_000;

/** Appends until it is known what came of it: after a broken connection the same ids tell. */
export async function appendDurably(log: EventLog, writes: readonly StreamWrite[]): Promise<AppendResult> {
  for (let losses = 0; ; losses += 1) {
    try {
      return await log.append(writes);
    } catch (error) {
      if (!(error instanceof AppendOutcomeUnknown) || losses >= MOST_CONNECTION_LOSSES) throw error;
      await pause(Math.random() * Math.min(LONGEST_PAUSE_MS, 50 * 2 ** losses));
    }
  }
}

/** Ids that a command derived stand in the log already, but not as it would write them now. */
class AlreadyWritten extends Error {
  override name = 'AlreadyWritten';
}

/** No version has moved: it is the ids that are at odds. */
export const isDuplicate = ({ partial_duplicate, expected, actual }: StreamConflict): boolean =>
  partial_duplicate && expected === actual;

/**
 * For writes of which an append said that ids stand there already: where all of them do, written by an
 * earlier life of the same command, the position of that first time. Throws AlreadyWritten otherwise.
 */
export async function firstPositionOf(log: EventLog, writes: readonly StreamWrite[]): Promise<number> {
  // Ids that stand somewhere keep an append to `any` version from writing: it can only find.
  const anywhere = writes.filter(({ events }) => events.length > 0);
  const result = await appendDurably(
    log,
    anywhere.map((write): StreamWrite => ({ ...write, expected: 'any' })),
  );
  if (result.ok) return result.position;
  const [conflict] = result.conflicts;
  throw new AlreadyWritten(`a part of what was decided stands in ${conflict?.stream} already`);
}
