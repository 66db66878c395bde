import type { Pool } from 'pg';
import type { UserId } from '#events/ids.ts';
import { type AccountName, accountIndex, type KeyedHash } from '#services/modules/messages/account-name.ts';
import type { MessageLanguage } from '#services/modules/messages/messages.ts';
import type { Outbox } from '#services/modules/messages/outbox.ts';
import type { Clock } from '#services/runtime/clock.ts';
import { queriesOn } from '#services/runtime/queries.ts';
import { inTransaction } from '#services/runtime/transaction.ts';
import {
  ALL_LOGIN_ATTEMPTS,
  type Attempts,
  CODE_SIGN_INS,
  inventedSubject,
  LOGIN_ATTEMPTS,
  nothingReserved,
} from './attempts.ts';
import { type AccountCodes, type Source, type TooMany, tooMany } from './codes/account-codes.ts';
import type { Factors } from './factors/factors.ts';
import type { HalfSessions } from './factors/half-sessions.ts';
import type { KnownDevices } from './known-devices.ts';
import type { Members } from './members.ts';
import { hashPassword, type Passwords } from './passwords.ts';
import { lockPerson } from './person-lock.ts';
import { newToken, type OpenedSession, tokenHash } from './session.ts';
import type { Sessions } from './sessions.ts';

/** Where a password comes from. */
interface PasswordSource extends Source {
  /** Counts a try by a browser that is not known, by address over all accounts. Throws after too many. */
  countByAddress?(): Promise<void>;
  user_agent: string;
}

export interface WrongPassword {
  refused: 'wrong_password';
}

interface SignedIn {
  refused?: never;
  session: OpenedSession;
}

/** The account has a second factor: its code and this token, within ten minutes, open the session. */
interface HalfSignedIn {
  refused: 'second_factor';
  half_token: string;
}

/** Codes, registration, sign-in and passwords. */
export interface Passport {
  sendCode: AccountCodes['send'];
  register(registration: {
    account: AccountName;
    /** Token of a known device. */
    device?: string | undefined;
    code: string;
    password: string;
    name: string;
    language: MessageLanguage;
    user_agent: string;
  }): Promise<SignedIn | { refused: 'wrong_code' | 'account_taken' } | TooMany>;
  /**
   * An unknown account and a wrong password are one refusal, after the same work. Wrong passwords are counted by
   * account and address, or by known device: strangers do not lock out the owner.
   */
  login(
    account: AccountName,
    password: string,
    source: PasswordSource,
  ): Promise<SignedIn | HalfSignedIn | { refused: 'wrong_login' } | TooMany>;
  /** Signs in by a code instead of the password. Wrong codes of unknown browsers are also counted by address. */
  quickLogin(
    account: AccountName,
    code: string,
    source: Source & { user_agent: string },
  ): Promise<SignedIn | HalfSignedIn | { refused: 'wrong_code' } | TooMany>;
  /** The second step of a sign-in. Guesses are counted by account, and by known device or address. */
  secondFactor(
    half_token: string,
    code: string,
    source: Source & { user_agent: string },
  ): Promise<SignedIn | { refused: 'wrong_code' | 'half_ended' } | TooMany>;
  /** For somebody whom a messenger has named. */
  enter(user: UserId, user_agent: string): Promise<SignedIn | HalfSignedIn>;
  /** @returns a token that may set one new password within ten minutes */
  checkForgetCode(
    account: AccountName,
    code: string,
    source: Source,
  ): Promise<{ refused?: never; token: string } | { refused: 'wrong_code' } | TooMany>;
  /** Ends all access that the former password gave, and every other such token. Undefined when the token is unknown, used or too old. */
  resetPassword(token: string, password: string): Promise<UserId | undefined>;
  /** The same, but the present session continues. */
  changePassword(
    user: UserId,
    session: string,
    passwords: { old_password: string; new_password: string },
  ): Promise<{ refused?: never } | WrongPassword | TooMany>;
  /** Undefined when it is the present password of a signed-in user. Wrong ones count as in `changePassword`. */
  passwordRefusal(user: UserId, password: string): Promise<WrongPassword | TooMany | undefined>;
}

const RESET_MS = 600_000;

interface PassportOptions {
  pool: Pool;
  clock: Clock;
  ids: KeyedHash;
  devices: KnownDevices;
  members: Members;
  passwords: Passwords;
  sessions: Sessions;
  codes: AccountCodes;
  attempts: Attempts;
  factors: Pick<Factors, 'has' | 'use'>;
  halves: HalfSessions;
  outbox: Outbox;
  /** A changed password ends tokens of programs, and authorizations. */
  tokens: { revokeAll(user: UserId): Promise<unknown> };
  grants: { endAll(user: UserId): Promise<unknown> };
}

