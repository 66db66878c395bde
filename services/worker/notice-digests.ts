import type { Pool } from 'pg';
import type { UserId } from '#events/ids.ts';
import type { BusinessCalendar, Millis } from '#events/time.ts';
import type { DigestTimes } from '#services/contract/messages/notify-config.ts';
import { type Digest, digestLines } from '#services/modules/messages/digest-lines.ts';
import { nextDigest } from '#services/modules/messages/digest-times.ts';
import type { MessageLanguage } from '#services/modules/messages/messages.ts';
import type { Outbox } from '#services/modules/messages/outbox.ts';
import { secondsOf, timeText } from '#services/runtime/business-time.ts';
import type { Clock } from '#services/runtime/clock.ts';
import { queriesOn } from '#services/runtime/queries.ts';

/** People in one read. */
const AT_ONCE = 20;
/** What is newer, or of the present minute, is in the next digest: tables may not have all of it yet. */
const MINUTE_MS = 60_000;
/** After a failure. */
const AGAIN_MS = 10 * 60_000;

/** What is new for a person between two times, Unix milliseconds. */
export type DigestOf = (user_id: UserId, window: { since: Millis; until: Millis }) => Promise<Digest>;

export interface NoticeDigests {
  pool: Pool;
  clock: Clock;
  calendar: BusinessCalendar;
  outbox: Pick<Outbox, 'send'>;
  digestOf: DigestOf;
  onFailure(error: unknown): void;
}

interface DuePerson {
  user_id: UserId;
  digest: Exclude<DigestTimes, 'never'>;
  /** 0: it is planned first. */
  digest_due_at: Millis;
  digest_until: Millis | null;
  language: MessageLanguage;
}

/** Sends one. Again, also by another worker, sends nothing: a person has one digest for each business day. */
async function send(parts: NoticeDigests, person: DuePerson, until: Millis): Promise<void> {
  const { calendar, outbox, digestOf } = parts;
  const { user_id, digest_due_at, digest_until, language } = person;
  const since = digest_until ?? until;
  const items = digestLines(language, await digestOf(user_id, { since, until }));
  if (items.length === 0) return;
  await outbox.send({
    to_user: user_id,
    template: 'notice_digest',
    values: { items, from: timeText(calendar, secondsOf(since)), to: timeText(calendar, secondsOf(until)) },
    message_key: `notice-digest ${user_id} ${calendar.dayOf(digest_due_at)}`,
  });
}

/**
 * Makes the digests that are due, and plans those that were chosen lately. The message first, then the next time: a
 * worker that is killed between the two finds the message.
 * @returns when the next one is due; undefined: none
 */
export async function makeDueDigests(
  parts: NoticeDigests,
  signal?: AbortSignal,
): Promise<Millis | undefined> {
  const { pool, clock, calendar, onFailure } = parts;
  const db = queriesOn(pool);
  let people: DuePerson[];
  do {
    const now = clock.now();
    people = await db
      .selectFrom('accounts.notify_times as times')
      .innerJoin('accounts.users as users', 'users.id', 'times.user_id')
      .where('digest_due_at', '<=', now)
      .select(['times.user_id', 'digest', 'digest_due_at', 'digest_until', 'users.language'])
      .orderBy('digest_due_at')
      .orderBy('times.user_id')
      .limit(AT_ONCE)
      .$castTo<DuePerson>()
      .execute();
    for (const person of people) {
      if (signal?.aborted) return undefined;
      const { user_id, digest, digest_due_at, digest_until } = person;
      const until = Math.floor(now / MINUTE_MS - 1) * MINUTE_MS;
      const isNew = digest_due_at === 0;
      let next = { digest_due_at: nextDigest(calendar, digest, now), digest_until: until };
      if (isNew) next.digest_until = digest_until ?? until;
      else {
        try {
          await send(parts, person, until);
        } catch (error) {
          onFailure(error);
          next = { digest_due_at: now + AGAIN_MS, digest_until: digest_until ?? until };
        }
      }
      // Unless the person has chosen otherwise, or another worker was here.
      await db
        .updateTable('accounts.notify_times')
        .set(next)
        .where('user_id', '=', user_id)
        .where('digest', '=', digest)
        .where('digest_due_at', '=', digest_due_at)
        .execute();
    }
  } while (people.length === AT_ONCE);
  const waiting = db.selectFrom('accounts.notify_times').select(({ fn }) => fn.min('digest_due_at').as('at'));
  return (await waiting.executeTakeFirst())?.at ?? undefined;
}
