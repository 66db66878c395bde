import { z } from 'zod';
import { endpoint } from '#services/contract/endpoint.ts';
import { line, nothing, termsVersion, text } from '#services/contract/fields/fields.ts';
import { account, password, session } from './accounts.ts';

export const accountType = z.enum(['email', 'phone']);

/** Six digits. */
export const verifyCode = z.string().regex(/^\d{6}$/);

/** Seconds until the next code can be requested (creator specification 9: 180). */
export const sendVerifyCodeAnswer = z.object({ resend_after: z.number().int() });

export const sendVerifyCode = endpoint('POST', '/api/passport/send-verify-code', {
  access: 'guest',
  limit: 'guess',
  body: z.object({
    account,
    account_type: accountType,
    scene: z.enum(['register', 'login', 'forgot']).default('register'),
  }),
  answer: sendVerifyCodeAnswer,
});

const quickLoginCode = {
  access: 'guest',
  limit: 'guess',
  body: z.object({ account, account_type: accountType.default('phone') }),
  answer: sendVerifyCodeAnswer,
} as const;

/** A code that signs in. An account that does not exist gets none; the answer is the same. */
export const sendQuickLoginCode = endpoint('POST', '/api/passport/send-quick-login-code', quickLoginCode);

/** The same under its short name. */
export const sendQlCode = endpoint('POST', '/api/passport/send-ql-code', quickLoginCode);

/** The same for a guest who creates an order, which needs a session. */
export const sendOrderCode = endpoint('POST', '/api/passport/send-order-code', quickLoginCode);

/** By a code instead of the password. */
export const quickLogin = endpoint('POST', '/api/passport/quick-login', {
  access: 'guest',
  limit: 'guess',
  body: z.object({
    account,
    account_type: accountType.optional(),
    code: verifyCode,
    /** Of a person of the messenger (`oauth/wx-code`, `oauth/mp-code`), who is linked to the account */
    mp_token: text(100, 1).optional(),
  }),
  answer: session.extend({
    /** Whether `mp_token` linked them: false for one that is too old, and for a person who is linked to another account */
    is_linked: z.boolean(),
  }),
});

export const register = endpoint('POST', '/api/passport/register', {
  access: 'guest',
  limit: 'guess',
  body: z.object({
    account,
    code: verifyCode,
    password,
    name: line(40, 1),
    /** The version of the texts that the person agrees to, as `init/config` has it; another one is refused (40902) */
    terms_version: termsVersion.optional(),
  }),
  answer: session,
});

export const sendForgetCode = endpoint('POST', '/api/passport/send-forget-code', {
  access: 'guest',
  limit: 'guess',
  body: z.object({ account, account_type: accountType }),
  answer: sendVerifyCodeAnswer,
});

export const checkForgetCode = endpoint('POST', '/api/passport/check-forget-code', {
  access: 'guest',
  limit: 'guess',
  /** The code of the message against a token that may set one new password. */
  body: z.object({ account, code: verifyCode }),
  answer: z.object({ token: z.string() }),
});

export const resetPassword = endpoint('POST', '/api/passport/reset-password', {
  access: 'guest',
  limit: 'guess',
  body: z.object({ token: text(100, 1), password }),
  /** Factors stay; a person who does not know one removes it under `/setting/security`. */
  answer: z.object({ passkey_num: z.number().int(), totp: z.boolean() }),
});

export const changePassword = endpoint('POST', '/api/account/change-password', {
  access: 'fan',
  limit: 'guess',
  body: z.object({ old_password: password, new_password: password }),
  answer: nothing,
});
