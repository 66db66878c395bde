import { MAINLAND } from '#events/destinations.ts';
import { countryName } from '#services/contract/delivery/countries.ts';

/** A place as it is written in its country. All but `country` (ISO 3166-1) are empty in mainland China. */
export interface PlaceAbroad {
  country: string;
  city_name: string;
  region_name: string;
  postal_code: string;
}

export const IN_MAINLAND: PlaceAbroad = {
  country: MAINLAND,
  city_name: '',
  region_name: '',
  postal_code: '',
};

/** Scripts whose addresses begin with the largest region. */
const LARGEST_FIRST = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

const joined = (parts: readonly string[], separator: string): string =>
  parts.filter((part) => part !== '').join(separator);

/**
 * The place in one line, for parcels and files. Carriers here sort by the country's name: it is Chinese before an
 * address in Chinese, Japanese or Korean script, and English after any other.
 */
export function lineAbroad(place: PlaceAbroad & { detail: string }): string {
  const { country, city_name, region_name, postal_code, detail } = place;
  const lines = detail.split('\n');
  if (LARGEST_FIRST.test(region_name + city_name + detail)) {
    return joined([countryName(country, 'zh-CN'), postal_code, region_name, city_name, ...lines], ' ');
  }
  const region = joined([region_name, postal_code], ' ');
  return joined([...lines, city_name, region, countryName(country, 'en-US')], ', ');
}
