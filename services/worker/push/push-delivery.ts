import type { Pool } from 'pg';
import type { UserId } from '#events/ids.ts';
import type { Millis } from '#events/time.ts';
import { type Message, type MessageLanguage, subjectOf } from '#services/modules/messages/messages.ts';
import type { Subscriptions } from '#services/modules/messages/push/subscriptions.ts';
import type { Clock } from '#services/runtime/clock.ts';
import type { PushOutcome, PushSender } from './push-sender.ts';

/** People in one read. */
const AT_ONCE = 20;
const AGAIN_MS = 5 * 60_000;
/** A notice that could not be pushed for so long is on the site only. */
const LATEST_MS = 6 * 3_600_000;

export interface PushDelivery {
  pool: Pool;
  clock: Clock;
  subscriptions: Subscriptions;
  sender: Pick<PushSender, 'send'>;
}

interface DuePerson {
  user_id: UserId;
  ids: number[];
  templates: Message['template'][];
  language: MessageLanguage;
  since: Millis;
}

const SEVERAL: Readonly<Record<MessageLanguage, string>> = {
  'zh-CN': '你有 {count} 条新通知',
  'en-US': 'You have {count} new notices',
};

/**
 * What the lock screen may show: the kind of the notice, or how many there are. No names, amounts or texts; the page
 * behind it has them.
 */
function payloadOf({ templates, language, ids }: DuePerson): Buffer {
  const [first] = templates;
  const title =
    templates.length === 1 && first !== undefined
      ? subjectOf(first, language)
      : SEVERAL[language].replace('{count}', String(ids.length));
  return Buffer.from(JSON.stringify({ title, url: '/notice', tag: 'notice', lang: language }));
}

/**
 * Pushes notices that are due: those of one person together, as one. At least once: after a kill between the push and
 * the row a browser gets it again, under the same tag, in place of the first.
 * @returns the time of the next look; undefined if nothing waits
 */
export async function pushDue(
  { pool, clock, subscriptions, sender }: PushDelivery,
  signal?: AbortSignal,
): Promise<Millis | undefined> {
  let people: DuePerson[];
  do {
    ({ rows: people } = await pool.query<DuePerson>(
      `SELECT to_user AS user_id, array_agg(id ORDER BY id) AS ids, array_agg(template ORDER BY id) AS templates,
              (array_agg(language ORDER BY id DESC))[1] AS language, min(created_at)::float8 AS since
         FROM runtime.outbox WHERE push_due_at <= $1 GROUP BY to_user ORDER BY min(push_due_at) LIMIT ${AT_ONCE}`,
      [clock.now()],
    ));
    for (const person of people) {
      if (signal?.aborted) return undefined;
      const outcomes: PushOutcome[] = [];
      for (const subscription of await subscriptions.of(person.user_id)) {
        const outcome = await sender.send(subscription, payloadOf(person), 'notice');
        if (outcome === 'gone') await subscriptions.forget(subscription.endpoint);
        outcomes.push(outcome);
      }
      const isLater = outcomes.includes('later') && !outcomes.includes('sent');
      const again = isLater && clock.now() < person.since + LATEST_MS ? clock.now() + AGAIN_MS : null;
      await pool.query('UPDATE runtime.outbox SET push_due_at = $2 WHERE id = ANY ($1)', [person.ids, again]);
    }
  } while (people.length === AT_ONCE);
  const { rows } = await pool.query<{ next: Millis | null }>(
    'SELECT min(push_due_at)::float8 AS next FROM runtime.outbox WHERE push_due_at IS NOT NULL',
  );
  return rows[0]?.next ?? undefined;
}
