import { sql, type Updateable } from 'kysely';
import type { Pool } from 'pg';
import { asUserId } from '#events/ids.ts';
import type { Millis } from '#events/time.ts';
import type { OwnAddresses } from '#services/modules/accounts/own-addresses.ts';
import { mailText } from '#services/modules/messages/mail-text.ts';
import { type Mailer, MailFailed } from '#services/modules/messages/mailer.ts';
import { openedMessage, type SealedMessage } from '#services/modules/messages/outbox.ts';
import type { Clock } from '#services/runtime/clock.ts';
import { queriesOn } from '#services/runtime/queries.ts';
import { RETRY_PAUSES } from '#services/runtime/retry-pauses.ts';
import type { Tables } from '#services/runtime/tables.gen.ts';

/** Messages per read, and how many are sent concurrently. */
const AT_ONCE = 20;
const SIDE_BY_SIDE = 5;

export interface MailDelivery {
  pool: Pool;
  clock: Clock;
  mailer: Mailer;
  /** Opens the messages. */
  key: Buffer;
  addressesOf: OwnAddresses;
  /** In which a message writes times. */
  timeZone: string;
  /** Where links of mails lead, without a slash at the end. */
  publicUrl: string;
  /** Called for every failed attempt, without personal data. */
  onFailure(error: Error): void;
}

interface Due extends SealedMessage {
  id: number;
  to_user: string | null;
  attempts: number;
  expires_at: number | null;
}

type Outcome =
  | { done: 'delivered' | 'nowhere' }
  | { done: 'failed'; reason: string; keep: boolean }
  | { done: 'later'; reason: string; due_at: Millis };

async function deliver(parts: MailDelivery, due: Due): Promise<Outcome> {
  const { clock, mailer, key, addressesOf, timeZone, publicUrl } = parts;
  const expires_at = due.expires_at ?? undefined;
  // The server may take minutes to answer: a code that expired meanwhile is not sent.
  const isOver = (): boolean => expires_at !== undefined && expires_at <= clock.now();
  if (isOver()) return { done: 'failed', reason: 'EXPIRED', keep: false };
  const opened = openedMessage(key, due);
  if (opened === undefined) return { done: 'failed', reason: 'UNREADABLE', keep: false };
  const { message, language, to_account } = opened;
  const to = to_account ?? (due.to_user ? (await addressesOf(asUserId(due.to_user))).email : '');
  if (!to.includes('@')) return { done: 'nowhere' };
  try {
    const text = mailText(message, { language, expires_at, time_zone: timeZone, publicUrl });
    await mailer.send({ to, language, key: `message-${due.id}`, ...text });
    return { done: 'delivered' };
  } catch (error) {
    if (!(error instanceof MailFailed)) throw error;
    const { reason, permanent } = error;
    const pause = RETRY_PAUSES[due.attempts];
    if (permanent || pause === undefined || isOver()) {
      return { done: 'failed', reason, keep: expires_at === undefined };
    }
    const next = clock.now() + pause;
    return { done: 'later', reason, due_at: Math.min(next, expires_at ?? next) };
  }
}

async function record({ pool, clock, onFailure }: MailDelivery, due: Due, outcome: Outcome): Promise<void> {
  const { id } = due;
  const tried = (values: Updateable<Tables['runtime.outbox']>) =>
    queriesOn(pool)
      .updateTable('runtime.outbox')
      .set((eb) => ({ due_at: null, ...values, attempts: eb('attempts', '+', 1) }))
      .where('id', '=', id)
      .execute();
  // Text and address are personal data and are deleted. A person's own messages stay in the application.
  const erased = { sealed: null, sealed_to: null };
  const sent = due.to_user === null ? erased : { sealed_to: null };
  switch (outcome.done) {
    case 'delivered':
      await tried({ ...sent, delivered_at: clock.now(), failure: '' });
      return;
    case 'nowhere':
      await tried({ ...sent, failure: 'NO_ADDRESS' });
      return;
    case 'later':
      onFailure(new Error(`message ${id}, try ${due.attempts + 1}: ${outcome.reason}`));
      await tried({ due_at: outcome.due_at, failure: outcome.reason });
      return;
    case 'failed':
      onFailure(new Error(`message ${id} is given up after ${due.attempts + 1} tries: ${outcome.reason}`));
      await tried({ ...(!outcome.keep && erased), failed_at: clock.now(), failure: outcome.reason });
      return;
    default:
      outcome satisfies never;
  }
}

/**
 * Sends due messages, codes first. At least once: a worker killed between the server's answer and the row sends
 * again, with the same Message-ID.
 * @returns the time of the next look; undefined if nothing waits
 */
export async function deliverDue(parts: MailDelivery, signal?: AbortSignal): Promise<Millis | undefined> {
  const { pool, clock } = parts;
  const outbox = queriesOn(pool).selectFrom('runtime.outbox');
  let found: Due[];
  do {
    found = await outbox
      .where('due_at', '<=', clock.now())
      .selectAll()
      .$castTo<Due>()
      .orderBy(sql`expires_at IS NULL`)
      .orderBy('due_at')
      .orderBy('id')
      .limit(AT_ONCE)
      .execute();
    for (let from = 0; from < found.length && !signal?.aborted; from += SIDE_BY_SIDE) {
      const some = found.slice(from, from + SIDE_BY_SIDE);
      await Promise.all(some.map(async (due) => record(parts, due, await deliver(parts, due))));
    }
  } while (found.length === AT_ONCE && !signal?.aborted);
  const next = await outbox.select(({ fn }) => fn.min('due_at').as('due_at')).executeTakeFirst();
  return next?.due_at ?? undefined;
}
