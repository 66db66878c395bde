import type { Pool } from 'pg';
import { businessCalendar } from '#events/time.ts';
import { allProjections } from '#read-models/all.ts';
import { installReadModels } from '#read-models/engine/generations.ts';
import { readModels } from '#read-models/engine/wait.ts';
import { openAccounts } from '#services/accounts/accounts.ts';
import { openSealer } from '#services/audit/seal.ts';
import { openVerifications } from '#services/audit/verifications.ts';
import { openCarts } from '#services/cart/entries.ts';
import { openPlansAsSold } from '#services/commerce/catalog/plan-as-sold.ts';
import { openPlanTexts } from '#services/commerce/catalog/plan-texts.ts';
import { startCommitter } from '#services/commerce/engine/committer.ts';
import { openEventLog } from '#services/commerce/engine/event-log.ts';
import { openSealed } from '#services/commerce/sealed.ts';
import { channelsOf } from '#services/messages/outbox.ts';
import { openUndelivered } from '#services/messages/undelivered.ts';
import { openPayments } from '#services/payments/registry.ts';
import { openSandboxPayouts } from '#services/payouts/sandbox/provider.ts';
import type { MovableClock } from '#services/runtime/clock.ts';
import type { Config } from '#services/runtime/config.ts';
import { createListener } from '#services/runtime/listener.ts';
import { followSandboxClock } from '#services/runtime/sandbox-clock.ts';
import { derivedKey } from '#services/runtime/seal.ts';
import type { Secrets } from '#services/runtime/secrets.ts';
import { signingKey } from '#services/runtime/signing-key.ts';
import type { Dependencies } from './dependencies.ts';
import { requestHashWith } from './http/request-hash.ts';
import { measureCommerce } from './system/commerce-metrics.ts';
import { liveStreams } from './system/live-streams.ts';
import type { Telemetry } from './system/telemetry.ts';
import { openTicketSigning } from './tickets/ticket-signing.ts';

export interface OpenOptions {
  config: Config;
  clock: MovableClock;
  secrets: Secrets;
  telemetry: Telemetry;
  /** Its owner closes it, after `close`. */
  pool: Pool;
  /** Address of the same database, for the connection that listens. */
  databaseUrl: string;
}

export interface Opened {
  deps: Dependencies;
  close(): Promise<void>;
}

/** Everything that routes work with, on one database. */
export async function openDependencies(options: OpenOptions): Promise<Opened> {
  const { config, clock, secrets, telemetry, pool, databaseUrl } = options;
  const listener = createListener(databaseUrl);
  if (config.sandbox) await followSandboxClock(pool, listener, clock);
  const onError = (error: unknown): void => telemetry.logger.warn({ err: error }, 'event log');
  const log = await openEventLog(config, pool, { onError });
  const calendar = businessCalendar(config.businessTimeZone);
  const committer = startCommitter({ log, clock, pool, calendar });
  // On a fresh database the worker may not have created the tables yet; queries then return nothing.
  await installReadModels(pool, allProjections(calendar));
  const models = await readModels(pool, listener);
  const payments = openPayments({
    pool,
    clock,
    sandbox: config.sandbox,
    noticeKey: secrets.secret('sandbox-notices'),
  });
  const sealingKey = openSealer(secrets.secret('log-sealing')).publicKey;
  const verifications = openVerifications({ pool, clock, databaseUrl, publicKey: sealingKey });
  const services = await openAccounts({ pool, clock, listener, secrets, channels: channelsOf(config) });
  measureCommerce(telemetry, { committer, log, models });
  return {
    deps: {
      config,
      clock,
      calendar,
      pool,
      log,
      committer,
      readModels: models,
      payments,
      payouts: config.sandbox ? openSandboxPayouts(pool, clock) : undefined,
      carts: openCarts(pool, services.vault, clock),
      listener,
      live: liveStreams(),
      telemetry,
      ticketSigning: openTicketSigning(secrets),
      sessionKeys: secrets.rotated('session-signing').map(signingKey),
      sealingKey,
      verifications,
      plansAsSold: openPlansAsSold(log),
      planTexts: openPlanTexts(log),
      ...openSealed(pool, secrets),
      undelivered: openUndelivered(pool, clock),
      requestHash: requestHashWith(derivedKey(secrets.secret('lookup'), 'request')),
      ...services,
    },
    async close() {
      await verifications.close();
      await payments.close();
      await committer.close();
      models.close();
      await log.close();
      await listener.close();
    },
  };
}
