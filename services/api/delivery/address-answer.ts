import type { z } from 'zod';
import type { Address, AddressForm } from '#services/accounts/delivery/addresses.ts';
import type { addressesAnswer, addressFields } from './contract/addresses.ts';

type AddressInput = { [Field in keyof typeof addressFields]: z.output<(typeof addressFields)[Field]> };

/** What a request sends of an address, in our words. */
export const addressFormOf = (input: AddressInput): AddressForm => ({
  name: input.addr_name,
  phone: input.addr_phone,
  detail: input.addr_address,
  province: input.province,
  city: input.city,
  area: input.area,
  street: input.street,
});

/** An address as its owner gets it. */
export const addressAnswerOf = ({
  updated_at,
  ...address
}: Address): z.input<typeof addressesAnswer>['list'][number] => ({
  ...address,
  update_time: Math.floor(updated_at / 1000),
});
