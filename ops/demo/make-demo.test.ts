import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { postgresLog } from '#events/log/postgres/postgres-log.ts';
import { createTestDatabase } from '#events/testing/database.ts';
import { fixture, temporaryFolder } from '#events/testing/fixture.ts';
import { businessCalendar } from '#events/time.ts';
import { startCommitter } from '#services/commerce/committer/committer.ts';
import type { Committer } from '#services/commerce/engine/command.ts';
import { openAccounts } from '#services/modules/all.ts';
import { openCarts } from '#services/modules/cart/entries.ts';
import { openCommerceSecrets } from '#services/modules/commerce-secrets.ts';
import { openDiskStore } from '#services/modules/media/disk-store.ts';
import { systemClock } from '#services/runtime/clock.ts';
import { createPool } from '#services/runtime/database.ts';
import { createListener } from '#services/runtime/listener.ts';
import { secretsOf } from '#services/runtime/secrets.ts';
import { demoCreators, makeDemo } from './make-demo.ts';
import { creatorId, fanId } from './people.ts';
import { FAN_ACCOUNT } from './story.ts';

const NOW = Date.parse('2026-10-05T12:00:00Z');
const database = fixture(() => createTestDatabase('whole'));
const folder = temporaryFolder();

/**
 * Creates the demo with a separate committer.
 * @param dieAfter commands after which it fails
 */
async function make(dieAfter = Number.POSITIVE_INFINITY): Promise<number> {
  const pool = createPool(database.url, { name: 'demo', max: 8 });
  const listener = createListener(database.url);
  const log = postgresLog(pool);
  const committer = startCommitter({ log, clock: systemClock, pool });
  let submitted = 0;
  const mortal: Committer = {
    ...committer,
    submit(command) {
      submitted += 1;
      if (submitted > dieAfter) return Promise.reject(new Error('killed'));
      return committer.submit(command);
    },
  };
  try {
    const secrets = secretsOf('demo');
    const { accounts, addresses, identities, vault } = await openAccounts({
      pool,
      clock: systemClock,
      listener,
      secrets,
    });
    return await makeDemo({
      pool,
      accounts,
      addresses,
      identities,
      vault,
      carts: openCarts(pool, vault, systemClock),
      ...(await openCommerceSecrets(pool, secrets)),
      committer: mortal,
      media: openDiskStore(folder.path),
      calendar: businessCalendar('Asia/Shanghai'),
      ttl_seconds: 900,
      now: NOW,
    });
  } finally {
    await committer.close();
    await log.close();
    await listener.close();
    await pool.end();
  }
}

async function countOf(sql: string): Promise<number> {
  const { rows } = await database.pool.query<{ count: string }>(`SELECT count(*) FROM ${sql}`);
  return Number(rows[0]?.count);
}

it('creates a platform with a past, and continues after an interruption', async () => {
  await expect(make(1_200)).rejects.toThrow('killed');
  const interrupted = await countOf('log.events');
  expect(interrupted).toBeGreaterThan(500);

  const placed = await make();
  expect(placed).toBeGreaterThan(3_000);
  const placedEvents = await countOf("log.events WHERE type = 'OrderPlaced'");
  expect(placedEvents).toBe(placed);
  expect(await countOf('accounts.users')).toBe(400 + demoCreators.length + 4);
  expect(await countOf("log.events WHERE type = 'OrderRefunded'")).toBeGreaterThan(20);
  expect(await countOf("log.events WHERE type = 'OrderCancelled'")).toBeGreaterThan(100);
  expect(await countOf("log.events WHERE type = 'LatePaymentReceived'")).toBe(0);
  for (const [type, least] of [
    ['BundleSold', 30],
    ['TicketIssued', 40],
    ['MembershipStarted', 300],
    ['OrderShipped', 100],
    ['ShippingTemplateSaved', 4],
    ['MonthSettled', 15],
    ['PayoutSucceeded', 5],
    ['WithdrawalRequested', 8],
    ['TicketCheckedIn', 15],
    ['TicketVoided', 1],
    ['RepliesGiven', 9],
    ['RepliesAwaited', 1],
    ['RedeemCodeIssued', 21],
    ['RedeemCodeRevoked', 3],
    ['AffiliateOpened', 3],
    ['PostPublished', 300],
    ['PostScheduled', 1],
    ['AlbumPostsChanged', 20],
  ] as const) {
    expect(await countOf(`log.events WHERE type = '${type}'`), type).toBeGreaterThanOrEqual(least);
  }
  expect(
    (await readdir(join(folder.path, 'media'), { recursive: true })).filter((one) => one.endsWith('.svg'))
      .length,
  ).toBeGreaterThan(80);

  const whole = await countOf('log.events');
  expect(await make()).toBe(placed);
  expect([await countOf('accounts.open_tokens'), await countOf('accounts.webhooks')]).toEqual([1, 1]);
  expect(await countOf('log.events')).toBe(whole);
});

