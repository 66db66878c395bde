import { isFresh } from '../address.ts';

/** What the addresses of a film need. */
export interface FilmSource {
  /** Reads a list. */
  read(address: string): Promise<string>;
  /** A new address of the list of all sizes; undefined if the person cannot see the film any more. */
  renew(): Promise<string | undefined>;
}

const pathOf = (address: string): string => address.split('?', 1)[0] ?? '';

/** Addresses in a list: its lines, and those in `URI="…"`. */
function addressesIn(list: string): string[] {
  const lines = list.split('\n').map((line) => line.trim());
  const named = lines.flatMap((line) => /^#.*URI="([^"]+)"/.exec(line)?.[1] ?? []);
  return [...lines.filter((line) => line !== '' && !line.startsWith('#')), ...named];
}

/**
 * Addresses of a film's lists and parts, which end after two minutes while it is played for hours. An ended one is replaced by
 * the newest of the same path; the lists are read again at most once for all requests that wait.
 */
export function filmAddresses({ read, renew }: FilmSource): (address: string) => Promise<string> {
  const newest = new Map<string, string>();
  let reading: Promise<void> | undefined;
  const note = (addresses: readonly string[]) => {
    for (const address of addresses) newest.set(pathOf(address), address);
  };
  async function readAll(): Promise<void> {
    const list = await renew();
    if (list === undefined || list === '') throw new Error('the film has no address any more');
    const sizes = addressesIn(await read(list));
    note([list, ...sizes]);
    for (const parts of await Promise.all(sizes.map(read))) note(addressesIn(parts));
  }
  return async (address) => {
    if (isFresh(address)) return address;
    const path = pathOf(new URL(address, 'http://page').pathname);
    const known = newest.get(path);
    if (known !== undefined && isFresh(known)) return known;
    reading ??= readAll().finally(() => {
      reading = undefined;
    });
    await reading;
    return newest.get(path) ?? address;
  };
}
