import { randomBytes } from 'node:crypto';
import type { Pool } from 'pg';
import { hexId, type UserId } from '#events/ids.ts';
import { DAY_MS, type Millis } from '#events/time.ts';
import { lockPerson } from '#services/modules/accounts/person-lock.ts';
import type { Clock } from '#services/runtime/clock.ts';
import type { KeyRing } from '#services/runtime/keys/ring.ts';
import { queriesOn } from '#services/runtime/queries.ts';
import { QUOTAS } from '#services/runtime/quotas.ts';
import { open, seal } from '#services/runtime/seal.ts';
import { inTransaction } from '#services/runtime/transaction.ts';

/** After a new secret, calls are signed with the former one too. */
const FORMER_SECRET_MS = DAY_MS;

export interface Webhook {
  webhook_id: string;
  creator_id: UserId;
  url: string;
  topics: readonly string[];
  created_at: Millis;
  /** Failed calls since the last success, and the time of the first. */
  failures: number;
  failing_since: Millis | null;
  /** No call before this. */
  rests_until: Millis;
  paused_at: Millis | null;
  /** A replay is under way. */
  replaying: boolean;
}

/** An address with the secrets that sign its calls, the newest first: `whsec_…`. */
export interface SigningWebhook extends Webhook {
  secrets: readonly string[];
}

/** The health of an address, as calls change it. */
export type WebhookHealth = Pick<Webhook, 'failures' | 'failing_since' | 'rests_until' | 'paused_at'>;

const HEALTHY: WebhookHealth = { failures: 0, failing_since: null, rests_until: 0, paused_at: null };

/** Events whose calls are made again: after a position, from a time on, to the log's head of that moment. */
interface Replay {
  after: number;
  since: Millis;
  through: number;
}

interface Sealed {
  url: string;
  secret: string;
  former?: { secret: string; until: Millis };
}

const newSecret = (): string => `whsec_${randomBytes(24).toString('base64')}`;

