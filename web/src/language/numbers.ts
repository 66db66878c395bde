import type { FormatterModule } from 'i18next';
import { formatsOf } from './format.ts';
import { languageOf } from './language.ts';

/** Years and codes are numbers too, and have no separators. */
const GROUPED: readonly unknown[] = ['count', 'position'];

/** Writes `{{count}}` and `{{position}}` in texts as other numbers are: `1,444`. */
export const numbers: FormatterModule = {
  type: 'formatter',
  init() {},
  add() {},
  addCached() {},
  format: (value, _format, language, options) =>
    GROUPED.includes(options?.interpolationkey) && typeof value === 'number'
      ? formatsOf(languageOf(null, language)).number(value)
      : value,
};

/** How values get into texts: React escapes them, and `numbers` sees all of them. */
export const INTERPOLATION = { escapeValue: false, alwaysFormat: true } as const;
