import { isRefusal } from '#services/runtime/refusal.ts';
import { answers, nothing, ok, refused } from '../http/answer.ts';
import type { Area } from '../http/area.ts';
import { callerOf } from '../http/caller.ts';
import { addressAnswerOf, addressFormOf } from './address-answer.ts';
import {
  addressAnswer,
  addressesAnswer,
  addressQuery,
  editAddress,
  latestAddressAnswer,
} from './contract/addresses.ts';

const tags = ['delivery'];

/** Where the caller has things sent. */
export const addressRoutes: Area =
  ({ addresses }) =>
  async (app) => {
    app.get(
      '/api/user/get-address',
      { config: { access: 'fan' }, schema: { response: answers(addressesAnswer), tags } },
      async (request) => {
        const list = (await addresses.list(callerOf(request).user_id)).map(addressAnswerOf);
        return ok({ list, total_count: list.length, has_more: false });
      },
    );

    app.get(
      '/api/user/get-latest-address',
      { config: { access: 'fan' }, schema: { response: answers(latestAddressAnswer), tags } },
      async (request) => {
        const [first] = await addresses.list(callerOf(request).user_id);
        return ok({ address: first === undefined ? null : addressAnswerOf(first) });
      },
    );

    app.post(
      '/api/user/edit-address',
      { config: { access: 'fan' }, schema: { body: editAddress, response: answers(addressAnswer), tags } },
      async (request) => {
        const { address_id, is_default } = request.body;
        const { user_id } = callerOf(request);
        const saved = await addresses.save(user_id, addressFormOf(request.body), { address_id, is_default });
        return isRefusal(saved) ? refused(request, saved) : ok({ address: addressAnswerOf(saved) });
      },
    );

    app.post(
      '/api/user/set-default-address',
      { config: { access: 'fan' }, schema: { body: addressQuery, response: answers(nothing), tags } },
      async (request) => {
        const { user_id } = callerOf(request);
        const done = await addresses.setDefault(user_id, request.body.address_id);
        return done ? ok({}) : refused(request, { code: 'not_found' });
      },
    );

    app.post(
      '/api/user/delete-address',
      { config: { access: 'fan' }, schema: { body: addressQuery, response: answers(nothing), tags } },
      async (request) => {
        const { user_id } = callerOf(request);
        const done = await addresses.remove(user_id, request.body.address_id);
        return done ? ok({}) : refused(request, { code: 'not_found' });
      },
    );
  };
