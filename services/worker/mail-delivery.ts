import { sql, type Updateable } from 'kysely';
import type { Pool } from 'pg';
import { asUserId } from '#events/ids.ts';
import type { BusinessCalendar, Millis } from '#events/time.ts';
import type { SmsLimits } from '#services/modules/accounts/codes/sms-limits.ts';
import type { OwnAddresses } from '#services/modules/accounts/own-addresses.ts';
import { digestLines } from '#services/modules/messages/digest-lines.ts';
import { momentOf } from '#services/modules/messages/digest-times.ts';
import { mailText } from '#services/modules/messages/mail-text.ts';
import type { Mailer } from '#services/modules/messages/mailer.ts';
import { MessageFailed } from '#services/modules/messages/message-failed.ts';
import { canWait, MESSAGE_KINDS, mailSwitchOf } from '#services/modules/messages/message-kinds.ts';
import { type Message, type MessageLanguage, renderMessage } from '#services/modules/messages/messages.ts';
import { openedMessage, type SealedMessage } from '#services/modules/messages/outbox.ts';
import { quietPeople } from '#services/modules/messages/quiet-hours.ts';
import type { SmsGateway } from '#services/modules/messages/sms-gateway.ts';
import type { Unsubscribe } from '#services/modules/messages/unsubscribe.ts';
import type { Clock } from '#services/runtime/clock.ts';
import type { KeyRing } from '#services/runtime/keys/ring.ts';
import { queriesOn } from '#services/runtime/queries.ts';
import { RETRY_PAUSES } from '#services/runtime/retry-pauses.ts';
import type { Tables } from '#services/runtime/tables.gen.ts';
import type { DigestOf } from './notice-digests.ts';

/** Messages per read, and how many are sent concurrently. */
const AT_ONCE = 20;
const SIDE_BY_SIDE = 5;

export interface MailDelivery {
  pool: Pool;
  clock: Clock;
  /** Undefined: no mail leaves. */
  mailer: Mailer | undefined;
  /** Undefined: no text message leaves. */
  sms: { gateway: SmsGateway; limits: Pick<SmsLimits, 'sending'> } | undefined;
  /** Opens the messages. */
  key: KeyRing;
  addressesOf: OwnAddresses;
  /** What a digest has now: it may wait for hours between its making and its sending. */
  digestOf: DigestOf;
  /** In which a message writes times. */
  calendar: BusinessCalendar;
  /** Where links of mails lead, without a slash at the end. */
  publicUrl: string;
  /** Makes the links that turn mails off. */
  unsubscribe: Pick<Unsubscribe, 'tokenOf'>;
  /** Called for every failed attempt, without personal data. */
  onFailure(error: Error): void;
}

interface Due extends SealedMessage {
  id: number;
  to_user: string | null;
  attempts: number;
  expires_at: number | null;
  on_site: boolean;
}

type Outcome =
  | { done: 'delivered' }
  | { done: 'nowhere'; reason: 'NO_ADDRESS' | 'SMS_LIMIT' | 'NOTHING_LEFT' }
  | { done: 'failed'; reason: string; keep: boolean }
  | { done: 'later'; reason: string; due_at: Millis }
  /** Quiet hours of its person hold. */
  | { done: 'held'; due_at: Millis };

interface Opened {
  to: string;
  message: Message;
  language: MessageLanguage;
  expires_at: Millis | undefined;
}

const nowhere = { done: 'nowhere', reason: 'NO_ADDRESS' } as const;

/** Only messages about the account itself leave as text messages: each costs money. */
async function sendText(
  { sms }: MailDelivery,
  due: Due,
  { to, message, language }: Opened,
): Promise<Outcome> {
  const { template } = message;
  if (!sms?.gateway.reaches(to) || MESSAGE_KINDS[template].to !== 'account') return nowhere;
  const sending = await sms.limits.sending(due.to_user ?? undefined);
  if (sending.wait > 0) return { done: 'nowhere', reason: 'SMS_LIMIT' };
  const code = message.template === 'verify_code' ? message.values.code : '';
  const { text } = renderMessage(message, language);
  try {
    await sms.gateway.send({ to, text, code, template, language, id: `message-${due.id}` });
  } catch (error) {
    // Any other failure can have cost its money.
    if (error instanceof MessageFailed && error.permanent) await sending.giveBack();
    throw error;
  }
  return { done: 'delivered' };
}

