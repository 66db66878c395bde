import { readdirSync, readFileSync } from 'node:fs';
import i18next, { type CustomTypeOptions, type TFunction } from 'i18next';
import { numbers, spaces, WRITING } from '#web/src/language/numbers.ts';

export type Language = 'zh-CN' | 'en-US';
type Area = keyof CustomTypeOptions['resources'];
const AREAS = [
  'account',
  'addresses',
  'affiliate',
  'after',
  'apps',
  'audit',
  'bill',
  'books',
  'buying',
  'cards',
  'cart',
  'certify',
  'checkout',
  'creators',
  'delivery',
  'door',
  'explain',
  'finance',
  'goal',
  'goals',
  'identities',
  'income',
  'item',
  'landing',
  'messages',
  'offer',
  'open',
  'receiver',
  'orders',
  'payment',
  'payouts',
  'proof',
  'reconciliation',
  'redeem',
  'refund',
  'renewals',
  'selling',
  'settlements',
  'shell',
  'shipping',
  'staff',
  'stats',
  'studio',
  'support',
  'tickets',
  'webhooks',
  'withdraw',
] as const satisfies readonly Area[];

/** The application's own texts, so that tests find buttons by their visible words. */
export type Words = TFunction<typeof AREAS>;

export function wordsOf(language: Language): Words {
  const folder = new URL(`../../web/src/locales/${language}/`, import.meta.url);
  const texts = Object.fromEntries(
    readdirSync(folder).map((file) => [
      file.replace(/\.json$/, ''),
      JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as object,
    ]),
  );
  const instance = i18next.createInstance();
  void instance
    .use(numbers)
    .use(spaces)
    .init({
      lng: language,
      resources: { [language]: texts },
      ns: AREAS,
      defaultNS: 'shell',
      fallbackLng: false,
      initAsync: false,
      ...WRITING,
    });
  return instance.getFixedT(language, AREAS);
}
