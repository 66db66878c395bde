import type { Pool } from 'pg';
import type { EventLog } from '#events/log/log.ts';
import { openPool } from '#events/log/postgres/open-pool.ts';
import { postgresLog } from '#events/log/postgres/postgres-log.ts';
import { type BusinessCalendar, businessCalendar, DEFAULT_TIME_ZONE, type Millis } from '#events/time.ts';
import { allProjections } from '#read-models/all.ts';
import { installReadModels } from '#read-models/engine/generations.ts';
import { type RunningCommitter, startCommitter } from '#services/commerce/committer/committer.ts';
import { type AccountServices, openAccounts } from '#services/modules/all.ts';
import { openSealer, type Sealer } from '#services/modules/audit/seal.ts';
import { openPayments } from '#services/modules/payments/registry.ts';
import type { SandboxProvider } from '#services/modules/payments/sandbox/provider.ts';
import {
  openSandboxPayouts,
  type SandboxPayouts,
} from '#services/modules/withdrawals/payouts/sandbox/provider.ts';
import { type Clock, movableClock } from '#services/runtime/clock.ts';
import { createListener } from '#services/runtime/listener.ts';
import { migrate } from '#services/runtime/migrate.ts';
import { allMigrations } from '#services/runtime/migrations.ts';
import { moveSandboxClock } from '#services/runtime/sandbox-clock.ts';
import { openSecrets } from '#services/runtime/secrets.ts';

/** An empty database and a folder for keys. */
export interface Place {
  databaseUrl: string;
  dataDir: string;
}

/** The means of fans, creators and finance in this process; the worker's processes use the same database. */
export interface World extends Pick<AccountServices, 'accounts' | 'withdrawMethods'> {
  place: Place;
  pool: Pool;
  log: EventLog;
  clock: Clock;
  calendar: BusinessCalendar;
  committer: RunningCommitter;
  sandbox: SandboxProvider;
  payouts: SandboxPayouts;
  sealer: Sealer;
  moveClocks(to: Millis): Promise<void>;
  /** Moves the clock of all processes but this one, which is then behind them. */
  moveOthersClocks(to: Millis): Promise<void>;
  close(): Promise<void>;
}

export async function openWorld(place: Place): Promise<World> {
  const { databaseUrl, dataDir } = place;
  const pool = openPool({ connectionString: databaseUrl, max: 6 });
  await migrate(pool, allMigrations);
  const secrets = openSecrets({ dataDir, production: false, env: {} });
  const clock = movableClock();
  const calendar = businessCalendar(DEFAULT_TIME_ZONE);
  await installReadModels(pool, allProjections(calendar));
  const listener = createListener(databaseUrl);
  const log = postgresLog(pool);
  const committer = startCommitter({ log, clock, pool, calendar });
  const { accounts, withdrawMethods } = await openAccounts({ pool, clock, listener, secrets });
  const payments = await openPayments({
    pool,
    log,
    clock,
    config: { sandbox: true, publicUrl: '' },
    noticeKey: secrets.ring('sandbox-notices')[0].key,
  });
  const { sandbox } = payments;
  if (!sandbox) throw new Error('a simulation needs the sandbox');
  const moveOthersClocks = async (to: Millis): Promise<void> => {
    await moveSandboxClock(pool, to - Date.now());
  };
  return {
    place,
    pool,
    log,
    clock,
    calendar,
    committer,
    sandbox,
    accounts,
    withdrawMethods,
    moveOthersClocks,
    payouts: openSandboxPayouts(pool, clock),
    sealer: openSealer(secrets.ring('log-sealing')),
    async moveClocks(to) {
      clock.setOffset(to - Date.now());
      await moveOthersClocks(to);
    },
    async close() {
      await payments.close();
      await committer.close();
      await log.close();
      await listener.close();
      await pool.end();
    },
  };
}
