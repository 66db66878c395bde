import type { Pool, PoolClient } from 'pg';
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
  type Reservation,
} from './attempts.ts';
import { type AccountCodes, type Source, type TooMany, tooMany } from './codes/account-codes.ts';
import { endAccess } from './end-access.ts';
import { countFactors, type FactorCounts } from './factors/factor-kinds.ts';
import type { Factors } from './factors/factors.ts';
import type { HalfSessions } from './factors/half-sessions.ts';
import type { KnownDevices } from './known-devices.ts';
import type { Members } from './members.ts';
import { hashPassword, type Passwords } from './passwords.ts';
import { lockPerson } from './person-lock.ts';
import { newToken, tokenHash } from './session.ts';
import type { Sessions } from './sessions.ts';
import type { HalfSignedIn, SignedIn, SignIn, StillHolds } from './sign-in.ts';

/** Where a password comes from. */
interface PasswordSource extends Source {
  /** Counts a try by a browser that is not known, by address over all accounts. Throws after too many. */
  countByAddress?(): Promise<void>;
  user_agent: string;
}

export interface WrongPassword {
  refused: 'wrong_password';
}

interface Registration extends Source {
  account: AccountName;
  code: string;
  password: string;
  name: string;
  language: MessageLanguage;
  user_agent: string;
}

/** Codes, registration, sign-in and passwords. */
export interface Passport {
  sendCode: AccountCodes['send'];
  /** Wrong codes are also counted by address, as those of `quickLogin`. */
  register(
    registration: Registration,
  ): Promise<SignedIn | { refused: 'wrong_code' | 'account_taken' } | TooMany>;
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
  /** For somebody whom a messenger has named. Undefined when that no longer holds. */
  enter(user: UserId, user_agent: string, holds: StillHolds): Promise<SignedIn | HalfSignedIn | undefined>;
  /** @returns a token that may set one new password within ten minutes */
  checkForgetCode(
    account: AccountName,
    code: string,
    source: Source,
  ): Promise<{ refused?: never; token: string } | { refused: 'wrong_code' } | TooMany>;
  /**
   * Ends all access that the former password gave, and every other such token. Undefined when the token is unknown, used
   * or too old.
   * @returns the person, and the factors that stay
   */
  resetPassword(token: string, password: string): Promise<({ user_id: UserId } & FactorCounts) | undefined>;
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
  factors: Pick<Factors, 'use'>;
  signIn: SignIn;
  halves: HalfSessions;
  outbox: Outbox;
  /** Where people open pages; missing in tests without pages. */
  publicUrl?: string | undefined;
  /** Where people get help: a page, or `mailto:`; empty or missing: nowhere. */
  help?: string | undefined;
}

