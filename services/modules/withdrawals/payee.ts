import type { Millis } from '#events/time.ts';
import { accountName } from '#services/modules/messages/account-name.ts';
import { holderErrors } from '#services/modules/tickets/holder.ts';
import { bankByCode } from '#services/runtime/banks.ts';
import type { FieldError } from '#services/runtime/refusal.ts';

/** An account at Alipay or PayPal. */
export interface WalletForm {
  realname: string;
  account: string;
}

/** A bank card and its owner; name, identity number, card and phone belong to one person. */
export interface BankForm {
  /** Of the resident identity card. */
  number: string;
  name: string;
  mobile_number: string;
  /** The phone that the bank knows, when it is another one; empty otherwise. */
  mobile_bank: string;
  bank_acct_no: string;
  bank_code: string;
  /** Twelve digits; empty when it is not known. */
  bank_branch_code: string;
}

/** The data of the identity card, and its pictures by file ids (creator specification 3, identity bank form). */
export interface IdentityProof {
  /** First and last day on which it is good, `YYYY-MM-DD`; the last is empty when it has none. */
  certDate1: string;
  certDate2: string;
  certAddress: string;
  certImg1: string;
  certImg2: string;
  issuingName: string;
  nation: string;
}

export type WalletKind = 'apy' | 'pp';

const CARD = /^\d{12,19}$/;
const MOBILE = /^1[3-9]\d{9}$/;
const BRANCH = /^\d{12}$/;

const malformed = (field: string): FieldError => ({ field, message: { key: 'malformed' } });

/** The errors of an account: Alipay needs an email address or a phone number, PayPal an email address. */
export function walletErrors(kind: WalletKind, { realname, account }: WalletForm): FieldError[] {
  const errors: FieldError[] = [];
  if (realname.trim() === '') errors.push({ field: 'realname', message: { key: 'required' } });
  if (accountName(account, kind === 'pp' ? 'email' : undefined) === undefined)
    errors.push(malformed('account'));
  return errors;
}

/** An account in the form that the provider knows: one width, lower case, a mainland number without its country. */
export function payeeAccount(account: string): string {
  const named = accountName(account);
  return (named?.text ?? account.trim()).replace(/^\+86/, '');
}

export function bankErrors(form: BankForm, now: Millis): FieldError[] {
  const person = holderErrors({ name: form.name, id_card: form.number }, now).map((error) =>
    error.field === 'id_card' ? { ...error, field: 'number' } : error,
  );
  const errors: FieldError[] = [...person];
  if (!MOBILE.test(form.mobile_number)) errors.push(malformed('mobile_number'));
  if (form.mobile_bank !== '' && !MOBILE.test(form.mobile_bank)) errors.push(malformed('mobile_bank'));
  if (!CARD.test(form.bank_acct_no)) errors.push(malformed('bank_acct_no'));
  if (!bankByCode(form.bank_code)) errors.push({ field: 'bank_code', message: { key: 'unknown' } });
  if (form.bank_branch_code !== '' && !BRANCH.test(form.bank_branch_code))
    errors.push(malformed('bank_branch_code'));
  return errors;
}

const SHOWN_LAST = 4;

/** The last digits of a card or phone number. */
export const maskedNumber = (number: string): string =>
  number.slice(-SHOWN_LAST).padStart(number.length, '*');

/** The first character, and the part after the @. */
export function maskedAccount(account: string): string {
  const at = account.indexOf('@');
  return at < 0 ? maskedNumber(account) : `${account.slice(0, 1)}***${account.slice(at)}`;
}

/** Where money goes, as its owner sees it: account or card, masked. */
export const maskedPayee = (payee: WalletForm | BankForm): string =>
  'account' in payee ? maskedAccount(payee.account) : maskedNumber(payee.bank_acct_no);