it('leaves the printed fan something in every state', async () => {
  const fan = fanId(FAN_ACCOUNT);
  const mine = (rule: string) =>
    countOf(`log.events WHERE data ->> 'user_id' = '${fan}' AND type = 'OrderPlaced' AND ${rule}`);
  expect(await mine("(data ->> 'need_address')::boolean AND data ->> 'address_ref' IS NULL")).toBe(1);
  expect(await mine("data -> 'redeem' ->> 'code_id' IS NOT NULL")).toBe(1);
  expect(await mine("json_array_length(data -> 'tickets') > 0")).toBeGreaterThanOrEqual(2);
  const { rows } = await database.pool.query<{ kept: number; wanted: number }>(
    `SELECT (SELECT count(*)::int FROM accounts.identities WHERE user_id = $1) AS kept,
            (SELECT count(*)::int FROM cart.entries WHERE user_id = $1) AS wanted`,
    [fan],
  );
  expect(rows[0]).toEqual({ kept: 2, wanted: 4 });
});

it('has posts of every kind and audience, with texts of their own', async () => {
  const { rows } = await database.pool.query<
    Record<'posts' | 'texts' | 'articles' | 'pins' | 'audiences', number>
  >(
    `SELECT (SELECT count(*)::int FROM log.events WHERE type = 'PostPublished') AS posts,
            (SELECT count(DISTINCT content)::int FROM content.texts) AS texts,
            (SELECT count(*)::int FROM content.texts WHERE rich <> '') AS articles,
            (SELECT count(*)::int FROM content.pins) AS pins,
            (SELECT count(DISTINCT data -> 'terms' -> 'audience' ->> 'to')::int FROM log.events
              WHERE type = 'PostPublished') AS audiences`,
  );
  const [found] = rows;
  expect(found?.texts).toBeGreaterThan(250);
  expect(found?.articles).toBeGreaterThan(30);
  expect(found).toMatchObject({ pins: 10, audiences: 4 });
});

it('has fans who follow creators, collect and like posts', async () => {
  const { rows } = await database.pool.query<Record<'kind' | 'marks' | 'own', number>>(
    `SELECT kind, count(*)::int AS marks, count(*) FILTER (WHERE user_id = $1)::int AS own
       FROM relations.marks GROUP BY kind ORDER BY kind`,
    [fanId(FAN_ACCOUNT)],
  );
  expect(rows).toMatchObject([{ kind: 'creator', own: 8 }, { kind: 'like' }, { kind: 'post', own: 16 }]);
  for (const { marks } of rows) expect(marks).toBeGreaterThan(100);
});

it('has comments with answers of creators, and likes', async () => {
  const { rows } = await database.pool.query<Record<'comments' | 'answers' | 'likes', number>>(
    `SELECT count(*)::int AS comments, count(*) FILTER (WHERE user_id = creator_id)::int AS answers,
            sum(like_count)::int AS likes FROM content.comments`,
  );
  const [found] = rows;
  for (const number of Object.values(found ?? {})) expect(number).toBeGreaterThan(30);
});

it('has notices of the printed fan and of creators, of which few are unread', async () => {
  const { rows } = await database.pool.query<Record<'kinds' | 'unread' | 'most', number>>(
    `SELECT count(DISTINCT kind)::int AS kinds, count(*) FILTER (WHERE arrived > seen)::int AS unread,
            max(unread.n)::int AS most
       FROM notices.groups JOIN (SELECT user_id, count(*) FILTER (WHERE arrived > seen) AS n
                                   FROM notices.groups GROUP BY user_id) unread USING (user_id)
      WHERE user_id = ANY ($1)`,
    [[fanId(FAN_ACCOUNT), creatorId(demoCreators[0]!)]],
  );
  const [found] = rows;
  expect(found?.kinds).toBe(5);
  expect(found?.unread).toBeGreaterThan(3);
  expect(found?.most).toBeLessThanOrEqual(12);
});

it('has notices of comments in the order of their times', async () => {
  const { rows } = await database.pool.query<{ earlier: number }>(
    `SELECT count(*)::int AS earlier
       FROM (SELECT newest_at < lag(newest_at) OVER (PARTITION BY user_id ORDER BY place) AS is_earlier
               FROM notices.groups WHERE kind IN ('comment', 'reply', 'mention')) steps WHERE is_earlier`,
  );
  expect(rows).toEqual([{ earlier: 0 }]);
});

it('has votes of posts with ballots', async () => {
  const { rows } = await database.pool.query<Record<'votes' | 'ballots', number>>(
    `SELECT count(*) FILTER (WHERE type = 'VoteCreated')::int AS votes,
            count(*) FILTER (WHERE type = 'BallotCast')::int AS ballots
       FROM log.events WHERE type IN ('VoteCreated', 'BallotCast')`,
  );
  expect(rows[0]?.votes).toBeGreaterThan(5);
  expect(rows[0]?.ballots).toBeGreaterThan(100);
});

