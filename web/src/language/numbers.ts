import type { FormatterModule, PostProcessorModule } from 'i18next';
import { formatsOf, LATIN_END, LATIN_START } from './format.ts';
import { languageOf } from './language.ts';

/** Years and codes are numbers too, and have no separators. */
const GROUPED: readonly unknown[] = ['count', 'position'];

/** Chinese texts have them without spaces: `{{name}}的提现`. */
const NAMES: readonly unknown[] = ['name', 'method'];
/** Marks an end of a Latin name until its neighbour in the text is known. It is invisible. */
const END = '\u2063';
const END_AT_HAN = /(\p{Script=Han})\u2063|\u2063(?=\p{Script=Han})/gu;

/** Writes `{{count}}` and `{{position}}` in texts as other numbers are: `1,444`. Marks Latin names for `spaces`. */
export const numbers: FormatterModule = {
  type: 'formatter',
  init() {},
  add() {},
  addCached() {},
  format: (value, _format, language, options) => {
    const hole = options?.interpolationkey;
    if (typeof value === 'number' && GROUPED.includes(hole)) {
      return formatsOf(languageOf(null, language)).number(value);
    }
    const marked = typeof value === 'string' && language === 'zh-CN' && NAMES.includes(hole);
    return marked ? value.replace(LATIN_START, `${END}$&`).replace(LATIN_END, `$&${END}`) : value;
  },
};

/** Puts a space between a Latin name and Chinese text: `Tin Robot 的提现`. Also in labels, which CSS does not reach. */
export const spaces: PostProcessorModule = {
  type: 'postProcessor',
  name: 'spaces',
  process: (text: string) => text.replace(END_AT_HAN, '$1 ').replaceAll(END, ''),
};

/** How values get into texts: React escapes them, `numbers` sees all of them, and `spaces` the result. */
export const WRITING = {
  interpolation: { escapeValue: false, alwaysFormat: true },
  postProcess: [spaces.name],
};
