import { areaOf, areasOf, cityOf, provinceOf } from './regions.ts';
import { streetsOf } from './streets.ts';

/** A place by the codes of its regions, each empty where none is named. */
export interface Place {
  province: string;
  city: string;
  area: string;
  street: string;
}

export type PlaceNames =
  | { ok: true; names: string[] }
  /** The first level that is not named though it must be (`missing`), or that no such region has. */
  | { ok: false; level: keyof Place; missing: boolean };

const wrong = (level: keyof Place, code: string): PlaceNames => ({ ok: false, level, missing: code === '' });

/** Names that group counties in lists and are not used on parcels. */
const isPlaceholder = (city: string): boolean => city === '县' || city.endsWith('直辖县级行政区划');

/**
 * The names from province to street for a parcel. City and area are required where they exist, each inside the one
 * before; the street is optional.
 */
export async function placeNames({ province, city, area, street }: Place): Promise<PlaceNames> {
  const ofProvince = provinceOf(province);
  if (ofProvince?.code !== province) return wrong('province', province);
  const ofCity = cityOf(city);
  if (ofCity?.code !== city || provinceOf(city) !== ofProvince) return wrong('city', city);
  const ofArea = areaOf(area);
  const hasAreas = (areasOf(city) ?? []).length > 0;
  const inCity = ofArea !== undefined && ofArea.code === area && cityOf(area) === ofCity;
  if (hasAreas ? !inCity : area !== '') return wrong('area', area);
  const ofStreet = street === '' ? undefined : (await streetsOf(area))?.find(({ code }) => code === street);
  if (street !== '' && ofStreet === undefined) return wrong('street', street);
  const names = [
    ofProvince.name,
    ofCity.name === ofProvince.name || isPlaceholder(ofCity.name) ? '' : ofCity.name,
    ofArea?.name ?? '',
    ofStreet?.name ?? '',
  ];
  return { ok: true, names: names.filter((name) => name !== '') };
}
