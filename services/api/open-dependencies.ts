import { createSecretKey } from 'node:crypto';
import type { Pool } from 'pg';
import { businessCalendar } from '#events/time.ts';
import { allProjections } from '#read-models/all.ts';
import { installReadModels } from '#read-models/engine/generations.ts';
import { readModels } from '#read-models/engine/wait.ts';
import { openPlanTexts } from '#services/commerce/catalog/plan-texts.ts';
import { startCommitter } from '#services/commerce/committer/committer.ts';
import { openEventLog } from '#services/commerce/committer/event-log.ts';
import { openAccounts } from '#services/modules/all.ts';
import { openSealer } from '#services/modules/audit/seal.ts';
import { publishedSealKeys } from '#services/modules/audit/seal-keys.ts';
import { openVerifications } from '#services/modules/audit/verifications.ts';
import { openCarts } from '#services/modules/cart/entries.ts';
import { openPlansAsSold } from '#services/modules/catalog/plan-as-sold.ts';
import { openCommerceSecrets } from '#services/modules/commerce-secrets.ts';
import { openAlbumTexts } from '#services/modules/content/albums.ts';
import { openCommentLists } from '#services/modules/content/comments/comment-lists.ts';
import { openComments } from '#services/modules/content/comments/comments.ts';
import { openDrafts } from '#services/modules/content/drafts.ts';
import { openPageCards } from '#services/modules/content/page-cards.ts';
import { openPins } from '#services/modules/content/pins.ts';
import { openPostReports } from '#services/modules/content/post-reports.ts';
import { openPostTexts } from '#services/modules/content/post-texts.ts';
import { openPromises } from '#services/modules/content/promises.ts';
import { openReferrals } from '#services/modules/content/referrals.ts';
import { openPostIndex } from '#services/modules/content/search/post-index.ts';
import { openVoteTexts } from '#services/modules/content/vote-texts.ts';
import { openMedia } from '#services/modules/media/open-media.ts';
import { openPictureCleaner } from '#services/modules/media/picture-cleaner.ts';
import { channelsOf } from '#services/modules/messages/outbox.ts';
import { openSubscriptions } from '#services/modules/messages/push/subscriptions.ts';
import { pushIdentity } from '#services/modules/messages/push/web-push.ts';
import { openUndelivered } from '#services/modules/messages/undelivered.ts';
import { openUnsubscribe } from '#services/modules/messages/unsubscribe.ts';
import { openNoticeBars } from '#services/modules/notices/notice-bars.ts';
import { openNotices } from '#services/modules/notices/notices.ts';
import { openPayments } from '#services/modules/payments/registry.ts';
import { openBlocks } from '#services/modules/relations/blocks.ts';
import { openLeftCreators } from '#services/modules/relations/left-creators.ts';
import { openLikes } from '#services/modules/relations/likes.ts';
import { openListedPosts } from '#services/modules/relations/listed-posts.ts';
import { openMarks } from '#services/modules/relations/marks.ts';
import { openSeenPosts } from '#services/modules/relations/seen-posts.ts';
import { openVisits } from '#services/modules/stats/visits.ts';
import { openTicketSigning } from '#services/modules/tickets/ticket-signing.ts';
import { openSandboxPayouts } from '#services/modules/withdrawals/payouts/sandbox/provider.ts';
import { ownedCommitter } from '#services/replicas/owned-committer.ts';
import { privateServer } from '#services/replicas/private-server.ts';
import { openReplicas } from '#services/replicas/replicas.ts';
import { commandSender } from '#services/replicas/sender.ts';
import { openSharedCounts } from '#services/replicas/shared-counts.ts';
import type { MovableClock } from '#services/runtime/clock.ts';
import type { Config } from '#services/runtime/config.ts';
import { openDiskRoom } from '#services/runtime/full-disk.ts';
import { keptKeys } from '#services/runtime/keys/kept-keys.ts';
import { recordedKeys } from '#services/runtime/keys/registry.ts';
import { createListener } from '#services/runtime/listener.ts';
import { followSandboxClock } from '#services/runtime/sandbox-clock.ts';
import { derivedKey, derivedRing } from '#services/runtime/seal.ts';
import type { Secrets } from '#services/runtime/secrets.ts';
import { signingKey } from '#services/runtime/signing-key.ts';
import { measureLog } from '#services/telemetry/measure-log.ts';
import type { Telemetry } from '#services/telemetry/telemetry.ts';
import { pageReader } from './content/page-reader.ts';
import type { Dependencies } from './http/dependencies.ts';
import { requestHashWith } from './http/request-hash.ts';
import { placeKeyWith } from './relations/place-key.ts';
import { liveStreams } from './system/live-streams.ts';
import { measureServer } from './system/metrics.ts';

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
  /** From now on other API processes send commands to this one, and it sends to them. */
  join(): Promise<void>;
  close(): Promise<void>;
}

