import type { FormatterModule } from 'i18next';
import { formatsOf } from './format.ts';
import { languageOf } from './language.ts';

/** Writes `{{count}}` in texts as other numbers are: `1,444`. Used with `alwaysFormat`. */
export const counts: FormatterModule = {
  type: 'formatter',
  init() {},
  add() {},
  addCached() {},
  format: (value, _format, language, options) =>
    options?.interpolationkey === 'count' && typeof value === 'number'
      ? formatsOf(languageOf(null, language)).number(value)
      : value,
};
