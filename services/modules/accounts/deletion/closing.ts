import type { Pool, PoolClient } from 'pg';
import { asPlanId, derivedHexId, type UserId } from '#events/ids.ts';
import type { EventLog } from '#events/log/log.ts';
import { PLAN_STATUS } from '#events/status.ts';
import { accountStream, balanceStream, keyOfStream } from '#events/stream-names.ts';
import type { BusinessCalendar, Millis } from '#events/time.ts';
import { accountKind } from '#services/commerce/accounts/account.ts';
import { closeAccount, isSettled } from '#services/commerce/accounts/close-account.ts';
import { CLOSING_MS, endClosing, requestClosing } from '#services/commerce/accounts/request-closing.ts';
import { affiliateKind } from '#services/commerce/affiliates/affiliate.ts';
import { closeAffiliate } from '#services/commerce/affiliates/edit-affiliate.ts';
import { changePlanStatus } from '#services/commerce/catalog/change-plan-status.ts';
import { deleteAlbum } from '#services/commerce/content/albums/edit-album.ts';
import { movePost } from '#services/commerce/content/edit-post.ts';
import type { Committer } from '#services/commerce/engine/command.ts';
import { balanceKind } from '#services/commerce/withdrawals/balance.ts';
import { returnableAt } from '#services/commerce/withdrawals/returns.ts';
import type { AccountName } from '#services/modules/messages/account-name.ts';
import type { Outbox } from '#services/modules/messages/outbox.ts';
import type { Clock } from '#services/runtime/clock.ts';
import { inTransaction } from '#services/runtime/transaction.ts';
import { ownAddresses } from '../own-addresses.ts';
import type { Team } from '../team.ts';
import type { Vault } from '../vault.ts';
import { eraseAccount } from './erase-account.ts';
import { NOTHING_OPEN, type OpenBusiness, openBusinessOf } from './open-business.ts';
import { type SalesOfSeller, salesOfSeller } from './sales-of-seller.ts';
import { startedStreams } from './started-streams.ts';

export interface ClosingParts {
  pool: Pool;
  log: Pick<EventLog, 'readStreams' | 'head'>;
  clock: Clock;
  committer: Pick<Committer, 'submit' | 'read'>;
  vault: Pick<Vault, 'erase' | 'read' | 'put' | 'forget'>;
  calendar: BusinessCalendar;
  outbox: Pick<Outbox, 'send'>;
  team: Pick<Team, 'teamsOf' | 'remove'>;
  /** Uploaded files. */
  media: { forgetFilesOf(client: PoolClient, owner: UserId): Promise<void> };
}

/** Looks at an account that changes each time. */
const MAX_CHECKS = 5;
/** Posts that are deleted together. */
const POSTS_AT_ONCE = 100;

const isOpen = ({ earning, plans, orders, tickets, renewals, cases, refunds }: OpenBusiness): boolean =>
  earning || plans + orders + tickets + renewals + cases + refunds > 0;

/** The read models do not have all that happened before the time of closing yet. */
const BEHIND_MS = 5_000;

/**
 * The end of an account: `AccountClosed` in its stream, then the end of its codes, plans, posts and albums, then the erasure
 * of its rows. Each step can be repeated; the worker completes what a crash left.
 */
