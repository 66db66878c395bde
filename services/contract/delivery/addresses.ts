import { z } from 'zod';
import { endpoint } from '#services/contract/endpoint.ts';
import { id, list, nothing, seconds } from '#services/contract/fields/fields.ts';
import { addressInput } from './address-input.ts';

const addressQuery = z.object({ address_id: id });
export const deleteAddress = endpoint('POST', '/api/user/delete-address', {
  access: 'fan',
  body: addressQuery,
  answer: nothing,
});
export const setDefaultAddress = endpoint('POST', '/api/user/set-default-address', {
  access: 'fan',
  body: addressQuery,
  answer: nothing,
});

const address = z.object({
  address_id: id,
  name: z.string(),
  phone: z.string(),
  /** The whole of it in one line, from the province on; outside the mainland with the country. */
  address: z.string(),
  /** Street and number only; outside the mainland up to three lines. */
  detail: z.string(),
  /** ISO 3166-1, two letters; `CN` is mainland China. */
  country: z.string(),
  /** Codes; city has areas, or `area` is empty. `street` may be empty. All are empty outside the mainland. */
  province: z.string(),
  city: z.string(),
  area: z.string(),
  street: z.string(),
  /** Outside the mainland, as written; each may be empty. */
  city_name: z.string(),
  region_name: z.string(),
  postal_code: z.string(),
  is_default: z.boolean(),
  update_time: seconds,
});
export const addressAnswer = z.object({ address });
export const editAddress = endpoint('POST', '/api/user/edit-address', {
  access: 'fan',
  body: addressInput,
  answer: addressAnswer,
});
/** Null when there is none yet. */
export const latestAddressAnswer = z.object({ address: address.nullable() });
export const getLatestAddress = endpoint('GET', '/api/user/get-latest-address', {
  access: 'fan',
  answer: latestAddressAnswer,
});
/** Without pages: at most 50. The default one comes first, then the newest. */
export const addressesAnswer = list(address);
export const listAddresses = endpoint('GET', '/api/user/get-address', {
  access: 'fan',
  answer: addressesAnswer,
});

export type Address = z.infer<typeof address>;
