import type { TFunction } from 'i18next';
import { ELSEWHERE } from '#events/destinations.ts';
import { countryName } from '#services/contract/delivery/countries.ts';
import { languageOf } from '../../language/language.ts';

type Translate = TFunction<'delivery-shipping'>;

/** The name of a destination outside the mainland. */
export const nameAbroad = (code: string, language: string, t: Translate): string =>
  code === ELSEWHERE ? t('form.elsewhere') : countryName(code, languageOf(language, undefined));

export const namesAbroad = (codes: readonly string[], language: string, t: Translate): string =>
  codes
    .map((code) => nameAbroad(code, language, t))
    .join(languageOf(language, undefined) === 'zh-CN' ? '、' : ' · ');
