import { z } from 'zod';
import { plainTyped } from '#services/contract/fields/typed.ts';
import { residentId } from './resident-id.ts';

/** Documents that name the holder of a ticket. */
export const DOCUMENTS = ['resident_id', 'passport', 'hk_macau_permit', 'taiwan_permit'] as const;
export type DocumentType = (typeof DOCUMENTS)[number];
export const documentType = z.enum(DOCUMENTS);

const NAMES: Readonly<Record<'zh-CN' | 'en-US', Readonly<Record<DocumentType, string>>>> = {
  'zh-CN': {
    resident_id: '居民身份证',
    passport: '护照',
    hk_macau_permit: '港澳居民来往内地通行证',
    taiwan_permit: '台湾居民来往大陆通行证',
  },
  'en-US': {
    resident_id: 'Resident ID card',
    passport: 'Passport',
    hk_macau_permit: 'Mainland travel permit (Hong Kong, Macao)',
    taiwan_permit: 'Mainland travel permit (Taiwan)',
  },
};

/** What the document is called in this language. */
export const documentName = (type: DocumentType, language: 'zh-CN' | 'en-US'): string =>
  NAMES[language][type];

/** Of the permits, the first eight digits are the person's; older cards add a count, and one letter in Taiwan's. */
const SHAPES: Readonly<Record<Exclude<DocumentType, 'resident_id'>, RegExp>> = {
  passport: /^(?=.*\d)[A-Z0-9]{5,20}$/,
  hk_macau_permit: /^[HM]\d{8}(?:\d{2})?$/,
  taiwan_permit: /^\d{8}(?:\d{2}[A-Z]?)?$/,
};

/**
 * The number in its stored form: one width, upper case, without blanks, dashes and brackets. Undefined if it is no
 * number of this document; a birth after `now` (milliseconds) is none of a resident identity card.
 */
export function documentNumber(type: DocumentType, text: string, now: number): string | undefined {
  if (type === 'resident_id') return residentId(text, now);
  const number = plainTyped(text)
    .replace(/[\s\p{Pd}()]/gu, '')
    .toUpperCase();
  return SHAPES[type].test(number) ? number : undefined;
}
