import type { Pool, PoolClient } from 'pg';
import type { UserId } from '#events/ids.ts';
import {
  type AccountKind,
  type AccountName,
  type KeyedHash,
  maskedAccount,
} from '#services/modules/messages/account-name.ts';
import type { Message, MessageLanguage } from '#services/modules/messages/messages.ts';
import type { Outbox } from '#services/modules/messages/outbox.ts';
import type { Clock } from '#services/runtime/clock.ts';
import { queriesOn } from '#services/runtime/queries.ts';
import { inTransaction } from '#services/runtime/transaction.ts';
import { nothingReserved } from '../attempts.ts';
import { endSignIns, lockActing } from '../end-access.ts';
import { AccountTaken, type Members } from '../members.ts';
import type { OwnAddresses } from '../own-addresses.ts';
import { newToken, tokenHash } from '../session.ts';
import type { Sessions } from '../sessions.ts';
import type { Vault } from '../vault.ts';
import { type CodeScene, RESEND_SECONDS, type VerifyCodes } from '../verify-codes.ts';
import { type TooMany, tooMany } from './account-codes.ts';
import type { SmsLimits } from './sms-limits.ts';

const PROOF_MS = 600_000;
/** An address is new for so long; the sentence of `new_contact` says it. */
const NEW_MS = 86_400_000;

interface Sent {
  refused?: never;
  /** Seconds until the next code can be requested. */
  resend_after: number;
}
/** There is one of this kind: the person must prove an own address first. */
interface ConfirmOld {
  refused: 'confirm_old';
}
interface Refused<Reason extends string> {
  refused: Reason;
}

/** How a signed-in person adds and replaces the email address and the phone number of the account. */
export interface Binding {
  /** The answer is the same for an address of another account; the message differs. */
  sendBindCode(
    user: UserId,
    account: AccountName,
    language: MessageLanguage,
  ): Promise<Sent | ConfirmOld | TooMany>;
  /** Adds a first address of its kind. */
  bind(
    user: UserId,
    sid: string,
    account: AccountName,
    code: string,
  ): Promise<{ refused?: never } | Refused<'wrong_code' | 'account_taken'> | ConfirmOld | TooMany>;
  /** To an own address. */
  sendOldCode(
    user: UserId,
    kind: AccountKind,
    language: MessageLanguage,
  ): Promise<Sent | Refused<'nothing_bound' | 'new_contact'> | TooMany>;
  /** @returns a proof that replaces one address within ten minutes, while the proved one is the person's */
  confirmOld(
    user: UserId,
    kind: AccountKind,
    code: string,
  ): Promise<{ refused?: never; proof: string } | Refused<'wrong_code' | 'nothing_bound'> | TooMany>;
  /** A code to an own address that confirms an action. */
  sendConfirmCode: Binding['sendOldCode'];
  /** Undefined when the code was right, and is used up. */
  useConfirmCode(user: UserId, code: string): Promise<undefined | Refused<'wrong_code'> | TooMany>;
  sendNewCode(
    user: UserId,
    account: AccountName,
    proof: string,
    language: MessageLanguage,
  ): Promise<Sent | Refused<'same_account'> | ConfirmOld | TooMany>;
  /** Replaces the address of this kind, or adds one. Ends the other sessions, and every reset token. */
  change(
    user: UserId,
    session: string,
    account: AccountName,
    code: string,
    proof: string,
  ): Promise<{ refused?: never } | Refused<'wrong_code' | 'account_taken'> | ConfirmOld | TooMany>;
}

interface BindingOptions {
  pool: Pool;
  clock: Clock;
  ids: KeyedHash;
  vault: Pick<Vault, 'forget'>;
  members: Members;
  codes: VerifyCodes;
  outbox: Outbox;
  sms: SmsLimits;
  sessions: Pick<Sessions, 'readAgain'>;
  addressesOf: OwnAddresses;
}