async function sendMail(parts: MailDelivery, due: Due, opened: Opened): Promise<Outcome> {
  const { mailer, calendar, publicUrl, unsubscribe } = parts;
  const { to, message, language, expires_at } = opened;
  if (mailer === undefined) return nowhere;
  const event = mailSwitchOf(message.template);
  const unsubscribeToken =
    event && due.to_user !== null ? unsubscribe.tokenOf(asUserId(due.to_user), event) : undefined;
  const written = { language, expires_at, time_zone: calendar.timeZone, publicUrl, unsubscribeToken };
  const text = mailText(message, written);
  await mailer.send({ to, language, key: `message-${due.id}`, ...text });
  return { done: 'delivered' };
}

/** The message as it is now; undefined: there is nothing left to send. */
async function current(
  { calendar, digestOf }: MailDelivery,
  to_user: string | null,
  message: Message,
  language: MessageLanguage,
): Promise<Message | undefined> {
  if (message.template !== 'notice_digest' || to_user === null) return message;
  const [since, until] = [message.values.from, message.values.to].map((text) => momentOf(calendar, text));
  const digest = await digestOf(asUserId(to_user), { since: since ?? 0, until: until ?? 0 });
  const items = digestLines(language, digest);
  return items.length === 0 ? undefined : { ...message, values: { ...message.values, items } };
}

async function deliver(parts: MailDelivery, due: Due): Promise<Outcome> {
  const { clock, key, addressesOf, mailer } = parts;
  const expires_at = due.expires_at ?? undefined;
  // The server may take minutes to answer: a code that expired meanwhile is not sent.
  const isOver = (): boolean => expires_at !== undefined && expires_at <= clock.now();
  if (isOver()) return { done: 'failed', reason: 'EXPIRED', keep: false };
  const opened = openedMessage(key, due);
  if (opened === undefined) return { done: 'failed', reason: 'UNREADABLE', keep: false };
  const { language, to_account } = opened;
  const message = await current(parts, due.to_user, opened.message, language);
  if (message === undefined) return { done: 'nowhere', reason: 'NOTHING_LEFT' };
  const own = async (user: string): Promise<string> => {
    const { email, phone } = await addressesOf(asUserId(user));
    return mailer === undefined ? phone : email || phone;
  };
  const to = to_account ?? (due.to_user ? await own(due.to_user) : '');
  if (to === '') return nowhere;
  try {
    return await (to.includes('@') ? sendMail : sendText)(parts, due, { to, message, language, expires_at });
  } catch (error) {
    if (!(error instanceof MessageFailed)) throw error;
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
  // Text and address are personal data and are deleted. What a person has on the site stays there.
  const erased = { sealed: null, sealed_to: null };
  const sent = due.to_user === null || !due.on_site ? erased : { sealed_to: null };
  switch (outcome.done) {
    case 'delivered':
      await tried({ ...sent, delivered_at: clock.now(), failure: '' });
      return;
    case 'nowhere':
      await tried({ ...sent, failure: outcome.reason });
      if (outcome.reason === 'SMS_LIMIT')
        onFailure(new Error(`message ${id}: the text messages of a day are sent`));
      return;
    case 'held':
      await queriesOn(pool)
        .updateTable('runtime.outbox')
        .set({ due_at: outcome.due_at })
        .where('id', '=', id)
        .execute();
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
    const quiet = await quietPeople(
      pool,
      parts.calendar,
      clock.now(),
      found.flatMap(({ to_user, template }) =>
        to_user !== null && canWait(template) ? [asUserId(to_user)] : [],
      ),
    );
    const outcomeOf = async (due: Due): Promise<Outcome> => {
      const until = canWait(due.template) ? quiet.get(due.to_user ?? '') : undefined;
      return until === undefined ? deliver(parts, due) : { done: 'held', due_at: until };
    };
    for (let from = 0; from < found.length && !signal?.aborted; from += SIDE_BY_SIDE) {
      const some = found.slice(from, from + SIDE_BY_SIDE);
      await Promise.all(some.map(async (due) => record(parts, due, await outcomeOf(due))));
    }
  } while (found.length === AT_ONCE && !signal?.aborted);
  const next = await outbox.select(({ fn }) => fn.min('due_at').as('due_at')).executeTakeFirst();
  return next?.due_at ?? undefined;
}
