import type { Pool } from 'pg';
import type { EventLog } from '#events/log/log.ts';
import type { Carrier } from '#services/carriers/carrier.ts';
import type { Committer } from '#services/commerce/command.ts';
import type { Payments } from '#services/payments/registry.ts';
import type { MovableClock } from '#services/runtime/clock.ts';
import type { Outbox } from '#services/runtime/outbox.ts';
import { holdLeases } from './leases.ts';
import type { Process } from './process.ts';
import { followAndFire, type ProcessCounts } from './process-runner.ts';
import { chargeFollowUp } from './processes/charge-follow-up.ts';
import { expiry } from './processes/expiry.ts';
import { latePaymentRefunds } from './processes/late-payment-refunds.ts';
import { membershipExpiry } from './processes/membership-expiry.ts';
import { parcels } from './processes/parcels.ts';
import { refunds } from './processes/refunds.ts';
import { replyNews } from './processes/reply-news.ts';
import { ticker } from './ticker.ts';

export interface ProcessParts {
  pool: Pool;
  log: EventLog;
  clock: MovableClock;
  committer: Committer;
  payments: Payments;
  carrier: Carrier;
  outbox: Pick<Outbox, 'send'>;
  /** Told of every failure with the process's name; nothing stops because of one. */
  onError(name: string, error: unknown): void;
}

export interface RunningProcesses {
  /** What each process has done here; those that another worker runs stand at −1. */
  counts(): ReadonlyMap<string, Readonly<ProcessCounts>>;
  stop(): Promise<void>;
}

/** Lease of whoever sends again what the sandbox provider still owes. */
const SANDBOX_NOTICES = 'sandbox-notices';

/** Everything that follows events, each run by one worker at a time. */
export function runProcesses(parts: ProcessParts): RunningProcesses {
  const { pool, log, clock, payments, onError } = parts;
  const processes: readonly Process[] = [
    expiry({ ...parts, onUnanswered: (error) => onError('expiry', error) }),
    chargeFollowUp(parts),
    latePaymentRefunds(parts),
    refunds(parts),
    membershipExpiry(parts),
    parcels(parts),
    replyNews(parts),
  ];
  const named = new Map(processes.map((process) => [process.name, process]));
  const counts = new Map<string, ProcessCounts>();

  const resendNotices = async (signal: AbortSignal): Promise<void> => {
    const { sandbox } = payments;
    if (!sandbox) return;
    const sending = ticker({
      clock,
      async act() {
        while (!signal.aborted && (await sandbox.notices.sendDue()) > 0);
        return sandbox.notices.nextDue();
      },
      onError: (error) => onError(SANDBOX_NOTICES, error),
    });
    if (!signal.aborted)
      await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
    await sending.stop();
  };

  const leases = holdLeases({
    pool,
    names: [...named.keys(), SANDBOX_NOTICES],
    onError,
    async work(name, signal) {
      const process = named.get(name);
      if (!process) return resendNotices(signal);
      const count = { position: -1, followed: 0, fired: 0, failures: 0 };
      counts.set(name, count);
      return followAndFire({ pool, log, clock, process, counts: count, onError }, signal);
    },
  });
  return { counts: () => counts, stop: () => leases.stop() };
}
