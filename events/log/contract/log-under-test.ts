import type { EventLog } from '../log.ts';

/** Opens adapters on one and the same empty store; each call is another process, as it were. */
export interface LogUnderTest {
  open(): EventLog;
  /** A name that no other test uses. */
  stream(): string;
}