/** Webhook addresses of creators' programs. @param key seals URLs and secrets */
export function openWebhooks(pool: Pool, key: KeyRing, clock: Clock) {
  const sealedOf = (webhook_id: string, value: Sealed): Buffer =>
    seal(key, Buffer.from(JSON.stringify(value)), webhook_id);
  // Written by `sealedOf`.
  const opened = ({ webhook_id, sealed }: { webhook_id: string; sealed: Buffer }): Sealed =>
    JSON.parse(open(key, sealed, webhook_id).toString());
  const rows = (on: Parameters<typeof queriesOn>[0] = pool) =>
    queriesOn(on).selectFrom('accounts.webhooks').selectAll();
  type Row = Awaited<ReturnType<ReturnType<typeof rows>['execute']>>[number];
  const webhookOf = (
    { sealed: _, replay_after, replay_through, replay_since, ...row }: Row,
    url: string,
  ) => ({
    ...row,
    url,
    replaying: replay_through !== null,
  });

  /** Changes an address of the creator in a transaction; undefined if there is none. */
  const change = <Result>(
    creator: UserId,
    webhook_id: string,
    work: (row: Row, on: ReturnType<typeof queriesOn>) => Promise<Result>,
  ): Promise<Result | undefined> =>
    inTransaction(pool, async (client) => {
      const row = await rows(client)
        .where('creator_id', '=', creator)
        .where('webhook_id', '=', webhook_id)
        .forUpdate()
        .executeTakeFirst();
      return row && work(row, queriesOn(client));
    });

  return {
    /** The secret is shown once. `full`: the creator has the maximum. */
    create: (
      creator_id: UserId,
      url: string,
      topics: readonly string[],
    ): Promise<(Webhook & { secret: string }) | 'full'> =>
      inTransaction(pool, async (client) => {
        await lockPerson(client, creator_id);
        const held = await rows(client).where('creator_id', '=', creator_id).execute();
        if (held.length >= QUOTAS.webhooks) return 'full';
        const [webhook_id, secret] = [hexId(), newSecret()];
        const row = await queriesOn(client)
          .insertInto('accounts.webhooks')
          .values({
            webhook_id,
            creator_id,
            topics: [...topics],
            created_at: clock.now(),
            sealed: sealedOf(webhook_id, { url, secret }),
          })
          .returningAll()
          .executeTakeFirstOrThrow();
        return { ...webhookOf(row, url), secret };
      }),
    /** Newest first. */
    async list(creator: UserId): Promise<Webhook[]> {
      const found = await rows().where('creator_id', '=', creator).orderBy('created_at', 'desc').execute();
      return found.map((row) => webhookOf(row, opened(row).url));
    },
    /** False if the creator has no such address, as below. A paused one stays paused. */
    async edit(
      creator: UserId,
      webhook_id: string,
      url: string,
      topics: readonly string[],
    ): Promise<boolean> {
      const done = await change(creator, webhook_id, async (row, on) => {
        const before = opened(row);
        const sealed = sealedOf(webhook_id, { ...before, url });
        const health = before.url === url ? {} : { ...HEALTHY, paused_at: row.paused_at };
        const update = on.updateTable('accounts.webhooks').where('webhook_id', '=', webhook_id);
        await update.set({ sealed, topics: [...topics], ...health }).execute();
        return true;
      });
      return done === true;
    },
    /** Its calls are deleted with it. */
    async remove(creator: UserId, webhook_id: string): Promise<boolean> {
      const { numDeletedRows } = await queriesOn(pool)
        .deleteFrom('accounts.webhooks')
        .where('creator_id', '=', creator)
        .where('webhook_id', '=', webhook_id)
        .executeTakeFirst();
      return numDeletedRows === 1n;
    },
    /** The former secret signs for one more day. */
    renewSecret: (creator: UserId, webhook_id: string): Promise<string | undefined> =>
      change(creator, webhook_id, async (row, on) => {
        const { url, secret: old } = opened(row);
        const secret = newSecret();
        const former = { secret: old, until: clock.now() + FORMER_SECRET_MS };
        const sealed = sealedOf(webhook_id, { url, secret, former });
        const update = on.updateTable('accounts.webhooks').where('webhook_id', '=', webhook_id);
        await update.set({ sealed }).execute();
        return secret;
      }),
    /** Calls are made again; those that wait are due. */
    async resume(creator: UserId, webhook_id: string): Promise<boolean> {
      const done = await change(creator, webhook_id, async (_, on) => {
        const now = clock.now();
        await on.updateTable('accounts.webhooks').where('webhook_id', '=', webhook_id).set(HEALTHY).execute();
        await on
          .updateTable('accounts.webhook_deliveries')
          .where('webhook_id', '=', webhook_id)
          .where('due_at', 'is not', null)
          .set({ due_at: now, attempts: 0, first_at: null, changed_at: now })
          .execute();
        return true;
      });
      return done === true;
    },
    /** Replaces a replay that is under way. */
    async replay(creator: UserId, webhook_id: string, { after, since, through }: Replay): Promise<boolean> {
      const done = await change(creator, webhook_id, async (_, on) => {
        const update = on.updateTable('accounts.webhooks').where('webhook_id', '=', webhook_id);
        await update.set({ replay_after: after, replay_since: since, replay_through: through }).execute();
        return true;
      });
      return done === true;
    },
    /** One address whose replay is under way. */
    async replaying(): Promise<(Replay & Pick<Webhook, 'webhook_id' | 'creator_id' | 'topics'>) | undefined> {
      const row = await rows().where('replay_through', 'is not', null).limit(1).executeTakeFirst();
      if (!row) return undefined;
      const { webhook_id, creator_id, topics, replay_after, replay_since, replay_through } = row;
      const replay = { after: replay_after ?? 0, since: replay_since ?? 0, through: replay_through ?? 0 };
      return { webhook_id, creator_id, topics, ...replay };
    },
    /** Moves a replay on from `from`, unless it was replaced. Ended at `through`. */
    async replayed(webhook_id: string, from: number, to: number): Promise<void> {
      await pool.query(
        `UPDATE accounts.webhooks
            SET replay_after = CASE WHEN replay_through > $3 THEN $3::bigint END,
                replay_since = CASE WHEN replay_through > $3 THEN replay_since END,
                replay_through = CASE WHEN replay_through > $3 THEN replay_through END
          WHERE webhook_id = $1 AND replay_after = $2`,
        [webhook_id, from, to],
      );
    },
    /** For calls. */
    async find(webhook_id: string): Promise<SigningWebhook | undefined> {
      const row = await rows().where('webhook_id', '=', webhook_id).executeTakeFirst();
      if (!row) return undefined;
      const { url, secret, former } = opened(row);
      const secrets = [secret, ...(former && former.until > clock.now() ? [former.secret] : [])];
      return { ...webhookOf(row, url), secrets };
    },
    async setHealth(webhook_id: string, health: WebhookHealth): Promise<void> {
      const update = queriesOn(pool).updateTable('accounts.webhooks').where('webhook_id', '=', webhook_id);
      await update.set(health).execute();
    },
  };
}

export type Webhooks = ReturnType<typeof openWebhooks>;
