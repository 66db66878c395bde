import type { Pool } from 'pg';
import type { UserId } from '#events/ids.ts';
import { type BusinessCalendar, DAY_MS, HOUR_MS, type Millis } from '#events/time.ts';
import { canWait } from '#services/modules/messages/message-kinds.ts';
import { type Message, type MessageLanguage, subjectOf } from '#services/modules/messages/messages.ts';
import type { Subscription, Subscriptions } from '#services/modules/messages/push/subscriptions.ts';
import { quietPeople } from '#services/modules/messages/quiet-hours.ts';
import type { Clock } from '#services/runtime/clock.ts';
import { type LaneParts, type Lanes, lanesFor } from '../lanes.ts';
import type { PushOutcome, PushSender } from './push-sender.ts';

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

const DUE = `SELECT to_user AS user_id, array_agg(id ORDER BY id) AS ids, array_agg(template ORDER BY id) AS templates,
                    (array_agg(language ORDER BY id DESC))[1] AS language, min(created_at)::float8 AS since
               FROM runtime.outbox WHERE push_due_at <= $1 AND to_user = $2 GROUP BY to_user`;

/** Pushes what is due for one person, to all browsers at the same time. */
async function pushTo(parts: PushDelivery, lanes: Lanes, user_id: string): Promise<void> {
  const { pool, clock, subscriptions, sender } = parts;
  const { rows } = await pool.query<DuePerson>(DUE, [clock.now(), user_id]);
  const person = rows[0] && (await readyOf(parts, rows[0]));
  if (person === undefined || person.ids.length === 0) return;
  const send = async (subscription: Subscription): Promise<PushOutcome> => {
    const outcome = await sender.send(subscription, payloadOf(person), 'notice');
    if (outcome === 'gone') await subscriptions.forget(subscription.endpoint);
    return outcome;
  };
  const browsers = await subscriptions.of(person.user_id);
  const outcomes = await lanes.timed(user_id, Promise.all(browsers.map(send)));
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

/**
 * Pushes notices that are due: those of one person together, as one. Every person has a lane: a browser that does not
 * answer holds only its own person. At least once: after a kill between the push and the row a browser gets it again,
 * under the same tag, in place of the first.
 */
export function pushLanes(parts: PushDelivery, hooks: Pick<LaneParts, 'onError' | 'onRoom'>) {
  const { pool, clock } = parts;
  const lanes: Lanes = lanesFor({ ...hooks, run: (user_id) => pushTo(parts, lanes, user_id) });

  async function peopleWith(without: string[], most: number, among?: string[]): Promise<string[]> {
    const { rows } = await pool.query<{ user_id: string }>(
      `SELECT to_user AS user_id FROM runtime.outbox
        WHERE push_due_at <= $1 AND to_user <> ALL ($2) AND ($4::text[] IS NULL OR to_user = ANY ($4))
        GROUP BY to_user ORDER BY min(push_due_at) LIMIT $3`,
      [clock.now(), without, most, among ?? null],
    );
    return rows.map(({ user_id }) => user_id);
  }
  return {
    /** @returns the time of the next look; undefined if nothing waits */
    async look(): Promise<Millis | undefined> {
      await lanes.open(peopleWith);
      const { rows } = await pool.query<{ next: Millis | null }>(
        'SELECT min(push_due_at)::float8 AS next FROM runtime.outbox WHERE push_due_at > $1',
        [clock.now()],
      );
      return rows[0]?.next ?? undefined;
    },
    ended: lanes.ended,
  };
}
