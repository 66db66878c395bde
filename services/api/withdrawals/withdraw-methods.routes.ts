import type { UserId } from '#events/ids.ts';
import { CARD_STATUS, type MethodKind, methodOfType } from '#events/status.ts';
import {
  bindBank,
  changeBank,
  editWithdrawMethod,
  getWithdrawInfo,
  resendBankCode,
  searchBank,
  setDefaultWithdrawMethod,
  submitIdentityBank,
  verifyBank,
  verifyIdentityBank,
} from '#services/contract/withdrawals/withdraw-methods.ts';
import { accountName } from '#services/modules/messages/account-name.ts';
import { maskedHolder } from '#services/modules/tickets/holder.ts';
import { tidyNumber } from '#services/modules/withdrawals/identity-documents.ts';
import {
  type BankForm,
  type IdentityProof,
  maskedAccount,
  maskedNumber,
} from '#services/modules/withdrawals/payee.ts';
import type { WithdrawMethod } from '#services/modules/withdrawals/withdraw-methods.ts';
import { bankByCode, banksLike } from '#services/runtime/banks.ts';
import { isRefusal } from '#services/runtime/refusal.ts';
import { type Area, routesOf } from '../http/area.ts';
import type { Language } from '../http/language.ts';
import { getsPayPal } from '../http/proxies/abroad.ts';
import type { ApiRefusal, InputError } from '../http/refusals.ts';
import { invalid } from '../http/refusals.ts';
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

/** A creator's payout methods. Details are masked in answers. */
export const withdrawMethodRoutes: Area = (deps) => async (app) => {
  const on = routesOf(app, 'withdrawals');
  const { withdrawMethods, bankCodes } = deps;

  /** Where the card's phone could not be proved. */
  function noSmsTo(form: BankForm): ApiRefusal | undefined {
    const unreached = deps.outbox.unreached(accountName(phoneOf(form), 'phone') ?? { kind: 'phone' });
    if (unreached === undefined) return undefined;
    return invalid('mobile_number', { key: unreached === 'no_sms_country' ? unreached : 'no_sms_bank' });
  }

  type Sent = { resend_after: number } | ApiRefusal;

  async function beginBank(
    user: UserId,
    form: BankForm,
    language: Language,
    proof?: IdentityProof,
  ): Promise<Sent> {
    const unreached = noSmsTo(form);
    if (unreached) return unreached;
    const refusal = await withdrawMethods.draftBank(user, form, proof);
    return refusal ?? sendCode(user, form, language);
  }

  async function sendCode(user: UserId, form: BankForm, language: Language): Promise<Sent> {
    const unreached = noSmsTo(form);
    if (unreached) return unreached;
    const { sent, resend_after } = await bankCodes.send(user, phoneOf(form), language);
    return sent ? { resend_after } : { code: 'too_many_requests', retry_after: resend_after };
  }

  on(getWithdrawInfo, async ({ caller: { user_id, language }, request }) => {
    const [{ withdraw_type, methods }, draft] = await Promise.all([
      withdrawMethods.of(user_id),
      withdrawMethods.draftOf(user_id),
    ]);
    const one = (kind: MethodKind) => methods.find((method) => method.kind === kind);
    return {
      default: withdraw_type,
      apy: walletAnswer(one('apy')),
      pp: walletAnswer(one('pp')),
      pp_offered: getsPayPal(deps.config.countryHeader, request),
      bang: bankAnswer(one('bank'), language),
      bank_code_awaited: draft !== undefined,
      bank_code_mobile: draft ? maskedNumber(phoneOf(draft)) : '',
      show_bind_syz:
        (one('bank')?.status ?? CARD_STATUS.rejected) === CARD_STATUS.rejected ? (1 as const) : (0 as const),
    };
  });

  on(editWithdrawMethod, async ({ body: { type, ...form }, caller, request }) => {
    if (type === 'pp' && !getsPayPal(deps.config.countryHeader, request))
      return invalid('type', { key: 'abroad_only' });
    const refusal = await withdrawMethods.saveWallet(caller.user_id, type, form);
    return refusal ? refusal : {};
  });

  on(setDefaultWithdrawMethod, async ({ body, caller }) => {
    const kind = methodOfType(body.withdraw_type);
    const refusal = await withdrawMethods.setDefault(caller.user_id, kind);
    return refusal ? refusal : {};
  });

  on(bindBank, ({ body, caller: { user_id, language } }) => beginBank(user_id, body, language));

  on(submitIdentityBank, async ({ body, caller: { user_id, language } }) => {
    const { account_name, identity_no, mobile, account_no, bank_code, bank_name: _, ...proof } = body;
    const person = { name: account_name, number: tidyNumber(identity_no), mobile_number: mobile };
    const card = { bank_acct_no: account_no, bank_code, bank_branch_code: '', mobile_bank: '' };
    const begun = await beginBank(user_id, { ...person, ...card }, language, proof);
    if (!('code' in begun)) return begun;
    if (begun.code !== 'bad_input' || !begun.errors) return begun;
    return { code: 'bad_input', errors: begun.errors.map(asEntered) };
  });

  on(changeBank, async ({ body: { mobile, account_no, bank_code }, caller: { user_id, language } }) => {
    const { methods } = await withdrawMethods.of(user_id);
    const before = methods.find(({ kind }) => kind === 'bank')?.payee;
    if (before?.kind !== 'bank') return { code: 'state_does_not_allow' };
    const card = { bank_acct_no: account_no, bank_code, bank_branch_code: '' };
    const phone = { mobile_number: mobile, mobile_bank: '' };
    const { number, name } = before;
    return beginBank(user_id, { number, name, ...phone, ...card }, language);
  });

  on(resendBankCode, async ({ caller: { user_id, language } }) => {
    const draft = await withdrawMethods.draftOf(user_id);
    if (!draft) return { code: 'state_does_not_allow' };
    const again = await sendCode(user_id, draft, language);
    return 'code' in again ? again : again;
  });

  for (const call of [verifyBank, verifyIdentityBank])
    on(call, async ({ body, caller: { user_id } }) => {
      const draft = await withdrawMethods.draftOf(user_id);
      if (!draft) return { code: 'state_does_not_allow' };
      const used = await bankCodes.use(user_id, phoneOf(draft), body.sms_code);
      if (typeof used === 'object') return { code: 'too_many_requests', ...used };
      if (!used) {
        const errors = [{ field: 'sms_code', message: { key: 'wrong_code' } }] as const;
        return { code: 'bad_input', errors };
      }
      // The sandbox approves automatically.
      const taken = await withdrawMethods.takeDraft(user_id, draft.vault_ref, deps.config.sandbox);
      return isRefusal(taken) ? taken : taken;
    });

  on(searchBank, async ({ query }) => ({ list: banksLike(query.name) }));
};