it('has pictures of three types, videos and audio, which posts show', async () => {
  const { rows } = await database.pool.query<{ type: string; files: number; used: boolean }>(
    `SELECT type, count(*)::int AS files, bool_and(unused_since IS NULL) AS used FROM media.files
      WHERE NOT public GROUP BY 1 ORDER BY 1`,
  );
  const used = true;
  expect(rows).toMatchObject([
    { type: 'audio/flac', files: 2, used },
    { type: 'image/jpeg', used },
    { type: 'image/png', used },
    { type: 'image/webp', used },
    { type: 'video/webm', files: 2, used },
  ]);
  expect(await countOf('media.jobs')).toBe(rows.reduce((sum, { files }) => sum + files, 0));
});

it('has active limited-time and members’ prices', async () => {
  const priced = (rule: string) =>
    countOf(`log.events WHERE type = 'OrderPlaced' AND data -> 'pricing' ->> ${rule}`);
  expect(await priced("'rule' = 'time_limit'")).toBeGreaterThan(5);
  expect(await priced("'vip' = 'true'")).toBeGreaterThan(0);
});

it('has orders by every affiliate code, and months with commissions that were settled', async () => {
  const { rows } = await database.pool.query<{ code: string; orders: number }>(
    `SELECT data -> 'affiliate' ->> 'code' AS code, count(*)::int AS orders FROM log.events
      WHERE type = 'OrderPlaced' AND data ->> 'affiliate' IS NOT NULL GROUP BY 1 ORDER BY 1`,
  );
  expect(rows.map(({ code }) => code).sort()).toEqual(['QINGHE-POST', 'linjian', 'manhuo-10']);
  for (const { code, orders } of rows) expect(orders, code).toBeGreaterThan(2);
  expect(
    await countOf("log.events WHERE type = 'MonthSettled' AND (data ->> 'commissions')::int > 0"),
  ).toBeGreaterThan(1);
});

it('is in the sandbox provider’s own books too, payment for payment', async () => {
  const { rows } = await database.pool.query<
    Record<'charged' | 'paid' | 'given_back' | 'sent' | 'out', number>
  >(
    `SELECT (SELECT sum(amount)::float8 FROM sandbox.charges) AS charged,
            (SELECT sum((data ->> 'amount')::bigint)::float8 FROM log.events WHERE type = 'OrderPaid') AS paid,
            (SELECT count(*)::int FROM sandbox.refunds) AS given_back,
            (SELECT count(*)::int FROM log.events WHERE type = 'RefundSent') AS sent,
            (SELECT count(*)::int FROM sandbox.payouts) AS out`,
  );
  const [sums] = rows;
  expect(sums?.charged).toBeGreaterThan(0);
  expect(sums?.charged).toBe(sums?.paid);
  expect(sums?.given_back).toBe(sums?.sent);
  expect(sums?.out).toBe(await countOf("log.events WHERE type = 'PayoutSucceeded'"));
});

it('sends no payout before its final approval', async () => {
  const { rows } = await database.pool.query<{ early: number; twice: number }>(
    `WITH steps AS (
       SELECT data ->> 'withdrawal_id' AS id, (metadata ->> 'at')::bigint AS at, type,
              type = 'WithdrawalApproved' AND NOT (data ->> 'final')::boolean AS first
         FROM log.events WHERE type IN ('WithdrawalApproved', 'PayoutSent')),
     withdrawals AS (
       SELECT id, bool_or(first) AS twice, max(at) FILTER (WHERE type = 'WithdrawalApproved') AS approved,
              min(at) FILTER (WHERE type = 'PayoutSent') AS sent FROM steps GROUP BY id)
     SELECT count(*) FILTER (WHERE sent < approved)::int AS early,
            count(*) FILTER (WHERE twice AND sent IS NOT NULL)::int AS twice FROM withdrawals`,
  );
  expect(rows[0]?.early).toBe(0);
  expect(rows[0]?.twice).toBeGreaterThan(0);
});

it('never happens later than its now, and every creator has sold something', async () => {
  const { rows } = await database.pool.query<{ latest: string; creators: number }>(
    `SELECT max((metadata ->> 'at')::bigint) AS latest, count(DISTINCT metadata ->> 'creator_id')::int AS creators
       FROM log.events WHERE type IN ('OrderPlaced', 'OrderPaid', 'OrderRefunded', 'OrderCancelled')`,
  );
  expect(Number(rows[0]?.latest)).toBeLessThan(NOW);
  expect(rows[0]?.creators).toBe(demoCreators.length);
});
