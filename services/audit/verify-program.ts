import { createPool } from '#services/runtime/database.ts';
import { verifyLog } from './verify.ts';

/** What verification-run.ts sends once. */
export interface VerifyOrder {
  databaseUrl: string;
  /** SPKI, PEM */
  publicKey: string;
}

/** Progress goes out no oftener than this: a seal takes some hundredths of a second. */
const TOLD_EVERY_MS = 200;

/** A process of its own: verifies the whole log once, tells how far it has come, answers with the verdict, and ends. */
process.once('disconnect', () => process.exit());
process.once('message', (order: VerifyOrder) => {
  const pool = createPool(order.databaseUrl, { name: 'verify', max: 1 });
  let told = 0;
  const tell = (position: number): void => {
    if (performance.now() - told < TOLD_EVERY_MS) return;
    told = performance.now();
    process.send?.({ position });
  };
  // A failure ends the process with a code that its parent sees.
  void verifyLog(pool, order.publicKey, tell).then((verdict) => {
    process.send?.({ verdict }, () => process.exit());
  });
});
