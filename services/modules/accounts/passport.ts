import type { Pool } from 'pg';
import type { UserId } from '#events/ids.ts';
import { type AccountName, accountIndex, type BlindIndex } from '#services/modules/messages/account-name.ts';
import type { MessageLanguage } from '#services/modules/messages/messages.ts';
import type { Outbox } from '#services/modules/messages/outbox.ts';
import type { Clock } from '#services/runtime/clock.ts';
import { queriesOn } from '#services/runtime/queries.ts';
import { inTransaction } from '#services/runtime/transaction.ts';
import { ALL_LOGIN_ATTEMPTS, type Attempts, inventedSubject, LOGIN_ATTEMPTS } from './attempts.ts';
import type { KnownDevices } from './known-devices.ts';
import type { Members } from './members.ts';
import { hashPassword, type Passwords } from './passwords.ts';
import { lockPerson } from './person-lock.ts';
import { newToken, type OpenedSession, tokenHash } from './session.ts';
import type { Sessions } from './sessions.ts';
import { type CodeScene, RESEND_SECONDS, type VerifyCodes } from './verify-codes.ts';

/** Too many tries: seconds until another makes sense. */
export interface TooMany {
  refused: 'too_many';
  retry_after: number;
}

/** Where a password comes from. */
interface Source {
  /** IP address, or the network of an IPv6 address. */
  address: string;
  /** Token of a known device, if the browser has one. */
  device?: string | undefined;
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

/** Codes, registration, sign-in and passwords. */
export interface Passport {
  /** The same answer whether or not the account exists; the message differs. */
  sendCode(
    account: AccountName,
    scene: CodeScene,
    language: MessageLanguage,
  ): Promise<{ refused?: never; resend_after: number } | TooMany>;
  register(registration: {
    account: AccountName;
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
    source: Source,
  ): Promise<SignedIn | { refused: 'wrong_login' } | TooMany>;
  /** @returns a token that may set one new password within ten minutes */
  checkForgetCode(
    account: AccountName,
    code: string,
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
  index: BlindIndex;
  devices: KnownDevices;
  members: Members;
  passwords: Passwords;
  sessions: Sessions;
  codes: VerifyCodes;
  attempts: Attempts;
  outbox: Outbox;
  /** A changed password ends tokens of programs, and authorizations. */
  tokens: { revokeAll(user: UserId): Promise<unknown> };
  grants: { endAll(user: UserId): Promise<unknown> };
}

export function openPassport(options: PassportOptions): Passport {
  const { pool, clock, index, devices, members, passwords, sessions, codes, attempts } = options;
  const { outbox, tokens, grants } = options;

  const counterOf = (purpose: string, subject: Buffer): Buffer => index(purpose, subject.toString('hex'));

  async function tooMany(counter: Buffer): Promise<TooMany | undefined> {
    const { wait } = await attempts.reserve(counter, LOGIN_ATTEMPTS);
    return wait > 0 ? { refused: 'too_many', retry_after: wait } : undefined;
  }

  async function passwordRefusal(
    user: UserId,
    password: string,
  ): Promise<WrongPassword | TooMany | undefined> {
    const counter = counterOf('change-password', Buffer.from(user));
    const limited = await tooMany(counter);
    if (limited) return limited;
    if (!(await passwords.check(user, password))) return { refused: 'wrong_password' };
    await attempts.forget(counter);
    return undefined;
  }

  /** Undefined when the code was right, and is used up. */
  async function codeRefusal(typed: AccountName, scene: CodeScene, code: string) {
    const account = await members.stored(typed);
    const used = await codes.use(accountIndex(index, account), scene, code);
    if (used === true) return undefined;
    if (used === false) return { refused: 'wrong_code' } as const;
    return { refused: 'too_many', ...used } as const;
  }

  async function signIn(user_id: UserId, userAgent: string): Promise<SignedIn> {
    return { session: await sessions.open(user_id, userAgent) };
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
      return true;
    });
    if (!isReplaced) return false;
    // Sessions first, so that none of them makes a new token.
    await sessions.revokeAll(user, session);
    await Promise.all([tokens.revokeAll(user), grants.endAll(user)]);
    await outbox.send({ to_user: user, template: 'password_changed', values: {} });
    return true;
  }

  return {
    async sendCode(typed, scene, language) {
      const account = await members.stored(typed);
      const exists = (await members.byAccount(account)) !== undefined;
      // Codes for registration go to new accounts, other codes to existing ones.
      const deliver = exists !== (scene === 'register' || scene === 'bind');
      const subject = accountIndex(index, account);
      const drawn = await codes.draw(deliver || exists ? subject : inventedSubject(subject), scene, deliver);
      if ('retry_after' in drawn) return { refused: 'too_many', retry_after: drawn.retry_after };
      if (deliver) {
        await outbox.send({
          to_account: account,
          language,
          template: 'verify_code',
          values: { code: drawn.code },
          expires_at: drawn.expires_at,
        });
      } else if (exists) {
        await outbox.send({ to_account: account, language, template: 'account_exists', values: {} });
      }
      return { resend_after: RESEND_SECONDS };
    },

    async register({ account, code, password, name, language, user_agent }) {
      const wrong = await codeRefusal(account, 'register', code);
      if (wrong) return wrong;
      const password_hash = await hashPassword(password);
      const user = await members.add({ name, account, password_hash, language });
      return user === undefined ? { refused: 'account_taken' } : signIn(user, user_agent);
    },

    async login(typed, password, { address, device, user_agent, countByAddress }) {
      const account = await members.stored(typed);
      const user = await members.byAccount(account);
      const known = user && device ? await devices.idOf(user, device) : undefined;
      // Else strangers at the same address could keep the owner out.
      if (known === undefined) await countByAddress?.();
      const login = accountIndex(index, account).toString('hex');
      const subjectOf = (place: string): Buffer => {
        const subject = index('login', `${login} ${place}`);
        return user === undefined ? inventedSubject(subject) : subject;
      };
      const counter = subjectOf(known ? `device ${known}` : `address ${address}`);
      const one = await attempts.reserve(counter, LOGIN_ATTEMPTS);
      if (one.wait > 0) return { refused: 'too_many', retry_after: one.wait };
      // Two counts, so that strangers who fill theirs leave the one of known devices.
      const together = subjectOf(known ? 'all devices' : 'all addresses');
      const all = await attempts.reserve(together, ALL_LOGIN_ATTEMPTS);
      if (all.wait > 0) {
        await one.giveBack();
        return { refused: 'too_many', retry_after: all.wait };
      }
      const right = await passwords.check(user, password);
      if (!right || user === undefined) return { refused: 'wrong_login' };
      await Promise.all([attempts.forget(counter), all.giveBack()]);
      return signIn(user, user_agent);
    },

    async checkForgetCode(account, code) {
      const wrong = await codeRefusal(account, 'forgot', code);
      if (wrong) return wrong;
      const user = await members.byAccount(account);
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
