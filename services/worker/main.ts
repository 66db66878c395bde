import { businessCalendar } from '#events/time.ts';
import { allProjections } from '#read-models/all.ts';
import { installReadModels } from '#read-models/engine/generations.ts';
import { runProjections } from '#read-models/engine/runner.ts';
import { requestHashWith } from '#services/api/http/request-hash.ts';
import { digestOf } from '#services/api/notices/digest.ts';
import { webhookBodies } from '#services/api/open/webhook-bodies.ts';
import { startCommitter } from '#services/commerce/committer/committer.ts';
import { openEventLog } from '#services/commerce/committer/event-log.ts';
import { openAttempts } from '#services/modules/accounts/attempts.ts';
import { openSmsLimits } from '#services/modules/accounts/codes/sms-limits.ts';
import { openClosing } from '#services/modules/accounts/deletion/closing.ts';
import { openDirectory } from '#services/modules/accounts/directory.ts';
import { ownAddresses } from '#services/modules/accounts/own-addresses.ts';
import { openProfiles } from '#services/modules/accounts/profiles.ts';
import { openRightsRegister } from '#services/modules/accounts/rights.ts';
import { openTeam } from '#services/modules/accounts/team.ts';
import { openVault } from '#services/modules/accounts/vault.ts';
import { openHeadStore } from '#services/modules/audit/heads.ts';
import { openSealer } from '#services/modules/audit/seal.ts';
import { openVerifications } from '#services/modules/audit/verifications.ts';
import { openPostTexts } from '#services/modules/content/post-texts.ts';
import { openAddresses } from '#services/modules/delivery/addresses.ts';
import { openCarrier } from '#services/modules/delivery/carriers/open-carrier.ts';
import { forgetFilesOf } from '#services/modules/media/forget-files.ts';
import { openMediaStore } from '#services/modules/media/open-store.ts';
import { openMediaJobs } from '#services/modules/media/variants/media-jobs.ts';
import { blindIndexWith } from '#services/modules/messages/account-name.ts';
import { smtpMailer } from '#services/modules/messages/mailer.ts';
import { channelsOf, openOutbox } from '#services/modules/messages/outbox.ts';
import { openSubscriptions } from '#services/modules/messages/push/subscriptions.ts';
import { pushIdentity } from '#services/modules/messages/push/web-push.ts';
import { smsGateway } from '#services/modules/messages/sms-gateway.ts';
import { openUnsubscribe } from '#services/modules/messages/unsubscribe.ts';
import { openNotices } from '#services/modules/notices/notices.ts';
import { openWebhookStores } from '#services/modules/open/open-webhooks.ts';
import { openPayments } from '#services/modules/payments/registry.ts';
import { noticeEndpoint } from '#services/modules/payments/sandbox/endpoint.ts';
import { openBlocks } from '#services/modules/relations/blocks.ts';
import { openSeenPosts } from '#services/modules/relations/seen-posts.ts';
import { openCertifications } from '#services/modules/staff/certifications.ts';
import { openStaff } from '#services/modules/staff/staff.ts';
import { rewriteDue } from '#services/modules/system/keys/rewrite.ts';
import { openProcess } from '#services/modules/system/open-process.ts';
import { indexEarlierNames } from '#services/modules/tickets/holder-names.ts';
import { openBankReviews } from '#services/modules/withdrawals/bank-reviews.ts';
import { openPayouts } from '#services/modules/withdrawals/payouts/open-payouts.ts';
import { openWithdrawMethods } from '#services/modules/withdrawals/withdraw-methods.ts';
import { movableClock } from '#services/runtime/clock.ts';
import { keptKeys } from '#services/runtime/keys/kept-keys.ts';
import { createListener } from '#services/runtime/listener.ts';
import { createLogger } from '#services/runtime/log/logger.ts';
import { runProcess, type Started } from '#services/runtime/process/process.ts';
import { followSandboxClock } from '#services/runtime/sandbox-clock.ts';
import { derivedKey, derivedRing } from '#services/runtime/seal.ts';
import { ownMetrics } from '#services/telemetry/own-metrics.ts';
import { openFeed } from './feed.ts';
import { heartbeat } from './heartbeat.ts';
import type { DigestOf } from './notice-digests.ts';
import { runProcesses } from './processes.ts';
import { pushSender } from './push/push-sender.ts';
import { webhookSender } from './webhooks/sender.ts';