export function openClosing(parts: ClosingParts) {
  const { pool, log, clock, committer, vault, outbox, team, media, calendar } = parts;
  const dateOf = (at: Millis): string => calendar.dayOf(at);

  const isClosed = (user: UserId): Promise<boolean> => {
    const stream = accountStream(user);
    return committer.read([stream], (states) => states.get(accountKind, stream).phase === 'closed');
  };

  async function openOf(user: UserId): Promise<OpenBusiness> {
    if (await isClosed(user)) return NOTHING_OPEN;
    return openBusinessOf(parts, user, clock.now());
  }

  const accountOf = (user: UserId) => {
    const stream = accountStream(user);
    return committer.read([stream], (states) => states.get(accountKind, stream));
  };

  /**
   * What keeps the account from being closed on request, also of a seller.
   * @param closes_at when it would be closed; seven days after a request that is made now by default
   */
  async function openOnRequest(
    user: UserId,
    closes_at = clock.now() + CLOSING_MS,
  ): Promise<OpenBusiness & { sales: SalesOfSeller }> {
    const now = clock.now();
    const [found, sales] = await Promise.all([
      openBusinessOf(parts, user, now, { ofSeller: true }),
      salesOfSeller(pool, user, now),
    ]);
    const { shipping, guests, members, claims, pending } = sales;
    const stream = balanceStream(user);
    const balance = await committer.read([stream], (states) => states.get(balanceKind, stream));
    const money = isSettled(balance, pending) ? 0 : 1;
    const returns = returnableAt(balance, closes_at);
    return { ...found, earning: false, shipping, guests, members, claims, money, returns, sales };
  }

  /** The person is told, with the date; the address is the account's. */
  const tell = (
    user: UserId,
    template: 'closing_requested' | 'closing_rejected',
    key: string,
    date: string,
  ) => outbox.send({ to_user: user, template, message_key: `${template} ${key}`, values: { date } });

  /** The other party of each code is informed before the code ends; a code that has ended is left alone. */
  async function endCodes(user: UserId): Promise<void> {
    for (const stream of await startedStreams(pool, user).codes()) {
      const code = await committer.read([stream], (states) => states.get(affiliateKind, stream));
      if (code.phase !== 'open') continue;
      const { affiliate_id, creator_id, partner_id } = code;
      await outbox.send({
        to_user: creator_id === user ? partner_id : creator_id,
        template: 'affiliate_ended',
        message_key: `affiliate-ended ${affiliate_id}`,
        values: { code: code.code },
      });
      await committer.submit(closeAffiliate({ creator_id, affiliate_id }));
    }
  }

  /** Plans that were created while the account was being closed. */
  async function deletePlans(user: UserId): Promise<void> {
    const status = PLAN_STATUS.deleted;
    for (const stream of await startedStreams(pool, user).plans()) {
      await committer.submit(
        changePlanStatus({ creator_id: user, plan_id: asPlanId(keyOfStream(stream)), status }),
      );
    }
  }

  /** Nobody reads them any more. */
  async function deletePosts(user: UserId): Promise<void> {
    const streams = await startedStreams(pool, user).posts();
    for (let from = 0; from < streams.length; from += POSTS_AT_ONCE) {
      const commands = streams
        .slice(from, from + POSTS_AT_ONCE)
        .map((stream) => movePost({ creator_id: user, post_id: keyOfStream(stream), to: 'deleted' }));
      await Promise.all(commands.map(committer.submit));
    }
  }

  async function deleteAlbums(user: UserId): Promise<void> {
    const streams = await startedStreams(pool, user).albums();
    const commands = streams.map((stream) =>
      deleteAlbum({ creator_id: user, album_id: keyOfStream(stream) }),
    );
    await Promise.all(commands.map(committer.submit));
  }

  /** The message is sent first: afterwards the address is unknown. @returns false if the rows were erased before */
  async function erase(user: UserId): Promise<boolean> {
    const { rows } = await pool.query<{ language: string }>(
      'SELECT language FROM accounts.users WHERE id = $1 AND deleted_at IS NULL',
      [user],
    );
    const [person] = rows;
    if (person === undefined) return false;
    const { email, phone } = await ownAddresses(pool, vault)(user);
    const to_account: AccountName = email ? { kind: 'email', text: email } : { kind: 'phone', text: phone };
    const language = person.language === 'en-US' ? 'en-US' : 'zh-CN';
    if (to_account.text !== '') {
      // Hashed: the row must not name the person.
      const message_key = derivedHexId('account-deleted', user);
      await outbox.send({ to_account, language, template: 'account_deleted', message_key, values: {} });
    }
    for (const { creator_id } of await team.teamsOf(user)) await team.remove(creator_id, user, user);
    return inTransaction(pool, async (client) => {
      await media.forgetFilesOf(client, user);
      return eraseAccount(client, vault, user, clock.now());
    });
  }

  async function complete(user: UserId): Promise<boolean> {
    await endCodes(user);
    await deletePlans(user);
    await deletePosts(user);
    await deleteAlbums(user);
    return erase(user);
  }

  return {
    /** What keeps the account from being closed; nothing for one that is closed and not erased yet. */
    openOf,

    /** Closes the account, unless something is open. @returns whether it is closed */
    async close(user: UserId): Promise<boolean> {
      for (let looks = 0; looks < MAX_CHECKS; looks += 1) {
        const found = await openOf(user);
        if (isOpen(found)) return false;
        const outcome = await committer.submit(
          closeAccount({ user_id: user, orders_seen: found.orders_seen }),
        );
        if (outcome.accepted) return true;
      }
      return false;
    },

    openOnRequest,
    /** The newest request; null without one. */
    requestOf: async (user: UserId) => (await accountOf(user)).closing,

    /** Closes the account in seven days. Refused while something is open, and while another request waits. */
    async request(user: UserId, reason: string): Promise<{ due_at: Millis } | undefined> {
      const { sales: _, earning: __, orders_seen: ___, ...open } = await openOnRequest(user);
      if (Object.values(open).some((count) => count > 0)) return undefined;
      const reason_ref = reason === '' ? null : await vault.put(user, 'closing', reason);
      const outcome = await committer.submit(requestClosing({ user_id: user, reason_ref }));
      if (!outcome.accepted) {
        if (reason_ref !== null) await vault.forget([reason_ref]);
        return undefined;
      }
      const { due_at } = outcome.result;
      await tell(user, 'closing_requested', `${user} ${due_at}`, dateOf(due_at));
      return { due_at };
    },
    takeBack: async (user: UserId): Promise<boolean> =>
      (await committer.submit(endClosing({ user_id: user, outcome: 'taken_back' }))).accepted,

    /**
     * Closes an account whose request is due, or rejects the request if something is open again.
     * @param seen the log's head at the first call after the request was due
     * @returns when to try again, with the head if it is due; undefined: it is done
     */
    async finish(
      user: UserId,
      seen?: number,
    ): Promise<{ again_at: Millis; data?: { head: number } } | undefined> {
      const { phase, closing } = await accountOf(user);
      if (phase !== 'closed') {
        if (closing?.status !== 'pending') return undefined;
        if (closing.due_at > clock.now()) return { again_at: closing.due_at };
        // Read first, and kept: on a busy site the read models never have the present head.
        const head = seen ?? (await log.head());
        const { sales, orders_seen, earning: __, ...open } = await openOnRequest(user, clock.now());
        if (sales.position < head) return { again_at: clock.now() + BEHIND_MS, data: { head } };
        const isFree = Object.values(open).every((count) => count === 0);
        const command = closeAccount({ user_id: user, orders_seen, pending: sales.pending });
        if (!isFree || !(await committer.submit(command)).accepted) {
          await committer.submit(endClosing({ user_id: user, outcome: 'rejected' }));
          await tell(user, 'closing_rejected', `${user} ${closing.due_at}`, dateOf(closing.due_at));
          return undefined;
        }
      }
      await complete(user);
      return undefined;
    },

    /**
     * All that follows from a closing; it can be repeated.
     * @returns false if the rows were erased before
     */
    complete,

    /** Closes the accounts that were erased before closing was an event. */
    async completeEarlier(): Promise<void> {
      const { rows } = await pool.query<{ id: UserId }>(
        `SELECT id FROM accounts.users
          WHERE deleted_at IS NOT NULL AND NOT EXISTS (
            SELECT FROM log.events WHERE stream = 'account-' || id AND type = 'AccountClosed')`,
      );
      for (const { id } of rows) {
        await committer.submit(closeAccount({ user_id: id, orders_seen: null }));
        await complete(id);
      }
    },
  };
}

export type Closing = ReturnType<typeof openClosing>;
