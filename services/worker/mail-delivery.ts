import type { Pool } from 'pg';
import { asUserId } from '#events/ids.ts';
import type { Millis } from '#events/time.ts';
import type { OwnAddresses } from '#services/accounts/delivery/own-addresses.ts';
import { mailText } from '#services/messages/mail-text.ts';
import { type Mailer, MailFailed } from '#services/messages/mailer.ts';
import { openSealedMessage, type SealedMessage } from '#services/messages/outbox.ts';
import type { Clock } from '#services/runtime/clock.ts';
import { RETRY_PAUSES } from '#services/runtime/retry-pauses.ts';

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

/** Undefined when it was sealed under another key: the others must not wait for it. */
function opening(key: Buffer, due: Due): ReturnType<typeof openSealedMessage> | undefined {
  try {
    return openSealedMessage(key, due);
  } catch {
    return undefined;
  }
}

async function deliver(parts: MailDelivery, due: Due): Promise<Outcome> {
  const { clock, mailer, key, addressesOf, timeZone } = parts;
  const expires_at = due.expires_at ?? undefined;
  // The server may have been silent for minutes: a code that expired meanwhile is not sent.
  const isOver = (): boolean => expires_at !== undefined && expires_at <= clock.now();
  if (isOver()) return { done: 'failed', reason: 'EXPIRED', keep: false };
  const opened = opening(key, due);
  if (opened === undefined) return { done: 'failed', reason: 'UNREADABLE', keep: false };
  const { message, language, to_account } = opened;
  const to = to_account ?? (due.to_user ? (await addressesOf(asUserId(due.to_user))).email : '');
  if (!to.includes('@')) return { done: 'nowhere' };
  try {
    const text = mailText(message, { language, expires_at, time_zone: timeZone });
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
  switch (outcome.done) {
    case 'delivered':
    case 'nowhere':
      // Text and address are personal data and are deleted.
      await pool.query(
        `UPDATE runtime.outbox SET due_at = NULL, sealed = NULL, sealed_to = NULL, attempts = attempts + 1,
                delivered_at = $2, failure = $3 WHERE id = $1`,
        [
          id,
          outcome.done === 'delivered' ? clock.now() : null,
          outcome.done === 'nowhere' ? 'NO_ADDRESS' : '',
        ],
      );
      return;
    case 'later':
      onFailure(new Error(`message ${id}, try ${due.attempts + 1}: ${outcome.reason}`));
      await pool.query(
        'UPDATE runtime.outbox SET due_at = $2, attempts = attempts + 1, failure = $3 WHERE id = $1',
        [id, outcome.due_at, outcome.reason],
      );
      return;
    case 'failed':
      onFailure(new Error(`message ${id} is given up after ${due.attempts + 1} tries: ${outcome.reason}`));
      await pool.query(
        `UPDATE runtime.outbox SET due_at = NULL, attempts = attempts + 1, failed_at = $2, failure = $3,
                sealed = CASE WHEN $4 THEN sealed END, sealed_to = CASE WHEN $4 THEN sealed_to END WHERE id = $1`,
        [id, clock.now(), outcome.reason, outcome.keep],
      );
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
  let found: Due[];
  do {
    ({ rows: found } = await pool.query<Due>(
      `SELECT id::float8 AS id, template, language, sealed, sealed_to, to_user, attempts,
              expires_at::float8 AS expires_at
         FROM runtime.outbox WHERE due_at <= $1
        ORDER BY expires_at IS NULL, due_at, id LIMIT ${AT_ONCE}`,
      [clock.now()],
    ));
    for (let from = 0; from < found.length && !signal?.aborted; from += SIDE_BY_SIDE) {
      const some = found.slice(from, from + SIDE_BY_SIDE);
      await Promise.all(some.map(async (due) => record(parts, due, await deliver(parts, due))));
    }
  } while (found.length === AT_ONCE && !signal?.aborted);
  const { rows } = await pool.query<{ due_at: number | string | null }>(
    'SELECT min(due_at) AS due_at FROM runtime.outbox WHERE due_at IS NOT NULL',
  );
  const next = rows[0]?.due_at;
  return next === null || next === undefined ? undefined : Number(next);
}
