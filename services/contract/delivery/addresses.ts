import { z } from 'zod';
import { endpoint } from '#services/contract/endpoint.ts';
import { flag, id, list, nothing, requiredLine, seconds } from '#services/contract/fields/fields.ts';
import { typedPhone } from '#services/contract/fields/typed.ts';
import { regionCode } from './regions.ts';

/** A mainland mobile or landline number, or one of elsewhere with its country's code. */
const PHONE = /^(?:(?:\+?86)?1[3-9]\d{9}|0\d{9,11}|\+(?!86)\d{7,15})$/;
const phone = z
  .string({ error: 'receiver_phone' })
  .transform(typedPhone)
  .pipe(z.string().min(1, { error: 'receiver_phone', abort: true }).regex(PHONE));

const noRegion = z.literal('');

/** Where something is sent; the names are those of the commerce specification (7, address payload). */
export const addressFields = {
  addr_name: requiredLine(40, 'receiver_name'),
  addr_phone: phone,
  /** Street and number, below the regions. */
  addr_address: requiredLine(200, 'receiver_address'),
  province: regionCode,
  city: regionCode,
  /** Empty in the few cities that have no areas. */
  area: z.union([noRegion, regionCode]).default(''),
  street: z.union([noRegion, regionCode]).default(''),
};

/** Without `address_id` a new one; `is_default` 0 leaves the default where it is. */
const editAddressBody = z.object({
  ...addressFields,
  address_id: id.optional(),
  is_default: flag.default(false),
});

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
  /** The whole of it in one line, from the province on. */
  address: z.string(),
  /** Street and number only. */
  detail: z.string(),
  /** Codes; city has areas, or `area` is empty. `street` may be empty. */
  province: z.string(),
  city: z.string(),
  area: z.string(),
  street: z.string(),
  is_default: z.boolean(),
  update_time: seconds,
});
export const addressAnswer = z.object({ address });
export const editAddress = endpoint('POST', '/api/user/edit-address', {
  access: 'fan',
  body: editAddressBody,
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
