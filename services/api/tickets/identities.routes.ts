import {
  deleteIdcard,
  editIdcard,
  getIdcard,
  listIdcards,
  validateIdcard,
} from '#services/contract/tickets/identities.ts';
import { holderErrors } from '#services/modules/tickets/holder.ts';
import type { Identity } from '#services/modules/tickets/identities.ts';
import { isRefusal } from '#services/runtime/refusal.ts';
import { type Area, routesOf } from '../http/area.ts';
import { type ApiRefusal, notFound } from '../http/refusals.ts';

const answerOf = ({ updated_at, ...identity }: Identity) => ({
  ...identity,
  update_time: Math.floor(updated_at / 1000),
});

/** The caller's saved holders; names and numbers are masked in answers. */
export const identityRoutes: Area =
  ({ identities, clock }) =>
  async (app) => {
    const on = routesOf(app, 'tickets');
    on(listIdcards, async ({ caller }) => {
      const list = (await identities.list(caller.user_id)).map(answerOf);
      return { list, total_count: list.length, has_more: false };
    });

    on(getIdcard, async ({ query: { identity_id }, caller }) => {
      const own = await identities.list(caller.user_id);
      const found = identity_id === undefined ? own[0] : own.find((one) => one.identity_id === identity_id);
      if (found === undefined && identity_id !== undefined) return { code: 'not_found' };
      return { identity: found === undefined ? null : answerOf(found) };
    });

    on(editIdcard, async ({ body, caller }) => {
      const saved = await identities.save(caller.user_id, body);
      return isRefusal(saved) ? saved : { identity: answerOf(saved) };
    });

    on(validateIdcard, async ({ body }) => {
      const errors = holderErrors(body, clock.now());
      const refusal: ApiRefusal = { code: 'bad_input', errors };
      return errors.length === 0 ? {} : refusal;
    });

    on(deleteIdcard, async ({ body, caller: { user_id } }) => {
      const done = await identities.remove(user_id, body.identity_id);
      return done ? {} : notFound;
    });
  };
