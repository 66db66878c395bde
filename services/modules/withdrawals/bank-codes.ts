import type { UserId } from '#events/ids.ts';
import type { SmsLimits } from '#services/modules/accounts/codes/sms-limits.ts';
import { resendSeconds, type TooEarly, type VerifyCodes } from '#services/modules/accounts/verify-codes.ts';
import { accountIndex, accountName, type KeyedHash } from '#services/modules/messages/account-name.ts';
import type { MessageLanguage } from '#services/modules/messages/messages.ts';
import type { Outbox } from '#services/modules/messages/outbox.ts';

interface BankCodesOptions {
  codes: VerifyCodes;
  ids: KeyedHash;
  outbox: Outbox;
  sms: Pick<SmsLimits, 'code'>;
}

/** Codes by SMS that prove a bank card's phone; bound to person and phone, so that neither can be changed in between. */
export function openBankCodes({ codes, ids, outbox, sms }: BankCodesOptions) {
  const subject = (user: UserId, phone: string): Buffer => ids(`bank-phone\0${user}`, phone);
  const person = (user: UserId): Buffer => ids('bank-codes', user);
  return {
    /** @returns seconds until the next code can be requested; `sent` false: requested too early */
    async send(
      user: UserId,
      phone: string,
      language: MessageLanguage,
    ): Promise<{ sent: boolean; resend_after: number }> {
      const to_account = accountName(phone, 'phone');
      if (!to_account) throw new Error('a bank card has an invalid phone number');
      const money = await sms.code({ user });
      if (money.wait > 0) return { sent: false, resend_after: money.wait };
      const drawn = await codes.draw(subject(user, phone), 'bank', true, [
        person(user),
        accountIndex(ids, to_account),
      ]);
      if ('retry_after' in drawn) {
        await money.giveBack();
        return { sent: false, resend_after: drawn.retry_after };
      }
      const { code, expires_at } = drawn;
      await outbox.send({ to_account, language, template: 'verify_code', values: { code }, expires_at });
      return { sent: true, resend_after: resendSeconds('bank') };
    },
    /** False if it is wrong, expired, used, or had too many attempts. */
    use: (user: UserId, phone: string, code: string): Promise<boolean | TooEarly> =>
      codes.use(subject(user, phone), 'bank', code, person(user)),
  };
}
