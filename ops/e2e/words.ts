import { readdirSync, readFileSync } from 'node:fs';
import i18next, { type CustomTypeOptions, type TFunction } from 'i18next';
import { numbers, spaces, WRITING } from '#web/src/language/numbers.ts';

export type Language = 'zh-CN' | 'en-US';
type Area = keyof CustomTypeOptions['resources'];
/** The first is that of texts without a name of an area. */
type Areas = readonly ['shell', ...Area[]];

/** The application's own texts, so that tests find buttons by their visible words. */
export type Words = TFunction<Areas>;

export function wordsOf(language: Language): Words {
  const folder = new URL(`../../web/src/locales/${language}/`, import.meta.url);
  const texts = Object.fromEntries(
    readdirSync(folder).map((file) => [
      file.replace(/\.json$/, ''),
      JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as object,
    ]),
  );
  const areas: Areas = ['shell', ...(Object.keys(texts) as Area[])];
  const instance = i18next.createInstance();
  void instance
    .use(numbers)
    .use(spaces)
    .init({
      lng: language,
      resources: { [language]: texts },
      ns: areas,
      defaultNS: 'shell',
      fallbackLng: false,
      initAsync: false,
      ...WRITING,
    });
  return instance.getFixedT(language, areas);
}
