import { setTimeout as pause } from 'node:timers/promises';
import {
  AppendOutcomeUnknown,
  type AppendResult,
  type EventLog,
  type EventOrder,
  LogUnreachable,
  type StreamConflict,
  type StreamWrite,
} from '#events/log/log.ts';

const MAX_CONNECTION_LOSSES = 8;
const MAX_PAUSE_MS = 2_000;
/** No attempt begins later: a log that was silent for so long is not waited for again. */
const MAX_MS = 2_000;

/** Appends until the outcome is known, or for about 2 s: after a broken connection the same ids return it. */
export async function appendDurably(
  log: EventLog,
  writes: readonly StreamWrite[],
  order?: EventOrder,
): Promise<AppendResult> {
  let unknown: AppendOutcomeUnknown | undefined;
  const began = performance.now();
  for (let losses = 0; ; losses += 1) {
    try {
      return await log.append(writes, order);
    } catch (error) {
      // This attempt wrote nothing; the outcome of the earlier one is still unknown.
      if (error instanceof LogUnreachable && unknown) throw unknown;
      if (!(error instanceof AppendOutcomeUnknown) || losses >= MAX_CONNECTION_LOSSES) throw error;
      if (performance.now() - began > MAX_MS) throw error;
      unknown = error;
      await pause(Math.random() * Math.min(MAX_PAUSE_MS, 50 * 2 ** losses));
    }
  }
}

/** No version has moved: the conflict is in the ids. */
export const isDuplicate = ({ partial_duplicate, expected, actual }: StreamConflict): boolean =>
  partial_duplicate && expected === actual;
