import { createHash } from 'node:crypto';
import type { Pool } from 'pg';
import type { UserId } from '#events/ids.ts';
import type { Clock } from '#services/runtime/clock.ts';
import { queriesOn } from '#services/runtime/queries.ts';
import type { AttemptLimit, Attempts, Reservation } from '../attempts.ts';

const DAY_MS = 86_400_000;
const inDay = (most: number): AttemptLimit => ({ most, windowMs: DAY_MS, perDay: most });

/** Codes by text message that one person requests, for own and new numbers together. */
const BY_PERSON = inDay(20);
/** Codes that unknown browsers at one address request. */
const BY_ADDRESS = inDay(20);
/** Messages without a code to one person. */
const NOTICES = inDay(5);
/** Strangers together get this part of the day’s messages, so that they leave the rest to members. */
const STRANGERS_PART = 0.5;
/** A younger account counts as a stranger: anybody can make one. */
const MEMBER_AFTER_MS = 7 * DAY_MS;

/** Who requests a code. */
type SmsRequester =
  /** Signed in, or in a browser that the account knows. */
  { user: UserId } | { address: string };

/** The first reservation that has to wait, or all of them as one. */
async function together(reservations: readonly (() => Promise<Reservation>)[]): Promise<Reservation> {
  const taken: Reservation[] = [];
  const giveBack = async (): Promise<void> => {
    await Promise.all(taken.map((one) => one.giveBack()));
  };
  for (const reserve of reservations) {
    const one = await reserve();
    if (one.wait > 0) {
      await giveBack();
      return one;
    }
    taken.push(one);
  }
  return { wait: 0, giveBack };
}

interface SmsLimitsOptions {
  pool: Pool;
  clock: Clock;
  attempts: Attempts;
  /** Of the whole installation. */
  perDay: number;
}

/** Limits of text messages over all processes: each costs money. No count has a number that somebody typed as its key. */
export function openSmsLimits({ pool, clock, attempts, perDay }: SmsLimitsOptions) {
  const subject = (...of: readonly string[]): Buffer =>
    createHash('sha256')
      .update(['sms', ...of].join('\0'))
      .digest();
  const strangers = () =>
    attempts.reserve(subject('strangers'), inDay(Math.max(1, Math.floor(perDay * STRANGERS_PART))));
  async function isNew(user: UserId): Promise<boolean> {
    const users = queriesOn(pool).selectFrom('accounts.users').select('created_at').where('id', '=', user);
    const created_at = (await users.executeTakeFirst())?.created_at ?? clock.now();
    return created_at > clock.now() - MEMBER_AFTER_MS;
  }

  return {
    isNew,
    /** Before a code is made; the same for numbers that get none. */
    async code(requester: SmsRequester): Promise<Reservation> {
      const [own, isStranger] =
        'user' in requester
          ? [
              () => attempts.reserve(subject('person', requester.user), BY_PERSON),
              await isNew(requester.user),
            ]
          : [() => attempts.reserve(subject('address', requester.address), BY_ADDRESS), true];
      return together(isStranger ? [own, strangers] : [own]);
    },
    /** Before a message leaves. @param user of a notice; a code has been counted for its person */
    sending: (user: string | undefined): Promise<Reservation> =>
      together([
        ...(user === undefined ? [] : [() => attempts.reserve(subject('notices', user), NOTICES)]),
        () => attempts.reserve(subject('all'), inDay(perDay)),
      ]),
  };
}

export type SmsLimits = ReturnType<typeof openSmsLimits>;
