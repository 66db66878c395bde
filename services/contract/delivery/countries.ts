import { MAINLAND } from '#events/destinations.ts';

type Named = Readonly<Record<string, string>>;

/** Regions whose names in `Intl` are not those of sites in mainland China. */
const OWN_NAMES: Readonly<Record<'zh-CN' | 'en-US', Named>> = {
  'zh-CN': { [MAINLAND]: '中国大陆', HK: '中国香港', MO: '中国澳门', TW: '中国台湾' },
  'en-US': { [MAINLAND]: 'Mainland China', HK: 'Hong Kong, China', MO: 'Macao, China', TW: 'Taiwan, China' },
};

const cache = new Map<string, Intl.DisplayNames>();

function namesIn(language: string): Intl.DisplayNames {
  const names = cache.get(language) ?? new Intl.DisplayNames(language, { type: 'region' });
  cache.set(language, names);
  return names;
}

/** The name of a country or region (ISO 3166-1) in this language. */
export const countryName = (code: string, language: 'zh-CN' | 'en-US'): string =>
  OWN_NAMES[language][code] ?? namesIn(language).of(code) ?? code;
