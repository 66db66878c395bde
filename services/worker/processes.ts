import type { Pool } from 'pg';
import type { Feed } from '#events/feed/feed.ts';
import type { EventLog } from '#events/log/log.ts';
import { holdLeases } from '#events/log/subscription/leases.ts';
import { sharedTail } from '#events/log/subscription/shared-tail.ts';
import type { BusinessCalendar } from '#events/time.ts';
import type { Committer } from '#services/commerce/engine/command.ts';
import type { Closing } from '#services/modules/accounts/deletion/closing.ts';
import { type HeadStore, publishHead } from '#services/modules/audit/heads.ts';
import { verifyNightly } from '#services/modules/audit/nightly.ts';
import type { Sealer } from '#services/modules/audit/seal.ts';
import { sealDue } from '#services/modules/audit/sealing.ts';
import type { Verifications } from '#services/modules/audit/verifications.ts';
import { nightlyStatement } from '#services/modules/books/reconciliation/fetch-nightly.ts';
import type { Addresses } from '#services/modules/delivery/addresses.ts';
import type { Carrier } from '#services/modules/delivery/carriers/carrier.ts';
import { dueRemoval } from '#services/modules/media/removal.ts';
import type { Outbox } from '#services/modules/messages/outbox.ts';
import type { Payments } from '#services/modules/payments/registry.ts';
import { openBlocks } from '#services/modules/relations/blocks.ts';
import { openListedPosts } from '#services/modules/relations/listed-posts.ts';
import { openNearGoals } from '#services/modules/relations/near-goals.ts';
import { type PayoutProvider, payoutsInTime } from '#services/modules/withdrawals/payouts/provider.ts';
import type { WithdrawMethods } from '#services/modules/withdrawals/withdraw-methods.ts';
import type { MovableClock } from '#services/runtime/clock.ts';
import { answeringInTime } from '#services/runtime/deadline.ts';
import { deliverDue, type MailDelivery } from './mail-delivery.ts';
import { type MediaLane, makeDueVariants } from './media/lane.ts';
import { makeDueDigests, type NoticeDigests } from './notice-digests.ts';
import type { OwnRows, Process } from './process.ts';
import { followAndFire, type ProcessCounts } from './process-runner.ts';
import { accountClosings } from './processes/account-closings.ts';
import { agreementEnds } from './processes/agreement-ends.ts';
import { chargeClosings } from './processes/charge-closings.ts';
import { chargeFollowUp } from './processes/charge-follow-up.ts';
import { closingRequests } from './processes/closing-requests.ts';
import { expiry } from './processes/expiry.ts';
import { goals } from './processes/goals.ts';
import { latePaymentRefunds } from './processes/late-payment-refunds.ts';
import { listedPosts } from './processes/lists/listed-posts.ts';
import { nearGoals } from './processes/lists/near-goals.ts';
import { planNames } from './processes/lists/plan-names.ts';
import { postSearch } from './processes/lists/post-search.ts';
import { membershipExpiry } from './processes/membership-expiry.ts';
import { caseNotices } from './processes/notices/case-notices.ts';
import { caseReminders } from './processes/notices/case-reminders.ts';
import { dailySales } from './processes/notices/daily-sales.ts';
import { eventNotices } from './processes/notices/event-notices.ts';
import { handoverNotices } from './processes/notices/handover-notices.ts';
import { holderNotices } from './processes/notices/holder-notices.ts';
import { membershipNotices } from './processes/notices/membership-notices.ts';
import { moneyNotices } from './processes/notices/money-notices.ts';
import { replyNotices } from './processes/notices/reply-notices.ts';
import { saleNotices } from './processes/notices/sale-notices.ts';
import { staffNotices } from './processes/notices/staff-notices.ts';
import { weeklySummary } from './processes/notices/weekly-summary.ts';
import { parcels } from './processes/parcels.ts';
import { payouts } from './processes/payouts.ts';
import { postFiles } from './processes/post-files.ts';
import { posts } from './processes/posts.ts';
import { refunds } from './processes/refunds.ts';
import { renewals } from './processes/renewals.ts';
import { settlement } from './processes/settlement.ts';
import { type StaffRows, staffChanges } from './processes/staff-changes.ts';
import { ticketRecalls } from './processes/ticket-recalls.ts';
import { votes } from './processes/votes.ts';
import { type PushDelivery, pushLanes } from './push/push-delivery.ts';
import { pageSkipper } from './skip-page.ts';
import { type Ticker, ticker } from './ticker.ts';
import type { WebhookDelivery } from './webhooks/dispatch.ts';
import { webhookCalls } from './webhooks/webhooks.ts';