export function openPassport(options: PassportOptions): Passport {
  const { pool, clock, ids, devices, members, passwords, sessions, codes, attempts } = options;
  const { factors, halves, outbox, tokens, grants } = options;

  const counterOf = (purpose: string, subject: Buffer): Buffer => ids(purpose, subject.toString('hex'));

  async function passwordRefusal(
    user: UserId,
    password: string,
  ): Promise<WrongPassword | TooMany | undefined> {
    const counter = counterOf('change-password', Buffer.from(user));
    const { wait } = await attempts.reserve(counter, LOGIN_ATTEMPTS);
    if (wait > 0) return tooMany(wait);
    if (!(await passwords.check(user, password))) return { refused: 'wrong_password' };
    await attempts.forget(counter);
    return undefined;
  }

  const open = async (user_id: UserId, userAgent: string): Promise<SignedIn> => ({
    session: await sessions.open(user_id, userAgent),
  });

  async function signIn(user: UserId, userAgent: string): Promise<SignedIn | HalfSignedIn> {
    if (!(await factors.has(user))) return open(user, userAgent);
    return { refused: 'second_factor', half_token: await halves.open(user) };
  }

  /**
   * Ends every reset token of the user, and all that the former password gave, except the given session.
   * @param reset a token that must still be valid; else nothing changes, and the answer is false
   */
  async function replacePassword(
    user: UserId,
    hashed: string,
    { session, reset }: { session?: string; reset?: string },
  ): Promise<boolean> {
    const isReplaced = await inTransaction(pool, async (client) => {
      await lockPerson(client, user);
      const tokens = queriesOn(client).deleteFrom('accounts.reset_tokens').where('user_id', '=', user);
      const ended = await tokens.where('expires_at', '>', clock.now()).returning('token_hash').execute();
      if (reset !== undefined && !ended.some(({ token_hash }) => token_hash === tokenHash(reset)))
        return false;
      await passwords.set(user, hashed, client);
      await queriesOn(client).deleteFrom('accounts.messenger_links').where('user_id', '=', user).execute();
      return true;
    });
    if (!isReplaced) return false;
    // Sessions first, so that none of them makes a new token.
    await sessions.revokeAll(user, session);
    await Promise.all([tokens.revokeAll(user), grants.endAll(user), halves.endAll(user)]);
    await outbox.send({ to_user: user, template: 'password_changed', values: {} });
    return true;
  }

  return {
    sendCode: codes.send,

    async register({ account, device, code, password, name, language, user_agent }) {
      const proof = await codes.use(account, 'register', code, { device });
      if (proof.refused) return proof;
      const password_hash = await hashPassword(password);
      const user = await members.add({ name, account, password_hash, language });
      return user === undefined ? { refused: 'account_taken' } : open(user, user_agent);
    },

    async login(typed, password, { address, device, user_agent, countByAddress }) {
      const account = await members.stored(typed);
      const user = await members.byAccount(account);
      const known = user && device ? await devices.idOf(user, device) : undefined;
      // Else strangers at the same address could keep the owner out.
      if (known === undefined) await countByAddress?.();
      const login = accountIndex(ids, account).toString('hex');
      const subjectOf = (place: string): Buffer => {
        const subject = ids('login', `${login} ${place}`);
        return user === undefined ? inventedSubject(subject) : subject;
      };
      const counter = subjectOf(known ? `device ${known}` : `address ${address}`);
      const one = await attempts.reserve(counter, LOGIN_ATTEMPTS);
      if (one.wait > 0) return tooMany(one.wait);
      // Two counts, so that strangers who fill theirs leave the one of known devices.
      const together = subjectOf(known ? 'all devices' : 'all addresses');
      const all = await attempts.reserve(together, ALL_LOGIN_ATTEMPTS);
      if (all.wait > 0) {
        await one.giveBack();
        return tooMany(all.wait);
      }
      const right = await passwords.check(user, password);
      if (!right || user === undefined) return { refused: 'wrong_login' };
      await Promise.all([attempts.forget(counter), all.giveBack()]);
      return signIn(user, user_agent);
    },

    async quickLogin(account, code, { user_agent, ...source }) {
      const user = await members.byAccount(account);
      const isKnown = user && source.device && (await devices.idOf(user, source.device)) !== undefined;
      const guess = isKnown
        ? nothingReserved
        : await attempts.reserve(ids('code-sign-in', source.address), CODE_SIGN_INS);
      if (guess.wait > 0) return tooMany(guess.wait);
      const proof = await codes.use(account, 'login', code, source);
      if (proof.refused) return proof;
      if (proof.user === undefined) return { refused: 'wrong_code' };
      await guess.giveBack();
      return signIn(proof.user, user_agent);
    },

    enter: signIn,

    async secondFactor(half_token, code, { address, device, user_agent }) {
      const user = await halves.userOf(half_token);
      if (user === undefined) return { refused: 'half_ended' };
      const known = device ? await devices.idOf(user, device) : undefined;
      const wrong = await factors.use(user, code, known ? { known } : { address });
      if (wrong) return wrong;
      return (await halves.use(half_token)) ? open(user, user_agent) : { refused: 'half_ended' };
    },

    async checkForgetCode(account, code, source) {
      const proof = await codes.use(account, 'forgot', code, source);
      if (proof.refused) return proof;
      const { user } = proof;
      if (user === undefined) return { refused: 'wrong_code' };
      const token = newToken();
      const reset = { token_hash: tokenHash(token), user_id: user, expires_at: clock.now() + RESET_MS };
      await queriesOn(pool).insertInto('accounts.reset_tokens').values(reset).execute();
      return { token };
    },

    async resetPassword(token, password) {
      const hashed = await hashPassword(password);
      const tokens = queriesOn(pool).selectFrom('accounts.reset_tokens').select('user_id');
      const user = (await tokens.where('token_hash', '=', tokenHash(token)).executeTakeFirst())?.user_id;
      if (user === undefined) return undefined;
      return (await replacePassword(user, hashed, { reset: token })) ? user : undefined;
    },

    async changePassword(user, session, { old_password, new_password }) {
      const wrong = await passwordRefusal(user, old_password);
      if (wrong) return wrong;
      await replacePassword(user, await hashPassword(new_password), { session });
      return {};
    },

    passwordRefusal,
  };
}
