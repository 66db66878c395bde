import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { CountryResponse, Reader } from 'mmdb-lib';
import { z } from 'zod';

const FILE = '@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb';

const found = z.object({ country_code: z.string() });

let opened: Promise<Reader<CountryResponse>> | undefined;

async function load(): Promise<Reader<CountryResponse>> {
  const [library, file] = await Promise.all([
    import('mmdb-lib'),
    readFile(createRequire(import.meta.url).resolve(FILE)),
  ]);
  return new library.Reader<CountryResponse>(file);
}

/** 8 MB of memory, so it is loaded with the first address that somebody looks at. */
function reader(): Promise<Reader<CountryResponse>> {
  opened ??= load();
  return opened;
}

const isLoopback = (ip: string): boolean => ip === '::1' || ip.startsWith('127.');

/** The country or region of an IP address (ISO 3166-1), by the registries' own lists; empty for private and unknown ones. */
export async function ipArea(ip: string): Promise<string> {
  if (isLoopback(ip)) return '';
  // This list has other fields than the library knows.
  return found.safeParse((await reader()).get(ip)).data?.country_code ?? '';
}