export interface ProcessParts {
  pool: Pool;
  log: EventLog;
  /** Where events are followed; by default the log. */
  feed?: Feed;
  clock: MovableClock;
  /** The creators whose months are settled. */
  calendar: BusinessCalendar;
  committer: Committer;
  payments: Payments;
  carrier: Carrier;
  /** Of recipients, for carriers that need the last digits of a phone. */
  addresses: Pick<Addresses, 'read'>;
  /** Pays creators; without one, approved withdrawals wait. */
  payouts: PayoutProvider | undefined;
  payees: Pick<WithdrawMethods, 'read'>;
  outbox: Pick<Outbox, 'send'>;
  /** Completes the end of closed accounts; omitted without accounts. */
  closing?: Closing;
  /** The rows of staff decisions; omitted without staff. */
  staffRows?: StaffRows;
  /** Calls creators' programs; left out where there are none. */
  webhooks?: Omit<WebhookDelivery, 'clock' | 'log' | 'outbox'>;
  /** Sends messages by mail; left out where none leave. */
  mail?: MailDelivery;
  /** Makes the mails of what is new; omitted without accounts. */
  digests?: Omit<NoticeDigests, 'clock' | 'calendar' | 'outbox' | 'pool' | 'onFailure'>;
  /** Pushes messages to browsers; omitted without accounts. */
  push?: PushDelivery;
  /** Makes the variants of uploaded files, and removes files that are not needed; omitted without uploads. */
  media?: Omit<MediaLane, 'onError'> & { removal: Parameters<typeof dueRemoval>[0] };
  /** Seals the log; omitted without proofs. */
  sealer?: Sealer;
  /** Verifies the log every night; omitted without proofs. */
  verifications?: Pick<Verifications, 'start' | 'newest'>;
  /** Rewrites what former keys have written; omitted without accounts. */
  rewriteKeys?: (signal: AbortSignal) => Promise<void>;
  /** Where seals are published. */
  sealHeads?: HeadStore;
  /** Called for every failure, with the process's name. Failures stop nothing. */
  onError(name: string, error: unknown): void;
}

export interface RunningProcesses {
  /** The positions of processes here; −1 for those of another worker. */
  counts(): ReadonlyMap<string, Readonly<ProcessCounts>>;
  stop(): Promise<void>;
}

/** Pause between pages of the log. */
const PAUSE_MS = 200;
/** Small, because a process needs little time per event and many processes can be behind together. */
const BYTES_PER_PAGE = 1024 * 1024;
/** Lease for repeating the sandbox provider's unacknowledged notices. */
const SANDBOX_NOTICES = 'sandbox-notices';
const LOG_SEALS = 'log-seals';
/** Lease for publishing seals. */
const SEAL_HEADS = 'seal-heads';
/** Lease for verifying the log at night. */
const LOG_VERIFICATION = 'log-verification';
/** Lease for rewriting what former keys have written. */
const KEYS = 'keys';
/** How often former keys are looked for. */
const KEYS_EVERY_MS = 60_000;
/** Leases for fetching statements, one for each provider. */
const STATEMENTS = 'statements';
/** Lease for making variants of uploaded files. */
const MEDIA = 'media';
/** Lease for removing files. */
const MEDIA_REMOVAL = 'media-removal';
/** Lease for making sizes of videos. */
const FILMS = 'media-films';
/** Lease for counting the people of posts and creators. */
const HOT_SCORES = 'hot-scores';
/** Lease for delivering messages. */
const MAIL = 'mail';
/** Lease for making digests of notices. */
const DIGESTS = 'notice-digests';
/** Lease for pushing messages. */
const PUSH = 'push';

