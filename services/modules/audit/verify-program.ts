import { createPool } from '#services/runtime/database.ts';
import { verifyLog } from './verify.ts';

/** What verification-run.ts sends once. */
export interface VerifyOrder {
  databaseUrl: string;
  /** SPKI, PEM */
  publicKey: string;
}

/** The interval of progress messages; a seal takes some hundredths of a second. */
const PROGRESS_EVERY_MS = 200;

/** A separate process: verifies the whole log once, reports progress and result, and ends. */
process.once('disconnect', () => process.exit());
process.once('message', (order: VerifyOrder) => {
  const pool = createPool(order.databaseUrl, { name: 'verify', max: 1 });
  let lastReport = 0;
  const tell = (position: number): void => {
    if (performance.now() - lastReport < PROGRESS_EVERY_MS) return;
    lastReport = performance.now();
    process.send?.({ position });
  };
  // A failure ends the process with a code that its parent sees.
  void verifyLog(pool, order.publicKey, tell).then((verdict) => {
    process.send?.({ verdict }, () => process.exit());
  });
});
