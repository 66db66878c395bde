import type { UserId } from '#events/ids.ts';
import { type AccountName, accountIndex, type KeyedHash } from '#services/modules/messages/account-name.ts';
import type { MessageLanguage } from '#services/modules/messages/messages.ts';
import type { Outbox } from '#services/modules/messages/outbox.ts';
import { inventedSubject, nothingReserved } from '../attempts.ts';
import type { KnownDevices } from '../known-devices.ts';
import type { Members } from '../members.ts';
import { type CodeScene, RESEND_SECONDS, type VerifyCodes } from '../verify-codes.ts';
import type { SmsLimits } from './sms-limits.ts';

/** Too many tries: seconds until another makes sense. */
export interface TooMany {
  refused: 'too_many';
  retry_after: number;
}

export const tooMany = (retry_after: number): TooMany => ({ refused: 'too_many', retry_after });

/** Where a request without a session comes from. */
export interface Source {
  /** IP address, or the network of an IPv6 address. */
  address: string;
  /** Token of a known device, if the browser has one. */
  device?: string | undefined;
}

/** Scenes whose codes a person requests without a session. */
export type GuestScene = Extract<CodeScene, 'register' | 'login' | 'forgot'>;

interface AccountCodesOptions {
  /** Of subjects, the same on every server. */
  ids: KeyedHash;
  members: Members;
  devices: KnownDevices;
  codes: VerifyCodes;
  outbox: Outbox;
  sms: SmsLimits;
}

/**
 * Codes that prove an account without a session. Each browser that the account knows has codes and counts of its own, so
 * strangers who request or guess codes do not keep the owner out.
 */
export function openAccountCodes({ ids, members, devices, codes, outbox, sms }: AccountCodesOptions) {
  async function find(typed: AccountName, device: string | undefined) {
    const account = await members.stored(typed);
    const user = await members.byAccount(account);
    const known = user && device ? await devices.idOf(user, device) : undefined;
    const all = accountIndex(ids, account);
    const subject = known === undefined ? all : ids('known-codes', `${all.toString('hex')} ${known}`);
    return { account, user, isKnown: known !== undefined, subject };
  }

  return {
    /** The same answer whether or not the account exists; the message differs. */
    async send(
      typed: AccountName,
      scene: GuestScene,
      language: MessageLanguage,
      { address, device }: Source,
    ): Promise<{ refused?: never; resend_after: number } | TooMany> {
      const { account, user, isKnown, subject } = await find(typed, device);
      const exists = user !== undefined;
      // Codes for registration go to new accounts, other codes to existing ones.
      const deliver = exists !== (scene === 'register');
      const money =
        account.kind === 'phone'
          ? await sms.code(user !== undefined && isKnown ? { user } : { address })
          : nothingReserved;
      if (money.wait > 0) return tooMany(money.wait);
      const drawn = await codes.draw(deliver || exists ? subject : inventedSubject(subject), scene, deliver);
      if ('retry_after' in drawn) {
        await money.giveBack();
        return tooMany(drawn.retry_after);
      }
      if (deliver) {
        const { code, expires_at } = drawn;
        const values = { code };
        await outbox.send({ to_account: account, language, template: 'verify_code', values, expires_at });
      } else if (exists) {
        await outbox.send({ to_account: account, language, template: 'account_exists', values: {} });
      }
      return { resend_after: RESEND_SECONDS };
    },

    /** The account's owner when the code was right, and is used up; undefined for a free account. */
    async use(
      typed: AccountName,
      scene: GuestScene,
      code: string,
      { device }: Pick<Source, 'device'>,
    ): Promise<{ refused?: never; user: UserId | undefined } | { refused: 'wrong_code' } | TooMany> {
      const { user, subject } = await find(typed, device);
      const used = await codes.use(subject, scene, code);
      if (used === true) return { user };
      return used === false ? { refused: 'wrong_code' } : tooMany(used.retry_after);
    },
  };
}

export type AccountCodes = ReturnType<typeof openAccountCodes>;
