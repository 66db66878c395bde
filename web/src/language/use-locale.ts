import type { FlatNamespace } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { type Formats, formatsOf } from './format.ts';
import { languageOf } from './language.ts';
import { isElsewhere, zoneName } from './zone.ts';

/** The formatters of the language now shown. */
export function useFormats(): Formats {
  const { i18n } = useTranslation();
  return useMemo(() => formatsOf(languageOf(i18n.language, undefined)), [i18n.language]);
}

/** The texts of areas, and the formatters, in the language now shown. */
export const useLocale = <const Areas extends FlatNamespace | readonly [FlatNamespace, ...FlatNamespace[]]>(
  areas: Areas,
) => ({ ...useTranslation(areas), formats: useFormats() });

/** Names the business zone where clocks of this browser show another time now; undefined elsewhere. */
export function useZoneHint(): string | undefined {
  const { t, i18n } = useTranslation('shell');
  const now = Date.now() / 1000;
  return isElsewhere(now) ? t('zone', { name: zoneName(i18n.language, now) }) : undefined;
}
