import { holderErrors } from '#services/accounts/tickets/holder.ts';
import type { Identity } from '#services/accounts/tickets/identities.ts';
import { isRefusal } from '#services/runtime/refusal.ts';
import { ok, refused } from '../http/answer.ts';
import { type Area, routesOf } from '../http/area.ts';
import { callerOf } from '../http/caller.ts';
import { listIdcards, deleteIdcard, editIdcard, getIdcard, validateIdcard } from './contract/identities.ts';

const answerOf = ({ updated_at, ...identity }: Identity) => ({
  ...identity,
  update_time: Math.floor(updated_at / 1000),
});

/** The caller's saved holders; names and numbers are masked in answers. */
export const identityRoutes: Area =
  ({ identities, clock }) =>
  async (app) => {
    const on = routesOf(app, 'tickets');
    on(listIdcards, async (request) => {
      const list = (await identities.list(callerOf(request).user_id)).map(answerOf);
      return ok({ list, total_count: list.length, has_more: false });
    });

    on(getIdcard, async (request) => {
      const { identity_id } = request.query;
      const own = await identities.list(callerOf(request).user_id);
      const found = identity_id === undefined ? own[0] : own.find((one) => one.identity_id === identity_id);
      if (found === undefined && identity_id !== undefined) return refused(request, { code: 'not_found' });
      return ok({ identity: found === undefined ? null : answerOf(found) });
    });

    on(editIdcard, async (request) => {
      const saved = await identities.save(callerOf(request).user_id, request.body);
      return isRefusal(saved) ? refused(request, saved) : ok({ identity: answerOf(saved) });
    });

    on(validateIdcard, async (request) => {
      const errors = holderErrors(request.body, clock.now());
      return errors.length === 0 ? ok({}) : refused(request, { code: 'bad_input', errors });
    });

    on(deleteIdcard, async (request) => {
      const { user_id } = callerOf(request);
      const done = await identities.remove(user_id, request.body.identity_id);
      return done ? ok({}) : refused(request, { code: 'not_found' });
    });
  };
