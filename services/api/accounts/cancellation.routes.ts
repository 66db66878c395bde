import { CLOSING_STATUS } from '#events/status.ts';
import {
  cancelCancellation,
  checkCancellation,
  type OpenOnRequest,
  submitCancellation,
} from '#services/contract/accounts/cancellation.ts';
import { openClosing } from '#services/modules/accounts/deletion/closing.ts';
import { type Area, routesOf } from '../http/area.ts';
import { requireAccount } from '../http/input.ts';
import { type ApiRefusal, invalid } from '../http/refusals.ts';
import { passwordRefused } from './passport.routes.ts';

const NOT_NOW: ApiRefusal = { code: 'state_does_not_allow' };

const secondsOf = (at: number): number => Math.floor(at / 1_000);

/** Closing one's own account, seven days after the request. */
export const cancellationRoutes: Area = (deps) => async (app) => {
  const on = routesOf(app, 'accounts');
  const { accounts, clock } = deps;
  const { passport, addressesOf, members, team } = accounts;
  const closing = openClosing({ ...deps, team });

  on(checkCancellation, async ({ caller: { user_id, roles } }) => {
    const [request, found] = await Promise.all([closing.requestOf(user_id), closing.openOnRequest(user_id)]);
    const { sales: _, earning: __, orders_seen: ___, ...rest } = found;
    const counts: Record<OpenOnRequest, number> = { staff: roles.length, ...rest };
    const kinds = Object.entries(counts) as [OpenOnRequest, number][]; // Object.entries widens the keys
    const open = kinds.filter(([, count]) => count > 0).map(([kind, count]) => ({ kind, count }));
    if (request === null) return { status: CLOSING_STATUS.none, create_time: 0, due_time: 0, open };
    const isDue = request.status === 'pending' && request.due_at <= clock.now();
    return {
      status: CLOSING_STATUS[isDue ? 'closing' : request.status],
      create_time: secondsOf(request.requested_at),
      due_time: secondsOf(request.due_at),
      open,
    };
  });

  on(submitCancellation, async ({ body, caller: { user_id, roles } }) => {
    if (roles.length > 0) return NOT_NOW;
    const { kind, text } = await members.stored(requireAccount(body.account));
    if ((await addressesOf(user_id))[kind] !== text) return invalid('account', { key: 'not_own' });
    const refusal = await passport.passwordRefusal(user_id, body.password);
    if (refusal) return passwordRefused('password', refusal);
    const reason = JSON.stringify({ reason: body.reason, content: body.content });
    const requested = await closing.request(user_id, reason);
    return requested ? { due_time: secondsOf(requested.due_at) } : NOT_NOW;
  });

  on(cancelCancellation, async ({ caller: { user_id } }) => {
    if (!(await closing.takeBack(user_id))) return NOT_NOW;
    return {};
  });
};
