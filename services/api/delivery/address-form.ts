import type { AddressInput } from '#services/contract/delivery/address-input.ts';
import type { AddressForm } from '#services/modules/delivery/addresses.ts';

/** The address of a request, with our field names. */
export const addressFormOf = (input: AddressInput): AddressForm => ({
  name: input.addr_name,
  phone: input.addr_phone,
  detail: input.addr_address,
  country: input.country,
  province: input.province,
  city: input.city,
  area: input.area,
  street: input.street,
  city_name: input.city_name,
  region_name: input.region_name,
  postal_code: input.postal_code,
});
