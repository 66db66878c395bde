import type { UserId } from '#events/ids.ts';
import { maskedHolder } from '#services/accounts/tickets/holder.ts';
import { tidyNumber } from '#services/accounts/withdrawals/identity-documents.ts';
import {
  type BankForm,
  type IdentityProof,
  maskedAccount,
  maskedNumber,
} from '#services/accounts/withdrawals/payee.ts';
import {
  kindOfType,
  type MethodKind,
  type WithdrawMethod,
} from '#services/accounts/withdrawals/withdraw-methods.ts';
import { bankByCode, banksLike } from '#services/runtime/banks.ts';
import { isRefusal } from '#services/runtime/refusal.ts';
import { ok, refused } from '../http/answer.ts';
import { type Area, routesOf } from '../http/area.ts';
import { callerOf } from '../http/caller.ts';
import type { Language } from '../http/language.ts';
import type { ApiRefusal, InputError } from '../http/refusals.ts';
import {
  bindBank,
  changeBank,
  editWithdrawMethod,
  resendBankCode,
  searchBank,
  setDefaultWithdrawMethod,
  submitIdentityBank,
  verifyBank,
  getWithdrawInfo,
} from './contract/withdraw-methods.ts';
import { reasonText } from './withdrawal-words.ts';

const masked = (name: string): string => maskedHolder({ name, id_card: '' }).name;

function walletAnswer(method: WithdrawMethod | undefined) {
  if (!method || method.payee.kind === 'bank') return null;
  const { realname, account } = method.payee;
  return { realname: masked(realname), account: maskedAccount(account) };
}

function bankAnswer(method: WithdrawMethod | undefined, language: Language) {
  if (method?.payee.kind !== 'bank') return null;
  const { name, bank_code, bank_acct_no, mobile_number } = method.payee;
  return {
    status: method.status,
    name: masked(name),
    bank_name: bankByCode(bank_code)?.name ?? bank_code,
    bank_acct_no: maskedNumber(bank_acct_no),
    mobile_number: maskedNumber(mobile_number),
    remark: reasonText(method.remark, language),
  };
}

/** Fields of a card as the identity bank form names them. */
const AS_ENTERED: Readonly<Record<string, string>> = {
  name: 'account_name',
  number: 'identity_no',
  mobile_number: 'mobile',
  bank_acct_no: 'account_no',
};
const asEntered = (error: InputError): InputError => ({
  ...error,
  field: AS_ENTERED[error.field] ?? error.field,
});

/** The phone that the bank knows gets the code. */
const phoneOf = ({ mobile_bank, mobile_number }: BankForm): string => mobile_bank || mobile_number;

/** The card's phone could not be proved. */
const noSms: ApiRefusal = {
  code: 'bad_input',
  errors: [{ field: 'mobile_number', message: { key: 'no_sms_bank' } }],
};

