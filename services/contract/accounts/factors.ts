import { z } from 'zod';
import { endpoint } from '#services/contract/endpoint.ts';
import { id, nothing, seconds, text } from '#services/contract/fields/fields.ts';
import { session } from './accounts.ts';
import { accountType, sendVerifyCodeAnswer, verifyCode } from './passport.ts';

/** Changes need a fresh code or passkey, and send the owner a message. */
export const change = { access: 'fan', limit: 'guess', confirm: 'always' } as const;

export const recoveryCodes = z.object({
  /** Ten, each for one use in place of a code or passkey. They are not shown again. */
  recovery_codes: z.array(z.string()),
});

const factors = z.object({
  totp: z.boolean(),
  /** 0: off. */
  totp_since: seconds,
  recovery_code_num: z.number().int(),
  /** At most 10, the oldest first. Each signs in alone, and is a second factor. */
  passkeys: z.array(
    z.object({
      passkey_id: id,
      name: z.string(),
      /** Its authenticator keeps copies on further devices. */
      synced: z.boolean(),
      create_time: seconds,
      /** 0: never. */
      last_use_time: seconds,
    }),
  ),
});
/** How the caller's account is protected besides the password. */
export const getFactors = endpoint('GET', '/api/account/factors', { access: 'fan', answer: factors });

/** A secret for an authenticator. It counts after its first right code. 40902 while codes are on. */
export const setUpTotp = endpoint('POST', '/api/account/set-up-totp', {
  ...change,
  answer: z.object({
    /** Base32, for typing. */
    secret: z.string(),
    /** `otpauth://totp/…`, for a QR code. */
    address: z.string(),
  }),
});
/** Switches codes on. 40902 without a secret that waits. */
export const confirmTotp = endpoint('POST', '/api/account/confirm-totp', {
  access: 'fan',
  limit: 'guess',
  body: z.object({ code: verifyCode }),
  answer: recoveryCodes,
});
/** Switches codes off. With the last factor the recovery codes end. 40902 while they are off. */
export const removeTotp = endpoint('POST', '/api/account/remove-totp', { ...change, answer: nothing });
/** Ends the authenticator, all passkeys and the recovery codes; other sessions end. 40902 without a factor. */
export const removeFactors = endpoint('POST', '/api/account/remove-factors', { ...change, answer: nothing });
/** New ones in place of the old ones. 40902 without a second factor. */
export const renewRecoveryCodes = endpoint('POST', '/api/account/renew-recovery-codes', {
  ...change,
  answer: recoveryCodes,
});

/** A code to an own address, by which a caller without a second factor confirms. 40102 for none of this kind. */
export const sendConfirmCode = endpoint('POST', '/api/account/send-confirm-code', {
  access: 'fan',
  limit: 'guess',
  body: z.object({ account_type: accountType }),
  answer: sendVerifyCodeAnswer,
});

/** The second step of a sign-in that answered 40106. 40101 for a token that was used or is older than ten minutes. */
export const secondFactor = endpoint('POST', '/api/passport/second-factor', {
  access: 'guest',
  limit: 'guess',
  body: z.object({
    half_token: text(100, 1),
    /** Of the authenticator, or a recovery code. */
    code: text(20, 6),
  }),
  answer: session,
});

export type FactorList = z.infer<typeof factors>;
