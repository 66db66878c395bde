import type { z } from 'zod';
import {
  type addressesAnswer,
  deleteAddress,
  editAddress,
  getLatestAddress,
  listAddresses,
  setDefaultAddress,
} from '#services/contract/delivery/addresses.ts';
import type { Address } from '#services/modules/delivery/addresses.ts';
import { isRefusal } from '#services/runtime/refusal.ts';
import { type Area, routesOf } from '../http/area.ts';
import { notFound } from '../http/refusals.ts';
import { addressFormOf } from './address-form.ts';

/** An address as its owner gets it. */
const addressAnswerOf = ({
  updated_at,
  ...address
}: Address): z.input<typeof addressesAnswer>['list'][number] => ({
  ...address,
  update_time: Math.floor(updated_at / 1000),
});

/** Where the caller has things sent. */
export const addressRoutes: Area =
  ({ addresses }) =>
  async (app) => {
    const on = routesOf(app, 'delivery');
    on(listAddresses, async ({ caller }) => {
      const list = (await addresses.list(caller.user_id)).map(addressAnswerOf);
      return { list, total_count: list.length, has_more: false };
    });

    on(getLatestAddress, async ({ caller }) => {
      const [first] = await addresses.list(caller.user_id);
      return { address: first === undefined ? null : addressAnswerOf(first) };
    });

    on(editAddress, async ({ body, caller: { user_id } }) => {
      const { address_id, is_default } = body;
      const saved = await addresses.save(user_id, addressFormOf(body), { address_id, is_default });
      return isRefusal(saved) ? saved : { address: addressAnswerOf(saved) };
    });

    on(setDefaultAddress, async ({ body, caller: { user_id } }) => {
      const done = await addresses.setDefault(user_id, body.address_id);
      return done ? {} : notFound;
    });

    on(deleteAddress, async ({ body, caller: { user_id } }) => {
      const done = await addresses.remove(user_id, body.address_id);
      return done ? {} : notFound;
    });
  };
