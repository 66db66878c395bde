import {
  confirmTotp,
  getFactors,
  removeFactors,
  removeTotp,
  renewRecoveryCodes,
  sendConfirmCode,
  setUpTotp,
} from '#services/contract/accounts/factors.ts';
import type { TooMany } from '#services/modules/accounts/codes/account-codes.ts';
import { type Area, routesOf } from '../http/area.ts';
import { type ApiRefusal, invalid } from '../http/refusals.ts';
import { contactRefusal } from './binding.routes.ts';

function refusalOf(done: { refused: 'state' | 'wrong_code' } | TooMany): ApiRefusal {
  switch (done.refused) {
    case 'state':
      return { code: 'state_does_not_allow' };
    case 'wrong_code':
      return invalid('code', { key: 'wrong_code' });
    case 'too_many':
      return { code: 'too_many_requests', retry_after: done.retry_after };
    default:
      return done satisfies never;
  }
}

/** The caller's second factor. */
export const factorRoutes: Area = (deps) => async (app) => {
  const on = routesOf(app, 'accounts');
  const { factors, binding, passkeys } = deps.accounts;

  on(getFactors, async ({ caller }) => {
    const { user_id } = caller;
    const [{ totp_since, recovery_codes }, list] = await Promise.all([
      factors.list(user_id),
      passkeys.list(user_id),
    ]);
    return {
      totp: totp_since !== undefined,
      totp_since: Math.floor((totp_since ?? 0) / 1000),
      recovery_code_num: recovery_codes,
      passkeys: list.map(({ passkey_id, name, synced, created_at, used_at }) => ({
        passkey_id,
        name,
        synced,
        create_time: Math.floor(created_at / 1000),
        last_use_time: Math.floor(used_at / 1000),
      })),
    };
  });

  on(setUpTotp, async ({ caller }) => {
    const begun = await factors.beginTotp(caller.user_id);
    return begun.refused ? refusalOf(begun) : begun;
  });

  on(confirmTotp, async ({ body, caller }) => {
    const done = await factors.confirmTotp(caller.user_id, caller.sid, body.code);
    return done.refused ? refusalOf(done) : done;
  });

  on(removeTotp, async ({ caller }) => {
    const done = await factors.removeTotp(caller.user_id, caller.sid);
    return done.refused ? refusalOf(done) : {};
  });

  on(removeFactors, async ({ caller }) => {
    const done = await factors.removeAll(caller.user_id, caller.sid);
    return done.refused ? refusalOf(done) : {};
  });

  on(renewRecoveryCodes, async ({ caller }) => {
    const done = await factors.renewCodes(caller.user_id, caller.sid);
    return done.refused ? refusalOf(done) : done;
  });

  on(sendConfirmCode, async ({ body: { account_type }, caller, language }) => {
    const key = deps.outbox.unreached({ kind: account_type });
    if (key) return invalid('account_type', { key });
    const sent = await binding.sendConfirmCode(caller.user_id, account_type, language);
    return sent.refused ? contactRefusal(sent) : sent;
  });
};
