/** A worker and a committer on a far host (far-host.ts): reports its leases and the results of its commands. */
import { asUserId } from '#events/ids.ts';
import { postgresLog } from '#events/log/postgres/postgres-log.ts';
import { holdLeases } from '#events/log/subscription/leases.ts';
import { businessCalendar, DEFAULT_TIME_ZONE } from '#events/time.ts';
import { allProjections } from '#read-models/all.ts';
import { runProjections } from '#read-models/engine/runner.ts';
import { startCommitter } from '#services/commerce/committer/committer.ts';
import { accept, type Command } from '#services/commerce/engine/command.ts';
import { systemClock } from '#services/runtime/clock.ts';
import { createPool } from '#services/runtime/database.ts';
import { type Ask, type Fared, LEASE, PROJECTIONS, until } from './far-work.ts';

const pool = createPool(process.env.DATABASE_URL ?? '', { name: 'far' });
const log = postgresLog(pool);
const committer = startCommitter({ log, clock: systemClock, pool });
const names = [LEASE];
const leases = holdLeases({
  pool,
  kind: 'process',
  names,
  work: (_name, signal) => until(signal),
  onError: () => undefined,
});
const projections = runProjections({
  pool,
  log,
  onError: () => undefined,
  projections: allProjections(businessCalendar(DEFAULT_TIME_ZONE)).slice(0, PROJECTIONS),
});

const change = (): Command<null> => ({
  name: 'change-terms',
  actor: 'process:test',
  streams: ['terms-far'],
  decide: () =>
    accept(
      [
        {
          stream: 'terms-far',
          creator_id: 'far',
          event: { type: 'SellingTermsChanged', data: { creator_id: asUserId('far'), discount_option: 1 } },
        },
      ],
      null,
    ),
});

async function fares(ask: () => Promise<unknown>): Promise<Fared> {
  const began = performance.now();
  const outcome = await ask().then(
    () => 'done',
    (error: unknown) => (error instanceof Error ? error.name : String(error)),
  );
  return { outcome, ms: performance.now() - began };
}

process.on('message', async ({ commands, reads }: Ask) => {
  const answers = [
    ...Array.from({ length: commands }, () => fares(() => committer.submit(change()))),
    ...Array.from({ length: reads }, () => fares(() => pool.query('SELECT 1'))),
  ];
  const held = leases.held().length + projections.status().length;
  process.send?.({ fared: await Promise.all(answers), held });
});
process.on('disconnect', () => process.exit(0));
process.send?.('ready');
