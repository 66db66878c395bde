import { z } from 'zod';
import { endpoint } from '#services/contract/endpoint.ts';
import { text } from '#services/contract/fields/fields.ts';
import { account, session } from './accounts.ts';
import { accountType, sendVerifyCodeAnswer, verifyCode } from './passport.ts';

const own = { access: 'fan', limit: 'guess' } as const;
/** What `check-change-old-code` answered: valid for ten minutes, and for one change. */
const proof = text(100, 1);

/**
 * A code to a first email address or phone number. The answer is the same for one of another account. 401 while the
 * caller has one of this kind: it is replaced by `change-account-no`.
 */
export const sendBindCode = endpoint('POST', '/api/account/send-bind-code', {
  ...own,
  body: z.object({ account, account_type: accountType }),
  answer: sendVerifyCodeAnswer,
});
/** The token of the caller's session, which stays. */
const kept = z.object({ auth_token: z.string() });

/** Adds the address that got the code. */
export const bindAccount = endpoint('POST', '/api/account/bind', {
  ...own,
  body: z.object({ account, code: verifyCode }),
  answer: kept,
});

/** A code to an own address. 40102 for a caller who has none of this kind. */
export const sendChangeOldCode = endpoint('POST', '/api/account/send-change-old-code', {
  ...own,
  body: z.object({ account_type: accountType }),
  answer: sendVerifyCodeAnswer,
});
export const checkChangeOldCode = endpoint('POST', '/api/account/check-change-old-code', {
  ...own,
  body: z.object({ account_type: accountType, code: verifyCode }),
  answer: z.object({ code_old_account: z.string() }),
});
/** 401 without a valid `code_old_account`, as in `change-account-no`. */
export const sendChangeNewCode = endpoint('POST', '/api/account/send-change-new-code', {
  ...own,
  body: z.object({ account, account_type: accountType, code_old_account: proof }),
  answer: sendVerifyCodeAnswer,
});
/** Replaces the caller's address of this kind, or adds one. Other devices are signed out. */
export const changeAccountNo = endpoint('POST', '/api/account/change-account-no', {
  ...own,
  body: z.object({ account, code: verifyCode, code_old_account: proof }),
  answer: kept,
});

/** Signs this browser in as the owner of a token that an address carried (`atn`). The token stays valid. */
export const enterByToken = endpoint('POST', '/api/passport/enter', {
  access: 'guest',
  limit: 'guess',
  body: z.object({ atn: text(2_000, 1) }),
  answer: session,
});
