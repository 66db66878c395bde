export const LANGUAGES = ['zh-CN', 'en-US'] as const;
export type Language = (typeof LANGUAGES)[number];

/** Local storage key of the saved choice (overview specification 3). */
export const LANGUAGE_KEY = 'locale_lang';

const isLanguage = (text: string | null | undefined): text is Language =>
  LANGUAGES.some((language) => language === text);

/**
 * The saved choice first, else the browser's: Chinese if it starts with zh, otherwise English; Chinese
 * when nothing is known (overview specification 1).
 */
export function languageOf(saved: string | null, browser: string | undefined): Language {
  if (isLanguage(saved)) return saved;
  if (browser === undefined || browser === '') return 'zh-CN';
  return browser.toLowerCase().startsWith('zh') ? 'zh-CN' : 'en-US';
}