export function openBinding(options: BindingOptions): Binding {
  const { pool, clock, ids, vault, members, codes, outbox, sms, sessions, addressesOf } = options;

  const personOf = (user: UserId): Buffer => ids('own-codes', user);
  /** Nobody else requests or guesses these codes. */
  const subjectOf = (user: UserId, { kind, text }: AccountName): Buffer =>
    ids(`own-code\0${user}`, `${kind} ${text}`);
  /** Of a code that confirms an action: of the person, whichever address it went to. */
  const confirmSubject = (user: UserId): Buffer => ids(`own-code\0${user}`, 'confirm');

  const ownAccount = async (user: UserId, kind: AccountKind): Promise<AccountName | undefined> => {
    const { [kind]: text } = await addressesOf(user);
    return text === '' ? undefined : { kind, text };
  };

  interface Code {
    user: UserId;
    account: AccountName;
    scene: CodeScene;
    language: MessageLanguage;
    /** Whose code it is; default: of person and address. */
    subject?: Buffer;
    /** Instead of the code. */
    instead?: Message | undefined;
  }
  async function send(code: Code): Promise<Sent | TooMany> {
    const { user, account, scene, language, subject = subjectOf(user, account), instead } = code;
    const money = account.kind === 'phone' ? await sms.code({ user }) : nothingReserved;
    if (money.wait > 0) return tooMany(money.wait);
    const counted = [personOf(user)];
    // Young accounts together: they annoy nobody, and stop no older one.
    if (scene !== 'change_old' && scene !== 'confirm' && (await sms.isNew(user))) {
      counted.push(ids('bound-by-newcomers', `${account.kind} ${account.text}`));
    }
    const drawn = await codes.draw(subject, scene, instead === undefined, counted);
    if ('retry_after' in drawn) {
      await money.giveBack();
      return tooMany(drawn.retry_after);
    }
    const { code: digits, expires_at } = drawn;
    const message = instead ?? { template: 'verify_code' as const, values: { code: digits }, expires_at };
    await outbox.send({ to_account: account, language, ...message });
    return { resend_after: RESEND_SECONDS };
  }

  /** The account's owner, who is another person, gets a notice instead of the code. */
  async function sendToNew(user: UserId, typed: AccountName, scene: CodeScene, language: MessageLanguage) {
    const account = await members.stored(typed);
    const isTaken = (await members.byAccount(account)) !== undefined;
    const taken: Message = { template: 'contact_taken', values: {} };
    return send({ user, account, scene, language, instead: isTaken ? taken : undefined });
  }

  /** Undefined when the code was right, and is used up. */
  async function codeRefusal(user: UserId, subject: Buffer, scene: CodeScene, code: string) {
    const used = await codes.use(subject, scene, code, personOf(user));
    if (used === true) return undefined;
    return used === false ? ({ refused: 'wrong_code' } as const) : tooMany(used.retry_after);
  }

  const loginsOf = (user: UserId, client: Pool | PoolClient) =>
    queriesOn(client).selectFrom('accounts.logins').where('user_id', '=', user).selectAll().execute();

  /** An own address that proves its person. Who has somebody's session cannot add one for that: it waits while there is an older one. */
  async function provingAccount(
    user: UserId,
    kind: AccountKind,
  ): Promise<AccountName | Refused<'nothing_bound' | 'new_contact'>> {
    const account = await ownAccount(user, kind);
    if (account === undefined) return { refused: 'nothing_bound' };
    const logins = await loginsOf(user, pool);
    const [oldest] = logins.toSorted((a, b) => a.added_at - b.added_at);
    const proves =
      oldest?.kind === kind ||
      logins.some((login) => login.kind === kind && login.added_at <= clock.now() - NEW_MS);
    return proves ? account : { refused: 'new_contact' };
  }

  const proofsOf = (user: UserId, client: Pool | PoolClient) =>
    queriesOn(client)
      .selectFrom('accounts.contact_proofs')
      .innerJoin('accounts.logins', (on) =>
        on
          .onRef('accounts.logins.account_index', '=', 'accounts.contact_proofs.account_index')
          .onRef('accounts.logins.user_id', '=', 'accounts.contact_proofs.user_id'),
      )
      .where('accounts.contact_proofs.user_id', '=', user)
      .where('accounts.contact_proofs.expires_at', '>', clock.now());

  async function isProved(user: UserId, proof: string, client: Pool | PoolClient = pool): Promise<boolean> {
    const proofs = proofsOf(user, client).where('token_hash', '=', tokenHash(proof)).select('token_hash');
    return (await proofs.executeTakeFirst()) !== undefined;
  }

  /** The new login of its kind. @param proof of an own address; required where there is a login of this kind */
  async function write(user: UserId, sid: string, account: AccountName, proof?: string) {
    if ((await members.byAccount(account)) !== undefined) return { refused: 'account_taken' } as const;
    const { email, phone } = await addressesOf(user);
    const isWritten = await inTransaction(pool, async (client) => {
      await lockActing(client, user, sid);
      const old = (await loginsOf(user, client)).find(({ kind }) => kind === account.kind);
      if (proof === undefined ? old !== undefined : !(await isProved(user, proof, client))) return false;
      const own = queriesOn(client);
      // Of a change: they could have begun with a code to the former address.
      if (proof !== undefined) await endSignIns(client, user, sid);
      await own.deleteFrom('accounts.reset_tokens').where('user_id', '=', user).execute();
      if (old) {
        await own
          .deleteFrom('accounts.logins')
          .where('user_id', '=', user)
          .where('vault_ref', '=', old.vault_ref)
          .execute();
        await vault.forget([old.vault_ref], client);
      }
      await members.addAccount(user, account, client);
      return true;
    }).catch((error: unknown) => {
      if (error instanceof AccountTaken) return 'account_taken' as const;
      throw error;
    });
    if (isWritten === 'account_taken') return { refused: isWritten } as const;
    if (!isWritten) return { refused: 'confirm_old' } as const;
    if (proof !== undefined) sessions.readAgain(user);
    await notify(user, account, { email, phone });
    return {};
  }

  /** The person gets a message, also at the former address. */
  async function notify(user: UserId, account: AccountName, before: Record<AccountKind, string>) {
    const message = { template: 'contact_changed' as const, values: { contact: maskedAccount(account) } };
    await outbox.send({ to_user: user, ...message });
    const isTold = account.kind === 'phone' && before.email !== '';
    const kind = before.email === '' ? 'phone' : 'email';
    const text = before[kind];
    if (isTold || text === '') return;
    const users = queriesOn(pool).selectFrom('accounts.users').select('language').where('id', '=', user);
    const language = (await users.executeTakeFirst())?.language === 'en-US' ? 'en-US' : 'zh-CN';
    await outbox.send({ to_account: { kind, text }, language, ...message });
  }

  return {
    async sendBindCode(user, account, language) {
      if (await ownAccount(user, account.kind)) return { refused: 'confirm_old' };
      return sendToNew(user, account, 'bind', language);
    },

    async bind(user, sid, typed, code) {
      if (await ownAccount(user, typed.kind)) return { refused: 'confirm_old' };
      const account = await members.stored(typed);
      return (await codeRefusal(user, subjectOf(user, account), 'bind', code)) ?? write(user, sid, account);
    },

    async sendOldCode(user, kind, language) {
      const account = await provingAccount(user, kind);
      return 'refused' in account ? account : send({ user, account, scene: 'change_old', language });
    },

    async sendConfirmCode(user, kind, language) {
      const account = await provingAccount(user, kind);
      if ('refused' in account) return account;
      return send({ user, account, scene: 'confirm', language, subject: confirmSubject(user) });
    },

    useConfirmCode: (user, code) => codeRefusal(user, confirmSubject(user), 'confirm', code),

    async confirmOld(user, kind, code) {
      const account = await ownAccount(user, kind);
      if (account === undefined) return { refused: 'nothing_bound' };
      const wrong = await codeRefusal(user, subjectOf(user, account), 'change_old', code);
      if (wrong) return wrong;
      const proof = newToken();
      const row = { token_hash: tokenHash(proof), expires_at: clock.now() + PROOF_MS };
      const { rowCount } = await pool.query(
        `INSERT INTO accounts.contact_proofs (token_hash, user_id, account_index, expires_at)
         SELECT $1, user_id, account_index, $2 FROM accounts.logins WHERE user_id = $3 AND kind = $4`,
        [row.token_hash, row.expires_at, user, kind],
      );
      if (rowCount === 0) return { refused: 'nothing_bound' };
      return { proof };
    },

    async sendNewCode(user, account, proof, language) {
      if (!(await isProved(user, proof))) return { refused: 'confirm_old' };
      if ((await members.byAccount(account)) === user) return { refused: 'same_account' };
      return sendToNew(user, account, 'change_new', language);
    },

    async change(user, session, typed, code, proof) {
      if (!(await isProved(user, proof))) return { refused: 'confirm_old' };
      const account = await members.stored(typed);
      const wrong = await codeRefusal(user, subjectOf(user, account), 'change_new', code);
      if (wrong) return wrong;
      return write(user, session, account, proof);
    },
  };
}
