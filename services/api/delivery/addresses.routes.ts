import { isRefusal } from '#services/runtime/refusal.ts';
import { ok, refused } from '../http/answer.ts';
import { type Area, routesOf } from '../http/area.ts';
import { callerOf } from '../http/caller.ts';
import { addressAnswerOf, addressFormOf } from './address-answer.ts';
import {
  deleteAddress,
  editAddress,
  listAddresses,
  getLatestAddress,
  setDefaultAddress,
} from './contract/addresses.ts';
/** Where the caller has things sent. */
export const addressRoutes: Area =
  ({ addresses }) =>
  async (app) => {
    const on = routesOf(app, 'delivery');
    on(listAddresses, async (request) => {
      const list = (await addresses.list(callerOf(request).user_id)).map(addressAnswerOf);
      return ok({ list, total_count: list.length, has_more: false });
    });

    on(getLatestAddress, async (request) => {
      const [first] = await addresses.list(callerOf(request).user_id);
      return ok({ address: first === undefined ? null : addressAnswerOf(first) });
    });

    on(editAddress, async (request) => {
      const { address_id, is_default } = request.body;
      const { user_id } = callerOf(request);
      const saved = await addresses.save(user_id, addressFormOf(request.body), { address_id, is_default });
      return isRefusal(saved) ? refused(request, saved) : ok({ address: addressAnswerOf(saved) });
    });

    on(setDefaultAddress, async (request) => {
      const { user_id } = callerOf(request);
      const done = await addresses.setDefault(user_id, request.body.address_id);
      return done ? ok({}) : refused(request, { code: 'not_found' });
    });

    on(deleteAddress, async (request) => {
      const { user_id } = callerOf(request);
      const done = await addresses.remove(user_id, request.body.address_id);
      return done ? ok({}) : refused(request, { code: 'not_found' });
    });
  };
