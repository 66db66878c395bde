import type { Pool } from 'pg';
import type { UserId } from '#events/ids.ts';
import { type BusinessCalendar, DAY_MS, HOUR_MS, type Millis } from '#events/time.ts';
import { canWait } from '#services/modules/messages/message-kinds.ts';
import { type Message, type MessageLanguage, subjectOf } from '#services/modules/messages/messages.ts';
import type { Subscriptions } from '#services/modules/messages/push/subscriptions.ts';
import { quietPeople } from '#services/modules/messages/quiet-hours.ts';
import type { Clock } from '#services/runtime/clock.ts';
import type { PushOutcome, PushSender } from './push-sender.ts';

/** People in one read. */
const AT_ONCE = 20;
const AGAIN_MS = 5 * 60_000;
/** A notice that could not be pushed for so long is on the site only. Quiet hours are a part of it. */
const LATEST_MS = DAY_MS;

export interface PushDelivery {
  pool: Pool;
  clock: Clock;
  calendar: BusinessCalendar;
  subscriptions: Subscriptions;
  sender: Pick<PushSender, 'send'>;
}

interface DuePerson {
  user_id: UserId;
  ids: number[];
  /** Of each of them. */
  templates: Message['template'][];
  language: MessageLanguage;
  since: Millis;
}

const WORDS: Readonly<Record<MessageLanguage, { several: string; ofKind: string }>> = {
  'zh-CN': { several: '你有 {count} 条新通知', ofKind: '{kind}（{count} 条）' },
  'en-US': { several: 'You have {count} new notices', ofKind: '{kind} ({count})' },
};

/**
 * What the lock screen may show: the kind of the notice, or how many there are. No names, amounts or texts; the page
 * behind it has them.
 */
function payloadOf({ templates, language }: DuePerson): Buffer {
  const [first, ...others] = new Set(templates);
  const kind = first !== undefined && others.length === 0 ? subjectOf(first, language) : undefined;
  const { several, ofKind } = WORDS[language];
  const counted = (text: string): string => text.replace('{count}', String(templates.length));
  const title =
    kind === undefined
      ? counted(several)
      : templates.length === 1
        ? kind
        : counted(ofKind).replace('{kind}', kind);
  return Buffer.from(JSON.stringify({ title, url: '/notice', tag: 'notice', lang: language }));
}

/**
 * Which of a person's notices are pushed now. Others wait: those that are no duty until quiet hours end, and each kind
 * until an hour after it was last pushed.
 */
async function readyOf({ pool, clock, calendar }: PushDelivery, person: DuePerson): Promise<DuePerson> {
  const { user_id, ids, templates } = person;
  const now = clock.now();
  const [quiet, { rows }] = await Promise.all([
    quietPeople(pool, calendar, now, [user_id]),
    pool.query<{ template: string; until: Millis }>(
      `SELECT template, (pushed_at + ${HOUR_MS})::float8 AS until FROM accounts.last_pushes
        WHERE user_id = $1 AND pushed_at + ${HOUR_MS} > $2`,
      [user_id, now],
    ),
  ]);
  const quietEnd = quiet.get(user_id) ?? 0;
  const full = new Map(rows.map(({ template, until }) => [template, until]));
  const due = templates.map((template) =>
    Math.max(full.get(template) ?? 0, canWait(template) ? quietEnd : 0),
  );
  const isReady = (_: unknown, n: number): boolean => due[n] === 0;
  const waiting = ids.filter((_, n) => due[n] !== 0);
  if (waiting.length > 0) {
    await pool.query(
      `UPDATE runtime.outbox SET push_due_at = later.at
         FROM unnest($1::bigint[], $2::bigint[]) AS later (id, at) WHERE outbox.id = later.id`,
      [waiting, due.filter((at) => at !== 0)],
    );
  }
  return { ...person, ids: ids.filter(isReady), templates: templates.filter(isReady) };
}

/**
 * Pushes notices that are due: those of one person together, as one. At least once: after a kill between the push and
 * the row a browser gets it again, under the same tag, in place of the first.
 * @returns the time of the next look; undefined if nothing waits
 */
export async function pushDue(parts: PushDelivery, signal?: AbortSignal): Promise<Millis | undefined> {
  const { pool, clock, subscriptions, sender } = parts;
  let people: DuePerson[];
  do {
    ({ rows: people } = await pool.query<DuePerson>(
      `SELECT to_user AS user_id, array_agg(id ORDER BY id) AS ids, array_agg(template ORDER BY id) AS templates,
              (array_agg(language ORDER BY id DESC))[1] AS language, min(created_at)::float8 AS since
         FROM runtime.outbox WHERE push_due_at <= $1 GROUP BY to_user ORDER BY min(push_due_at) LIMIT ${AT_ONCE}`,
      [clock.now()],
    ));
    for (const due of people) {
      if (signal?.aborted) return undefined;
      const person = await readyOf(parts, due);
      if (person.ids.length === 0) continue;
      const outcomes: PushOutcome[] = [];
      for (const subscription of await subscriptions.of(person.user_id)) {
        const outcome = await sender.send(subscription, payloadOf(person), 'notice');
        if (outcome === 'gone') await subscriptions.forget(subscription.endpoint);
        outcomes.push(outcome);
      }
      const isLater = outcomes.includes('later') && !outcomes.includes('sent');
      const again = isLater && clock.now() < person.since + LATEST_MS ? clock.now() + AGAIN_MS : null;
      await pool.query(
        `WITH done AS (UPDATE runtime.outbox SET push_due_at = $2 WHERE id = ANY ($1))
         INSERT INTO accounts.last_pushes (user_id, template, pushed_at)
         SELECT id, unnest($4::text[]), $5 FROM accounts.users WHERE id = $3 AND deleted_at IS NULL
         ON CONFLICT (user_id, template) DO UPDATE SET pushed_at = excluded.pushed_at`,
        [
          person.ids,
          again,
          person.user_id,
          outcomes.includes('sent') ? [...new Set(person.templates)] : [],
          clock.now(),
        ],
      );
    }
  } while (people.length === AT_ONCE);
  const { rows } = await pool.query<{ next: Millis | null }>(
    'SELECT min(push_due_at)::float8 AS next FROM runtime.outbox WHERE push_due_at IS NOT NULL',
  );
  return rows[0]?.next ?? undefined;
}
