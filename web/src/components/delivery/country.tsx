import { useTranslation } from 'react-i18next';
import { countries, isAbroad, MAINLAND } from '#events/destinations.ts';
import { countryName } from '#services/contract/delivery/countries.ts';
import { type Language, languageOf } from '../../language/language.ts';

interface CountryOption {
  value: string;
  label: string;
}

/** Regions that most parcels beyond the mainland go to. */
export const NEARBY: readonly string[] = ['HK', 'MO', 'TW'];

const named = (code: string, language: Language): CountryOption => ({
  value: code,
  label: countryName(code, language),
});

/** Countries and regions outside the mainland: the nearby ones, then the others in the order of the language. */
export function optionsAbroad(shown: string): CountryOption[] {
  const language = languageOf(shown, undefined);
  const { compare } = new Intl.Collator(language);
  const others = countries
    .filter((code) => isAbroad(code) && !NEARBY.includes(code))
    .map((code) => named(code, language))
    .sort((one, other) => compare(one.label, other.label));
  return [...NEARBY.map((code) => named(code, language)), ...others];
}

/** The same after mainland China. */
export const countryOptions = (shown: string): CountryOption[] => [
  named(MAINLAND, languageOf(shown, undefined)),
  ...optionsAbroad(shown),
];

interface Props {
  /** In one line. */
  address: string;
  /** ISO 3166-1, two letters. */
  country: string;
}

/** An address as it is on parcels. Outside the mainland the country is also named in the page's language. */
export function WrittenAddress({ address, country }: Props) {
  const { i18n } = useTranslation();
  if (country === MAINLAND) return <span lang="zh-CN">{address}</span>;
  const name = countryName(country, languageOf(i18n.language, undefined));
  return (
    <>
      <span lang="">{address}</span>
      {!address.includes(name) && <> ({name})</>}
    </>
  );
}
