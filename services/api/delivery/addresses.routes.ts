import type { z } from 'zod';
import {
  type addressesAnswer,
  type addressFields,
  deleteAddress,
  editAddress,
  getLatestAddress,
  listAddresses,
  setDefaultAddress,
} from '#services/contract/delivery/addresses.ts';
import type { Address, AddressForm } from '#services/modules/delivery/addresses.ts';
import { isRefusal } from '#services/runtime/refusal.ts';
import { type Area, routesOf } from '../http/area.ts';
import { notFound } from '../http/refusals.ts';

type AddressInput = { [Field in keyof typeof addressFields]: z.output<(typeof addressFields)[Field]> };

/** The address of a request, with our field names. */
const addressFormOf = (input: AddressInput): AddressForm => ({
  name: input.addr_name,
  phone: input.addr_phone,
  detail: input.addr_address,
  province: input.province,
  city: input.city,
  area: input.area,
  street: input.street,
});

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