/** Everything that follows events, each run by one worker at a time. */
export function runProcesses(parts: ProcessParts): RunningProcesses {
  const { pool, log, clock, payments, onError } = parts;
  const lists = openListedPosts(pool);
  const processes: readonly (Process | OwnRows)[] = [
    expiry({ ...parts, onUnanswered: (error) => onError('expiry', error) }),
    chargeFollowUp(parts),
    ...(payments.closesCharges ? [chargeClosings(parts)] : []),
    latePaymentRefunds(parts),
    refunds(parts),
    membershipExpiry(parts),
    membershipNotices(parts),
    renewals({ ...parts, blocks: openBlocks(pool) }),
    agreementEnds(parts),
    parcels({ ...parts, carrier: answeringInTime(parts.carrier, ['track']) }),
    replyNotices(parts),
    saleNotices(parts),
    dailySales(parts),
    eventNotices(parts),
    caseNotices(parts),
    handoverNotices(parts),
    holderNotices(parts),
    ticketRecalls(parts),
    goals(parts),
    nearGoals({ ...parts, nearGoals: openNearGoals(pool) }),
    posts(parts),
    postFiles(parts),
    votes(parts),
    listedPosts(lists),
    postSearch(parts),
    planNames(parts),
    settlement(parts),
    weeklySummary(parts),
    staffNotices(parts),
    moneyNotices(parts),
    ...(parts.webhooks ? [webhookCalls({ ...parts, ...parts.webhooks })] : []),
    ...(parts.closing
      ? [accountClosings({ closing: parts.closing }), closingRequests({ closing: parts.closing })]
      : []),
    ...(parts.staffRows ? [caseReminders({ ...parts, staff: parts.staffRows.staff })] : []),
    ...(parts.staffRows ? [staffChanges({ ...parts, ...parts.staffRows })] : []),
    ...(parts.payouts ? [payouts({ ...parts, provider: payoutsInTime(parts.payouts) })] : []),
  ];
  const named = new Map(processes.map((process) => [process.name, process]));
  const tail = sharedTail({
    log: parts.feed ?? log,
    types: [...new Set(processes.flatMap(({ types }) => types))],
    onError: (error) => onError('log', error),
    pauseMs: () => PAUSE_MS,
    bytes: BYTES_PER_PAGE,
  });
  const skipPage = pageSkipper(pool);
  const counts = new Map<string, ProcessCounts>();

  /** Acts by the clock until the lease is lost or the worker stops. */
  const acting = async (
    name: string,
    signal: AbortSignal,
    act: (nudge: () => void) => Promise<number | undefined>,
  ): Promise<void> => {
    const running: Ticker = ticker({
      clock,
      act: () => act(() => running.nudge()),
      onError: (error) => onError(name, error),
    });
    if (!signal.aborted)
      await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
    await running.stop();
  };
  const { sandbox } = payments;
  const { sealer, verifications, sealHeads: store, rewriteKeys, mail, push, digests, media } = parts;
  /** Processes that follow the clock, not events. */
  const jobs = new Map<string, (signal: AbortSignal) => Promise<void>>();
  jobs.set(HOT_SCORES, (signal) =>
    acting(HOT_SCORES, signal, async () => {
      while (!signal.aborted && (await lists.rescoreDue()));
      return undefined;
    }),
  );
  if (sandbox) {
    jobs.set(SANDBOX_NOTICES, (signal) =>
      acting(SANDBOX_NOTICES, signal, async () => {
        while (!signal.aborted && (await sandbox.notices.sendDue()) > 0);
        return sandbox.notices.nextDue();
      }),
    );
  }
  if (push) {
    jobs.set(PUSH, async (signal) => {
      let nudge = (): void => undefined;
      const lanes = pushLanes(push, {
        onError: (error) => onError(PUSH, error),
        onRoom: () => nudge(),
      });
      await acting(PUSH, signal, (again) => {
        nudge = again;
        return lanes.look();
      });
      await lanes.ended();
    });
  }
  if (digests) {
    const making = { ...parts, ...digests, onFailure: (error: unknown) => onError(DIGESTS, error) };
    jobs.set(DIGESTS, (signal) => acting(DIGESTS, signal, () => makeDueDigests(making, signal)));
  }
  if (mail) jobs.set(MAIL, (signal) => acting(MAIL, signal, () => deliverDue(mail, signal)));
  if (media) {
    const lane = { ...media, onError: (error: unknown) => onError(MEDIA, error) };
    const remove = dueRemoval(media.removal);
    jobs.set(MEDIA_REMOVAL, (signal) => acting(MEDIA_REMOVAL, signal, remove));
    jobs.set(MEDIA, (signal) => acting(MEDIA, signal, () => makeDueVariants(lane, signal)));
    if (lane.config.ffmpegPath !== undefined) {
      jobs.set(FILMS, (signal) => acting(FILMS, signal, () => makeDueVariants(lane, signal, 'films')));
    }
  }
  if (sealer) {
    jobs.set(LOG_SEALS, (signal) => acting(LOG_SEALS, signal, () => sealDue({ pool, log, clock, sealer })));
  }
  for (const provider of payments.stating) {
    const name = `${STATEMENTS}-${provider.name}`;
    const act = nightlyStatement({ ...parts, provider, onError: (error) => onError(name, error) });
    jobs.set(name, (signal) => acting(name, signal, act));
  }
  if (verifications) {
    const nightly = { pool, clock, calendar: parts.calendar, verifications };
    jobs.set(LOG_VERIFICATION, (signal) => acting(LOG_VERIFICATION, signal, () => verifyNightly(nightly)));
  }
  if (rewriteKeys) {
    jobs.set(KEYS, (signal) =>
      acting(KEYS, signal, async () => {
        await rewriteKeys(signal);
        return clock.now() + KEYS_EVERY_MS;
      }),
    );
  }
  if (store) {
    jobs.set(SEAL_HEADS, (signal) => acting(SEAL_HEADS, signal, () => publishHead({ pool, clock, store })));
  }

  const leases = holdLeases({
    pool,
    kind: 'process',
    names: [...named.keys(), ...jobs.keys()],
    onError,
    async work(name, signal) {
      const process = named.get(name);
      if (!process) return jobs.get(name)?.(signal);
      const count = { position: -1, followed: 0, fired: 0, failures: 0 };
      counts.set(name, count);
      return followAndFire({ pool, log, tail, clock, process, counts: count, skipPage, onError }, signal);
    },
  });
  return { counts: () => counts, stop: () => leases.stop() };
}
