import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { type Formats, formatsOf } from './format.ts';
import { languageOf } from './language.ts';

/** The formatters of the language now shown. */
export function useFormats(): Formats {
  const { i18n } = useTranslation();
  return useMemo(() => formatsOf(languageOf(i18n.language, undefined)), [i18n.language]);
}