export function openPassport(options: PassportOptions): Passport {
  const { pool, clock, ids, devices, members, passwords, sessions, codes, attempts } = options;
  const { factors, signIn, halves, outbox, publicUrl = '', help = '' } = options;

  const counterOf = (purpose: string, subject: Buffer): Buffer => ids(purpose, subject.toString('hex'));

  async function passwordRefusal(
    user: UserId,
    password: string,
  ): Promise<WrongPassword | TooMany | undefined> {
    const counter = counterOf('change-password', Buffer.from(user));
    const { wait } = await attempts.reserve(counter, LOGIN_ATTEMPTS);
    if (wait > 0) return tooMany(wait);
    if ((await passwords.check(user, password)) === undefined) return { refused: 'wrong_password' };
    await attempts.forget(counter);
    return undefined;
  }

  /** Counts a guess at a code by address over all accounts, unless the account knows the browser. */
  async function overAccounts(account: AccountName, { address, device }: Source): Promise<Reservation> {
    const user = await members.byAccount(account);
    const isKnown = user && device && (await devices.idOf(user, device)) !== undefined;
    return isKnown ? nothingReserved : attempts.reserve(ids('code-sign-in', address), CODE_SIGN_INS);
  }

  async function isReset(user: UserId, token: string, client: PoolClient): Promise<boolean> {
    const tokens = queriesOn(client).selectFrom('accounts.reset_tokens').where('user_id', '=', user);
    const valid = tokens.where('token_hash', '=', tokenHash(token)).where('expires_at', '>', clock.now());
    return (await valid.select('user_id').executeTakeFirst()) !== undefined;
  }

  /**
   * Ends every reset token of the user, and all that the former password gave, except the given session.
   * @param reset a token that must still be valid; else nothing changes, and the answer is undefined
   * @returns the factors that stay
   */
  async function replacePassword(
    user: UserId,
    hashed: string,
    { session, reset }: { session?: string; reset?: string },
  ): Promise<FactorCounts | undefined> {
    const kept = await inTransaction(pool, async (client) => {
      await lockPerson(client, user);
      if (reset !== undefined && !(await isReset(user, reset, client))) return undefined;
      await passwords.set(user, hashed, client);
      await endAccess(client, user, clock.now(), session);
      await queriesOn(client).deleteFrom('accounts.messenger_links').where('user_id', '=', user).execute();
      return countFactors(client, user);
    });
    if (!kept) return undefined;
    sessions.readAgain(user);
    const { passkeys, authenticators } = kept;
    // Somebody who was in the account may have added them.
    if (passkeys + authenticators === 0)
      await outbox.send({ to_user: user, template: 'password_changed', values: {} });
    else {
      const address = `${publicUrl}/setting/security`;
      const kinds = { passkeys: String(passkeys), authenticators: String(authenticators) };
      const values = { ...kinds, address, help: help && `\n${help.replace(/^mailto:/, '')}` };
      await outbox.send({ to_user: user, template: 'password_changed_factors_stay', values });
    }
    return kept;
  }

  return {
    sendCode: codes.send,

    async register({ account, code, password, name, language, user_agent, ...source }) {
      const guess = await overAccounts(account, source);
      if (guess.wait > 0) return tooMany(guess.wait);
      const proof = await codes.use(account, 'register', code, source);
      if (proof.refused) return proof;
      await guess.giveBack();
      const password_hash = await hashPassword(password);
      const user = await members.add({ name, account, password_hash, language });
      if (user === undefined) return { refused: 'account_taken' };
      return { session: await sessions.open(user, user_agent) };
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
      if (right === undefined || user === undefined) return { refused: 'wrong_login' };
      await Promise.all([attempts.forget(counter), all.giveBack()]);
      const isSame: StillHolds = async (client) =>
        (await passwords.isCurrent(user, right, client)) &&
        (await members.byAccount(account, client)) === user;
      return (await signIn.begin(user, user_agent, isSame)) ?? { refused: 'wrong_login' };
    },

    async quickLogin(account, code, { user_agent, ...source }) {
      const guess = await overAccounts(account, source);
      if (guess.wait > 0) return tooMany(guess.wait);
      const proof = await codes.use(account, 'login', code, source);
      if (proof.refused) return proof;
      const proved = proof.user;
      if (proved === undefined) return { refused: 'wrong_code' };
      await guess.giveBack();
      const isSame: StillHolds = async (client) => (await members.byAccount(account, client)) === proved;
      return (await signIn.begin(proved, user_agent, isSame)) ?? { refused: 'wrong_code' };
    },

    enter: signIn.begin,

    async secondFactor(half_token, code, { address, device, user_agent }) {
      const user = await halves.userOf(half_token);
      if (user === undefined) return { refused: 'half_ended' };
      const known = device ? await devices.idOf(user, device) : undefined;
      const wrong = await factors.use(user, code, known ? { known } : { address });
      if (wrong) return wrong;
      return (await signIn.finish(user, half_token, user_agent)) ?? { refused: 'half_ended' };
    },

    async checkForgetCode(account, code, source) {
      const guess = await overAccounts(account, source);
      if (guess.wait > 0) return tooMany(guess.wait);
      const proof = await codes.use(account, 'forgot', code, source);
      if (proof.refused) return proof;
      const { user } = proof;
      if (user === undefined) return { refused: 'wrong_code' };
      await guess.giveBack();
      const token = newToken();
      const reset = { token_hash: tokenHash(token), user_id: user, expires_at: clock.now() + RESET_MS };
      return inTransaction(pool, async (client) => {
        await lockPerson(client, user);
        // The address may have been replaced since its code was used.
        if ((await members.byAccount(account, client)) !== user) return { refused: 'wrong_code' } as const;
        await queriesOn(client).insertInto('accounts.reset_tokens').values(reset).execute();
        return { token };
      });
    },

    async resetPassword(token, password) {
      const hashed = await hashPassword(password);
      const tokens = queriesOn(pool).selectFrom('accounts.reset_tokens').select('user_id');
      const user_id = (await tokens.where('token_hash', '=', tokenHash(token)).executeTakeFirst())?.user_id;
      if (user_id === undefined) return undefined;
      const kept = await replacePassword(user_id, hashed, { reset: token });
      return kept && { user_id, ...kept };
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