/** Everything that routes work with, on one database. */
export async function openDependencies(options: OpenOptions): Promise<Opened> {
  const { config, clock, secrets, telemetry, pool, databaseUrl } = options;
  const listener = createListener(databaseUrl);
  if (config.sandbox) await followSandboxClock(pool, listener, clock);
  const onError = (error: unknown): void => telemetry.logger.warn({ err: error }, 'event log');
  const log = measureLog(await openEventLog(config, pool, { onError }), telemetry);
  const calendar = businessCalendar(config.businessTimeZone);
  const kept = await keptKeys(pool, secrets);
  const local = startCommitter({ log, clock, pool, calendar });
  // On a fresh database the worker may not have created the tables yet; queries then return nothing.
  await installReadModels(pool, allProjections(calendar));
  const models = await readModels(pool, listener);
  const payments = await openPayments({
    pool,
    log,
    clock,
    config,
    noticeKey: secrets.ring('sandbox-notices')[0].key,
  });
  const { publicKey } = openSealer(secrets.ring('log-sealing'));
  const sealingKey = await publishedSealKeys(pool, publicKey);
  const verifications = openVerifications({ pool, clock, databaseUrl, publicKey });
  const { secondFactor, publicUrl, wechatLogin } = config;
  const channels = channelsOf(config);
  const services = await openAccounts({
    pool,
    clock,
    listener,
    secrets,
    channels,
    secondFactor,
    publicUrl,
    help: config.operator.help,
    wechatLogin,
  });
  const replicas = openReplicas(pool, (error) => telemetry.logger.warn({ err: error }, 'api processes'));
  const ring = derivedRing(secrets.ring('lookup'), 'forwarded commands');
  const sender = commandSender(replicas, createSecretKey(ring[0].key));
  const committer = ownedCommitter({ committer: local, replicas, sender, log });
  const server = privateServer({
    committer: local,
    replicas,
    keys: ring.map(({ key }) => createSecretKey(key)),
  });
  const counts = openSharedCounts(pool, replicas);
  const visits = openVisits(pool, derivedKey(kept.ids, 'visits'));
  const pages = pageReader();
  const pictureCleaner = openPictureCleaner();
  measureServer(telemetry, { committer, log, pool, clock, config });
  return {
    deps: {
      config,
      clock,
      calendar,
      pool,
      room: openDiskRoom(pool),
      log,
      committer,
      readModels: models,
      payments,
      payouts: config.sandbox ? openSandboxPayouts(pool, clock) : undefined,
      carts: openCarts(pool, services.vault, clock),
      postTexts: openPostTexts(pool),
      postReports: openPostReports(pool),
      voteTexts: openVoteTexts(pool),
      postIndex: openPostIndex(pool),
      albumTexts: openAlbumTexts(pool),
      drafts: openDrafts(pool),
      pageCards: openPageCards(pool, config.pageCards ? pages.read : async () => null),
      pins: openPins(pool),
      comments: openComments(pool),
      commentLists: openCommentLists(pool),
      push: openSubscriptions(pool, derivedRing(secrets.ring('vault'), 'push'), clock),
      pushIdentity: pushIdentity(kept.push),
      unsubscribe: openUnsubscribe(pool, derivedRing(secrets.ring('vault'), 'unsubscribe')),
      notices: openNotices(pool),
      noticeBars: openNoticeBars({ committer, clock }),
      marks: openMarks(pool),
      leftCreators: openLeftCreators(pool),
      likes: openLikes(pool),
      blocks: openBlocks(pool),
      seenPosts: openSeenPosts(pool),
      listedPosts: openListedPosts(pool),
      visits,
      placeKey: placeKeyWith(derivedKey(kept.ids, 'places')),
      referrals: openReferrals(pool),
      promises: openPromises(pool),
      replicas,
      counts,
      listener,
      live: liveStreams(),
      telemetry,
      ticketSigning: openTicketSigning(secrets, await recordedKeys(pool)),
      sessionKeys: secrets.ring('session-signing').map(({ key }) => signingKey(key)),
      sealingKey,
      verifications,
      plansAsSold: openPlansAsSold(log),
      planTexts: openPlanTexts(log),
      ...(await openCommerceSecrets(pool, secrets)),
      pictureCleaner,
      media: openMedia({ pool, clock, config, secrets, cleaner: pictureCleaner }),
      undelivered: openUndelivered(pool, clock),
      requestHash: requestHashWith(derivedKey(kept.ids, 'request')),
      ...services,
    },
    join: async () => replicas.join(await server.listen(config.privateHost)),
    async close() {
      await pages.close();
      await visits.idle();
      await counts.close();
      await replicas.close();
      await server.close();
      sender.close();
      await verifications.close();
      await payments.close();
      await committer.close();
      models.close();
      await log.close();
      await listener.close();
    },
  };
}
