import { z } from 'zod';
import { BANK_TYPES, methodOfType, WITHDRAW_TYPE } from '#events/status.ts';
import { endpoint } from '#services/contract/endpoint.ts';
import { line, nothing, text } from '#services/contract/fields/fields.ts';
import { plainTyped } from '#services/contract/fields/typed.ts';

const sentence = text(60);

/** 1 Alipay, 2 PayPal; every code of a bank is 7, the bank card. */
export const withdrawType = z
  .literal([WITHDRAW_TYPE.apy, WITHDRAW_TYPE.pp, ...BANK_TYPES])
  .transform((type) => WITHDRAW_TYPE[methodOfType(type)]);

/** Refused by `type`: PayPal for a visitor in the mainland, where COUNTRY_HEADER says who is. */
export const editWithdrawMethod = endpoint('POST', '/api/creator/edit-withdraw', {
  access: 'creator',
  confirm: 'secured',
  body: z.object({
    type: z.enum(['apy', 'pp']),
    realname: line(40, 1),
    account: text(120, 1),
  }),
  answer: nothing,
});
/** Width, blanks and dashes in numbers do not matter. */
const number = z
  .string()
  .max(60)
  .transform((value) => plainTyped(value).replace(/[\s\p{Pd}]/gu, ''));
const bankForm = z.object({
  number,
  name: line(40),
  mobile_number: number,
  mobile_bank: number.default(''),
  bank_acct_no: number,
  bank_code: text(20),
  bank_branch_code: number.default(''),
});
const day = z.string().regex(/^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/);
/** A card with the holder's identity card (creator specification 3, identity bank form). */
const identityBankForm = z
  .object({
    account_name: line(40),
    identity_no: number,
    mobile: number,
    account_no: number,
    bank_code: text(20),
    bank_name: line(60).default(''),
    /** First and last day on which the identity card is good; the last is empty when it has none. */
    certDate1: day,
    certDate2: day.or(z.literal('')),
    certAddress: line(200, 1),
    /** File ids of its front and back. */
    certImg1: text(64, 1),
    certImg2: text(64, 1),
    issuingName: line(60, 1),
    nation: text(20, 1),
  })
  .refine(({ certDate1, certDate2 }) => certDate2 === '' || certDate2 > certDate1, {
    path: ['certDate2'],
    message: 'ends_before_begin',
  });
const identityDocument = {
  access: 'creator',
  limit: 'upload',
  answer: z.object({ fileId: z.string() }),
} as const;
const FIELDS = 'The fields `identity_no` and `card_side` (FRONT or BACK) come before `file`';
export const uploadIdentityDocument = endpoint('POST', '/api/bang/upload-file', {
  ...identityDocument,
  /** Creator specification 9. */
  largest_file: 1_048_576,
  description: `${FIELDS}, which is at most 1 MB.`,
});
const larger = {
  ...identityDocument,
  largest_file: 2_097_152,
  description: `${FIELDS}, which is at most 2 MB.`,
};
/** The same document for the payout provider, by each name of the specification. */
export const uploadPayeeDocument = endpoint('POST', '/api/suiyinzi/upload', larger);
export const uploadPayeeDocumentSs = endpoint('POST', '/api/suiyinzi/ss/upload-ocr', larger);
export const uploadPayeeDocumentJn = endpoint('POST', '/api/suiyinzi/jn/upload', larger);

/** Seconds until the next code can be requested. */
const codeSent = z.object({ resend_after: z.number().int() });
export const changeBank = endpoint('POST', '/api/creator/change-bank', {
  access: 'creator',
  confirm: 'secured',
  limit: 'guess',
  /** Another card of the same person. */
  body: z.object({ mobile: number, account_no: number, bank_code: text(20) }),
  answer: codeSent,
});
export const submitIdentityBank = endpoint('POST', '/api/creator/submit-identity-bank', {
  access: 'creator',
  confirm: 'secured',
  limit: 'guess',
  body: identityBankForm,
  answer: codeSent,
});
export const bindBank = endpoint('POST', '/api/creator/bind-bank', {
  access: 'creator',
  confirm: 'secured',
  limit: 'guess',
  body: bankForm,
  answer: codeSent,
});
const verified = {
  access: 'creator',
  limit: 'guess',
  body: z.object({ sms_code: z.string().regex(/^\d{6}$/) }),
  /** The resulting state of the card: active 1, under review 2, rejected 4. */
  answer: z.object({ status: z.number().int() }),
} as const;
export const verifyBank = endpoint('POST', '/api/creator/verify-bank', verified);
/** The same for a card that was submitted with the identity card: the specification has a name for each. */
export const verifyIdentityBank = endpoint('POST', '/api/creator/verify-identity-bank', verified);
export const setDefaultWithdrawMethod = endpoint('POST', '/api/creator/set-default-withdraw', {
  access: 'creator',
  body: z.object({ withdraw_type: withdrawType }),
  answer: nothing,
});

/** Account and name are masked. */
const wallet = z.object({ realname: z.string(), account: z.string() });
const bang = z.object({
  /** active 1, under review 2, rejected 4 */
  status: z.number().int(),
  name: z.string(),
  bank_name: z.string(),
  /** Masked, as the phone number. */
  bank_acct_no: z.string(),
  mobile_number: z.string(),
  /** Why it was rejected */
  remark: z.string(),
});
const withdrawInfoAnswer = z.object({
  /** 1 Alipay, 2 PayPal, 7 bank card */
  default: z.number().int(),
  apy: wallet.nullable(),
  pp: wallet.nullable(),
  /** Whether a PayPal account can be entered or changed from where the caller is */
  pp_offered: z.boolean(),
  bang: bang.nullable(),
  /** Whether a card waits for its code, and the masked phone that received it; else empty. */
  bank_code_awaited: z.boolean(),
  bank_code_mobile: z.string(),
  /** 1: a card can be bound with pictures of the identity card, as long as none is active or under review. */
  show_bind_syz: z.union([z.literal(0), z.literal(1)]),
});
export const getWithdrawInfo = endpoint('GET', '/api/creator/withdraw-info', {
  access: 'creator',
  answer: withdrawInfoAnswer,
});
export const resendBankCode = endpoint('POST', '/api/creator/resend-bank-code', {
  access: 'creator',
  limit: 'guess',
  body: z.object({}),
  answer: codeSent,
});

const bankSuggestions = z.object({
  list: z.array(z.object({ code: z.string(), name: z.string() })),
});
export const searchBank = endpoint('GET', '/api/creator/search-bank', {
  access: 'creator',
  query: z.object({ name: sentence.default('') }),
  answer: bankSuggestions,
});

export type WithdrawInfo = z.infer<typeof withdrawInfoAnswer>;
export type Bank = z.infer<typeof bankSuggestions>['list'][number];