/** The worker's process: keeps the read models at the log's head and does what follows events. */
async function start(): Promise<Started> {
  const { config, databaseUrl, secrets, pool, holding } = await openProcess('worker');
  const logger = createLogger({ process: 'worker' });
  const onError = (name: string, error: unknown): void =>
    logger.error({ err: error, name }, `${name} failed`);
  const clock = movableClock();
  const listener = createListener(databaseUrl);
  if (config.sandbox) await followSandboxClock(pool, listener, clock);
  const log = await openEventLog(config, pool, { onError: (error) => onError('event log', error) });
  const { feed, counts: feedCounts } = await openFeed(config, {
    pool,
    log,
    onError: (error) => onError('feed', error),
  });
  const calendar = businessCalendar(config.businessTimeZone);
  const committer = startCommitter({ log, clock, pool, calendar });
  const payments = await openPayments({
    pool,
    log,
    clock,
    config,
    noticeKey: secrets.ring('sandbox-notices')[0].key,
  });
  const carrier = openCarrier({ config, pool, clock, onError: (error) => onError('tracking', error) });
  const vaultKey = secrets.ring('vault');
  const index = blindIndexWith(secrets.ring('lookup'));
  const kept = await keptKeys(pool, secrets);
  const outboxKey = derivedRing(vaultKey, 'outbox');
  const outbox = openOutbox(pool, outboxKey, index, clock, channelsOf(config));

  const all = allProjections(calendar);
  // Processes read them from their start on.
  await installReadModels(pool, all);
  const projections = runProjections({
    pool,
    log,
    feed,
    projections: all,
    onError,
  });
  const sealer = openSealer(secrets.ring('log-sealing'));
  const vault = openVault(pool, vaultKey, clock);
  const indexing = indexEarlierNames(pool, vault, index).catch((error) => onError('index of names', error));
  const paying = {
    payments,
    payouts: await openPayouts(pool, clock, config),
    payees: openWithdrawMethods(pool, vault, clock),
  };
  const staffRows = {
    staff: openStaff(pool, clock),
    certifications: openCertifications(pool, vault, clock),
    register: openRightsRegister(pool, clock),
    bankReviews: openBankReviews({ pool, vault, clock, outbox }),
    vault,
  };
  const directory = await openDirectory({ pool, vault, index, listener });
  const newsParts = {
    pool,
    clock,
    directory,
    notices: openNotices(pool),
    seenPosts: openSeenPosts(pool),
    postTexts: openPostTexts(pool),
    blocks: openBlocks(pool),
  };
  const digests = { digestOf: ((user, window) => digestOf(newsParts, user, window)) satisfies DigestOf };
  const mailer = !config.sandbox && config.mail ? await smtpMailer(config.mail) : undefined;
  const sms = !config.sandbox &&
    config.sms && {
      gateway: smsGateway(config.sms),
      limits: openSmsLimits({ pool, clock, attempts: openAttempts(pool, clock), perDay: config.sms.perDay }),
    };
  const mail = (mailer || sms) && {
    pool,
    clock,
    mailer,
    sms: sms || undefined,
    key: outboxKey,
    calendar,
    publicUrl: config.publicUrl,
    unsubscribe: openUnsubscribe(pool, derivedRing(vaultKey, 'unsubscribe')),
    addressesOf: ownAddresses(pool, vault),
    ...digests,
    onFailure: (error: Error) => onError('mail', error),
  };
  const stores = openWebhookStores(pool, vaultKey, clock);
  const addresses = openAddresses(pool, vault, clock);
  const orderParts = {
    config,
    pool,
    vault,
    log,
    directory,
    addresses,
    requestHash: requestHashWith(derivedKey(kept.ids, 'request')),
  };
  const ownApi = config.sandbox ? { ownApi: () => noticeEndpoint(pool).baseUrl() } : {};
  const sender = webhookSender({ allowPrivate: config.webhookAllowPrivate, ...ownApi });
  const pushing = pushSender({
    identity: pushIdentity(kept.push),
    publicUrl: config.publicUrl,
    allowPrivate: config.webhookAllowPrivate,
  });
  const push = {
    pool,
    clock,
    calendar,
    subscriptions: openSubscriptions(pool, derivedRing(vaultKey, 'push'), clock),
    sender: pushing,
  };
  const webhooks = {
    sender,
    webhooks: stores.addresses,
    deliveries: stores.deliveries,
    keys: stores.keys,
    bodies: webhookBodies(orderParts, stores.keys),
  };
  const store = openMediaStore(config);
  const media = {
    jobs: openMediaJobs({ pool, clock, store }),
    removal: { pool, clock, store },
    profiles: openProfiles(pool, clock),
    config: { dataDir: config.dataDir, s3: config.s3, ffmpegPath: config.ffmpegPath },
  };
  const closing = openClosing({
    pool,
    log,
    clock,
    committer,
    vault,
    outbox,
    calendar,
    team: openTeam(pool, clock),
    media: { forgetFilesOf },
  });
  const earlier = closing.completeEarlier().catch((error) => onError('earlier closings', error));
  const verifications = openVerifications({ pool, clock, databaseUrl, publicKey: sealer.publicKey });
  const sealHeads = config.sealHeads === undefined ? {} : { sealHeads: openHeadStore(config.sealHeads) };
  const made = {
    sealer,
    push,
    digests,
    verifications,
    ...sealHeads,
    rewriteKeys: (signal: AbortSignal) => rewriteDue(pool, secrets, signal),
    staffRows,
    closing,
    webhooks,
    media,
    ...(mail && { mail }),
  };
  const parts = {
    pool,
    log,
    clock,
    calendar,
    committer,
    carrier,
    addresses,
    outbox,
    onError,
    ...made,
    ...paying,
    // New events are read once, for projections and processes.
    feed: { ...feed, tail: projections.tail.follow },
  };
  const processes = runProcesses(parts);
  const figures = () => ({
    projections: projections.status(),
    processes: Object.fromEntries(processes.counts()),
    feed: feedCounts(),
    resident_bytes: process.memoryUsage.rss(),
  });
  const beating = heartbeat(pool, 'worker', figures, (error) => onError('heartbeat', error));

  const endMetrics = await ownMetrics('worker', config, { pool, log });

  return {
    ready: { pid: process.pid },
    async close() {
      await Promise.all([projections.stop(), processes.stop(), indexing, earlier]);
      await verifications.close();
      mailer?.close();
      await sender.close();
      await pushing.close();
      await payments.close();
      await committer.close();
      await beating.stop();
      await endMetrics();
      await log.close();
      await listener.close();
      await holding.stop();
      await pool.end();
    },
  };
}

await runProcess('worker', start);
