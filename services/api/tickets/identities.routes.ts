import { holderErrors } from '#services/accounts/tickets/holder.ts';
import type { Identity } from '#services/accounts/tickets/identities.ts';
import { isRefusal } from '#services/runtime/refusal.ts';
import { answers, nothing, ok, refused } from '../http/answer.ts';
import type { Area } from '../http/area.ts';
import { callerOf } from '../http/caller.ts';
import {
  editIdentity,
  identitiesAnswer,
  identityAnswer,
  identityQuery,
  oneIdentityAnswer,
  oneIdentityQuery,
  validateIdentity,
} from './contract/identities.ts';

const tags = ['tickets'];

const answerOf = ({ updated_at, ...identity }: Identity) => ({
  ...identity,
  update_time: Math.floor(updated_at / 1000),
});

/** Whom the caller buys tickets for; names and numbers leave masked. */
export const identityRoutes: Area =
  ({ identities, clock }) =>
  async (app) => {
    app.get(
      '/api/user/all-idcards',
      { config: { access: 'fan' }, schema: { response: answers(identitiesAnswer), tags } },
      async (request) => {
        const list = (await identities.list(callerOf(request).user_id)).map(answerOf);
        return ok({ list, total_count: list.length, has_more: false });
      },
    );

    app.get(
      '/api/user/idcard',
      {
        config: { access: 'fan' },
        schema: { querystring: oneIdentityQuery, response: answers(oneIdentityAnswer), tags },
      },
      async (request) => {
        const { identity_id } = request.query;
        const own = await identities.list(callerOf(request).user_id);
        const found = identity_id === undefined ? own[0] : own.find((one) => one.identity_id === identity_id);
        if (found === undefined && identity_id !== undefined) return refused(request, { code: 'not_found' });
        return ok({ identity: found === undefined ? null : answerOf(found) });
      },
    );

    app.post(
      '/api/user/edit-idcard',
      { config: { access: 'fan' }, schema: { body: editIdentity, response: answers(identityAnswer), tags } },
      async (request) => {
        const saved = await identities.save(callerOf(request).user_id, request.body);
        return isRefusal(saved) ? refused(request, saved) : ok({ identity: answerOf(saved) });
      },
    );

    app.post(
      '/api/user/idcard-validate',
      { config: { access: 'fan' }, schema: { body: validateIdentity, response: answers(nothing), tags } },
      async (request) => {
        const errors = holderErrors(request.body, clock.now());
        return errors.length === 0 ? ok({}) : refused(request, { code: 'bad_input', errors });
      },
    );

    app.post(
      '/api/user/delete-idcard',
      { config: { access: 'fan' }, schema: { body: identityQuery, response: answers(nothing), tags } },
      async (request) => {
        const { user_id } = callerOf(request);
        const done = await identities.remove(user_id, request.body.identity_id);
        return done ? ok({}) : refused(request, { code: 'not_found' });
      },
    );
  };