/** A creator's payout methods. Details are masked in answers. */
export const withdrawMethodRoutes: Area = (deps) => async (app) => {
  const on = routesOf(app, 'withdrawals');
  const { withdrawMethods, bankCodes } = deps;

  type Sent = { resend_after: number } | ApiRefusal;

  async function beginBank(
    user: UserId,
    form: BankForm,
    language: Language,
    proof?: IdentityProof,
  ): Promise<Sent> {
    if (!deps.outbox.reaches('phone')) return noSms;
    const refusal = await withdrawMethods.draftBank(user, form, proof);
    return refusal ?? sendCode(user, form, language);
  }

  async function sendCode(user: UserId, form: BankForm, language: Language): Promise<Sent> {
    if (!deps.outbox.reaches('phone')) return noSms;
    const { sent, resend_after } = await bankCodes.send(user, phoneOf(form), language);
    return sent ? { resend_after } : { code: 'too_many_requests', retry_after: resend_after };
  }

  on(getWithdrawInfo, async (request) => {
    const { user_id, language } = callerOf(request);
    const [{ withdraw_type, methods }, draft] = await Promise.all([
      withdrawMethods.of(user_id),
      withdrawMethods.draftOf(user_id),
    ]);
    const one = (kind: MethodKind) => methods.find((method) => method.kind === kind);
    return ok({
      default: withdraw_type,
      apy: walletAnswer(one('apy')),
      pp: walletAnswer(one('pp')),
      bang: bankAnswer(one('bank'), language),
      bank_code_awaited: draft !== undefined,
      bank_code_mobile: draft ? maskedNumber(phoneOf(draft)) : '',
      show_bind_syz: [1, 2].includes(one('bank')?.status ?? 0) ? (0 as const) : (1 as const),
    });
  });

  on(editWithdrawMethod, async (request) => {
    const { type, ...form } = request.body;
    const refusal = await withdrawMethods.saveWallet(callerOf(request).user_id, type, form);
    return refusal ? refused(request, refusal) : ok({});
  });

  on(setDefaultWithdrawMethod, async (request) => {
    const kind = kindOfType(request.body.withdraw_type);
    const refusal = await withdrawMethods.setDefault(callerOf(request).user_id, kind);
    return refusal ? refused(request, refusal) : ok({});
  });

  on(bindBank, async (request) => {
    const { user_id, language } = callerOf(request);
    const begun = await beginBank(user_id, request.body, language);
    return 'code' in begun ? refused(request, begun) : ok(begun);
  });

  on(submitIdentityBank, async (request) => {
    const { user_id, language } = callerOf(request);
    const { account_name, identity_no, mobile, account_no, bank_code, bank_name: _, ...proof } = request.body;
    const person = { name: account_name, number: tidyNumber(identity_no), mobile_number: mobile };
    const card = { bank_acct_no: account_no, bank_code, bank_branch_code: '', mobile_bank: '' };
    const begun = await beginBank(user_id, { ...person, ...card }, language, proof);
    if (!('code' in begun)) return ok(begun);
    if (begun.code !== 'bad_input' || !begun.errors) return refused(request, begun);
    return refused(request, { code: 'bad_input', errors: begun.errors.map(asEntered) });
  });

  on(changeBank, async (request) => {
    const { user_id, language } = callerOf(request);
    const { methods } = await withdrawMethods.of(user_id);
    const before = methods.find(({ kind }) => kind === 'bank')?.payee;
    if (before?.kind !== 'bank') return refused(request, { code: 'state_does_not_allow' });
    const { mobile, account_no, bank_code } = request.body;
    const card = { bank_acct_no: account_no, bank_code, bank_branch_code: '' };
    const phone = { mobile_number: mobile, mobile_bank: '' };
    const { number, name } = before;
    const begun = await beginBank(user_id, { number, name, ...phone, ...card }, language);
    return 'code' in begun ? refused(request, begun) : ok(begun);
  });

  on(resendBankCode, async (request) => {
    const { user_id, language } = callerOf(request);
    const draft = await withdrawMethods.draftOf(user_id);
    if (!draft) return refused(request, { code: 'state_does_not_allow' });
    const again = await sendCode(user_id, draft, language);
    return 'code' in again ? refused(request, again) : ok(again);
  });

  on(verifyBank, async (request) => {
    const { user_id } = callerOf(request);
    const draft = await withdrawMethods.draftOf(user_id);
    if (!draft) return refused(request, { code: 'state_does_not_allow' });
    const used = await bankCodes.use(user_id, phoneOf(draft), request.body.sms_code);
    if (typeof used === 'object') return refused(request, { code: 'too_many_requests', ...used });
    if (!used) {
      const errors = [{ field: 'sms_code', message: { key: 'wrong_code' } }] as const;
      return refused(request, { code: 'bad_input', errors });
    }
    // The sandbox reviews automatically, at once.
    const taken = await withdrawMethods.takeDraft(user_id, deps.config.sandbox);
    return isRefusal(taken) ? refused(request, taken) : ok(taken);
  });

  on(searchBank, async (request) => ok({ list: banksLike(request.query.name) }));
};
