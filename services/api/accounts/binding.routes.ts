import {
  bindAccount,
  changeAccountNo,
  checkChangeOldCode,
  sendBindCode,
  sendChangeNewCode,
  sendChangeOldCode,
} from '#services/contract/accounts/binding.ts';
import type { Binding } from '#services/modules/accounts/codes/binding.ts';
import type { AccountName } from '#services/modules/messages/account-name.ts';
import { sentToken } from '../http/access.ts';
import { type Area, routesOf } from '../http/area.ts';
import { requireAccount } from '../http/input.ts';
import { type ApiRefusal, invalid } from '../http/refusals.ts';

type Done = Exclude<Awaited<ReturnType<Binding[keyof Binding]>>, { refused?: never } | undefined>;

export function contactRefusal(done: Done): ApiRefusal {
  switch (done.refused) {
    case 'too_many':
      return { code: 'too_many_requests', retry_after: done.retry_after };
    case 'confirm_old':
      return { code: 'confirm_old_contact' };
    case 'nothing_bound':
      return { code: 'bind_required' };
    case 'new_contact':
      return invalid('account_type', { key: 'new_contact' });
    case 'wrong_code':
      return invalid('code', { key: 'wrong_code' });
    case 'account_taken':
      return invalid('account', { key: 'already_taken' });
    case 'same_account':
      return invalid('account', { key: 'same_account' });
    default:
      return done satisfies never;
  }
}

/** Adding and replacing one's own email address and phone number. */
export const bindingRoutes: Area = (deps) => async (app) => {
  const on = routesOf(app, 'accounts');
  const { binding } = deps.accounts;

  /** Nobody waits for a code that never arrives. */
  function unreached(account: AccountName): ApiRefusal | undefined {
    const key = deps.outbox.unreached(account);
    return key && invalid('account', { key });
  }

  on(sendBindCode, async ({ body, caller, language }) => {
    const account = requireAccount(body.account, body.account_type);
    const no = unreached(account);
    if (no) return no;
    const sent = await binding.sendBindCode(caller.user_id, account, language);
    return sent.refused ? contactRefusal(sent) : sent;
  });

  on(bindAccount, async ({ body, caller, request }) => {
    const done = await binding.bind(caller.user_id, caller.sid, requireAccount(body.account), body.code);
    return done.refused ? contactRefusal(done) : { auth_token: sentToken(request) };
  });

  on(sendChangeOldCode, async ({ body: { account_type }, caller, language }) => {
    const key = deps.outbox.unreached({ kind: account_type });
    if (key) return invalid('account_type', { key });
    const sent = await binding.sendOldCode(caller.user_id, account_type, language);
    return sent.refused ? contactRefusal(sent) : sent;
  });

  on(checkChangeOldCode, async ({ body: { account_type, code }, caller }) => {
    const done = await binding.confirmOld(caller.user_id, account_type, code);
    return done.refused ? contactRefusal(done) : { code_old_account: done.proof };
  });

  on(sendChangeNewCode, async ({ body, caller, language }) => {
    const account = requireAccount(body.account, body.account_type);
    const no = unreached(account);
    if (no) return no;
    const sent = await binding.sendNewCode(caller.user_id, account, body.code_old_account, language);
    return sent.refused ? contactRefusal(sent) : sent;
  });

  on(changeAccountNo, async ({ body: { account, code, code_old_account }, caller, request }) => {
    const named = requireAccount(account);
    const done = await binding.change(caller.user_id, caller.sid, named, code, code_old_account);
    return done.refused ? contactRefusal(done) : { auth_token: sentToken(request) };
  });
};
