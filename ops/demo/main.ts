/** Creates the demo once; the supervisor runs it before the server is reachable. */
import type { Pool } from 'pg';
import { businessCalendar, type Millis } from '#events/time.ts';
import { lineOf } from '#ops/problem.ts';
import { startCommitter } from '#services/commerce/committer/committer.ts';
import { openEventLog } from '#services/commerce/committer/event-log.ts';
import { openAccounts } from '#services/modules/all.ts';
import { openCarts } from '#services/modules/cart/entries.ts';
import { openCommerceSecrets } from '#services/modules/commerce-secrets.ts';
import { openMediaStore } from '#services/modules/media/open-store.ts';
import { movableClock } from '#services/runtime/clock.ts';
import { ConfigError, readConfig } from '#services/runtime/config.ts';
import { createPool } from '#services/runtime/database.ts';
import { createListener } from '#services/runtime/listener.ts';
import { openSecrets } from '#services/runtime/secrets.ts';
import { makeDemo } from './make-demo.ts';

/**
 * The demo's start time: now, or that of an interrupted one, so that it continues with the same story. undefined if
 * none may be created: it exists, or the database has a history.
 */
async function storyTime(pool: Pool, head: number): Promise<Millis | undefined> {
  const { rows } = await pool.query<{ name: string; at: Date }>(
    "SELECT name, at FROM runtime.marks WHERE name IN ('demo_begun', 'demo_done')",
  );
  if (rows.some(({ name }) => name === 'demo_done')) return undefined;
  const [begun] = rows;
  if (begun) return begun.at.getTime();
  if (head > 0) {
    await pool.query("INSERT INTO runtime.marks (name) VALUES ('demo_left_out') ON CONFLICT DO NOTHING");
    return undefined;
  }
  const inserted = await pool.query<{ at: Date }>(
    "INSERT INTO runtime.marks (name) VALUES ('demo_begun') RETURNING at",
  );
  return inserted.rows[0]?.at.getTime();
}

const config = readConfig(process.env);
if (config.databaseUrl === undefined) throw new ConfigError('DATABASE_URL: not set');
const pool = createPool(config.databaseUrl, { name: 'demo' });
const listener = createListener(config.databaseUrl);
const clock = movableClock();
const log = await openEventLog(config, pool);
const calendar = businessCalendar(config.businessTimeZone);
const committer = startCommitter({ log, clock, pool, calendar });
try {
  const now = await storyTime(pool, await log.head());
  if (now !== undefined) {
    const secrets = openSecrets({ dataDir: config.dataDir, production: config.production, env: process.env });
    const { accounts, addresses, identities, vault } = await openAccounts({ pool, clock, listener, secrets });
    const placed = await makeDemo({
      pool,
      accounts,
      addresses,
      identities,
      vault,
      carts: openCarts(pool, vault, clock),
      ...(await openCommerceSecrets(pool, secrets)),
      committer,
      media: openMediaStore(config),
      calendar,
      ttl_seconds: config.orderTtlSeconds,
      now,
    });
    await pool.query("INSERT INTO runtime.marks (name) VALUES ('demo_done') ON CONFLICT DO NOTHING");
    console.log(`${placed} orders`);
  }
} catch (error) {
  console.error(error instanceof Error ? error : lineOf(error));
  process.exitCode = 1;
} finally {
  await committer.close();
  await log.close();
  await listener.close();
  await pool.end();
}
