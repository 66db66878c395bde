import { z } from 'zod';
import { isCountry, MAINLAND } from '#events/destinations.ts';
import { flag, id, requiredLine, text } from '#services/contract/fields/fields.ts';
import { hasVisible, oneLine, plainTyped, typedReceiverPhone } from '#services/contract/fields/typed.ts';
import { isPostalCode } from './postal-codes.ts';

/** Lines of an address outside the mainland. */
export const MAX_LINES = 3;

const EXTENSION = '(?: ext\\. \\d{1,8})?';
/** A mainland mobile or landline number, or one of elsewhere with its country's code. */
const MAINLAND_PHONE = new RegExp(
  `^(?:(?:\\+?86)?1[3-9]\\d{9}|0\\d{9,11}|\\+86(?:0\\d|10|[2-9]\\d)\\d{7,10}|\\+(?!86)\\d{7,15})${EXTENSION}$`,
);
/** Elsewhere numbers are as long as they are; without a country's code it is that of the address. */
const ANY_PHONE = new RegExp(`^\\+?\\d{5,15}${EXTENSION}$`);

/** Numbers without their country's code, where their length leaves no doubt. */
const LOCAL_PHONES: Readonly<Record<string, readonly [local: RegExp, code: string]>> = {
  HK: [/^(?=\d{8}(?: |$))/, '+852'],
  MO: [/^(?=\d{8}(?: |$))/, '+853'],
  TW: [/^0(?=\d{8,9}(?: |$))/, '+886'],
};

function phoneIn(country: string, phone: string): string {
  const [local, code] = LOCAL_PHONES[country] ?? [];
  return local === undefined ? phone : phone.replace(local, code ?? '');
}

const linesOf = (written: string): string[] =>
  written
    .split(/[\n\r\u0085\u2028\u2029]+/)
    .map((line) => oneLine(line).trim())
    .filter(hasVisible);

/** A code, or none; `region` is the sentence for the wrong ones. */
const optionalRegion = z.string({ error: 'region' }).regex(/^(?:\d{6}(?:\d{3})?)?$/, 'region');
const lowerRegion = z.union([z.literal(''), z.string().regex(/^\d{6}(?:\d{3})?$/, 'region')]);
const optionalLine = text(80).overwrite((value) => oneLine(value).trim());

/** Where something is sent; the names are those of the commerce specification (7, address payload). */
const addressFields = {
  addr_name: requiredLine(40, 'receiver_name'),
  /** With the country's code outside the mainland (`+852 …`), and with an extension (`ext. 12`) */
  addr_phone: z
    .string({ error: 'receiver_phone' })
    .transform(typedReceiverPhone)
    .pipe(z.string().min(1, { error: 'receiver_phone', abort: true }).regex(ANY_PHONE)),
  /** Street and number, below the regions; outside the mainland up to three lines */
  addr_address: z
    .string({ error: 'receiver_address' })
    .overwrite((value) => linesOf(value).join('\n'))
    .refine(hasVisible, { message: 'receiver_address', abort: true })
    .pipe(text(200)),
  /** ISO 3166-1, two letters; `CN` is mainland China, which needs `province` and `city` */
  country: z
    .string()
    .overwrite((value) => plainTyped(value).toUpperCase())
    .refine(isCountry, { message: 'malformed' })
    .default(MAINLAND),
  province: optionalRegion.default(''),
  city: optionalRegion.default(''),
  /** Empty in the few cities that have no areas */
  area: lowerRegion.default(''),
  street: lowerRegion.default(''),
  /** Outside the mainland only: city or district, state or province, and postal code, each optional */
  city_name: optionalLine.default(''),
  region_name: optionalLine.default(''),
  postal_code: z
    .string()
    .overwrite((value) =>
      plainTyped(value)
        .replace(/^〒\s*/, '')
        .toUpperCase(),
    )
    .pipe(z.string().regex(/^(?:[A-Z0-9][A-Z0-9 -]{0,15})?$/))
    .default(''),
};

type Written = Partial<{ [Field in keyof typeof addressFields]: z.output<(typeof addressFields)[Field]> }>;

/** Checks fields together, also beside others that are wrong. */
const together = (path: keyof Written, message: string) => ({ path: [path], message, when: () => true });
const inMainland = (check: (value: Written) => boolean) => (value: Written) =>
  value.country !== MAINLAND || check(value);

/**
 * An address. Mainland China has regions by code; everywhere else has up to three lines, city, region and postal code
 * as they are written there. Without `address_id` a new one; `is_default` 0 leaves the default where it is.
 */
export const addressInput = z
  .object({ ...addressFields, address_id: id.optional(), is_default: flag.default(false) })
  .refine(
    inMainland(({ province }) => province !== ''),
    together('province', 'region'),
  )
  .refine(
    inMainland(({ city }) => city !== ''),
    together('city', 'region'),
  )
  .refine(
    inMainland(({ addr_phone = '' }) => !ANY_PHONE.test(addr_phone) || MAINLAND_PHONE.test(addr_phone)),
    together('addr_phone', 'malformed'),
  )
  .refine(({ country, addr_address }) => country === MAINLAND || linesOf(addr_address).length <= MAX_LINES, {
    path: ['addr_address'],
    message: 'receiver_lines',
  })
  .refine(({ country, postal_code }) => isPostalCode(country, postal_code), {
    path: ['postal_code'],
    message: 'postal_code',
  })
  .transform((address) =>
    address.country === MAINLAND
      ? {
          ...address,
          addr_address: oneLine(address.addr_address),
          city_name: '',
          region_name: '',
          postal_code: '',
        }
      : {
          ...address,
          addr_phone: phoneIn(address.country, address.addr_phone),
          province: '',
          city: '',
          area: '',
          street: '',
        },
  );

export type AddressInput = z.output<typeof addressInput>;
