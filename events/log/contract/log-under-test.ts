import type { EventLog } from '../log.ts';

/** Opens adapters on one empty store. Each call acts as another process. */
export interface LogUnderTest {
  open(): EventLog;
  /** A name that no other test uses. */
  stream(): string;
}
