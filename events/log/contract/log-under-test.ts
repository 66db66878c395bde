import type { EventLog } from '../log.ts';

/** Adapters on one empty store. */
export interface LogUnderTest {
  /** The adapter of a process, opened at its first use. */
  open(process?: 0 | 1): EventLog;
  /** A name that no other test uses. */
  stream(): string;
}
