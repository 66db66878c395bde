import { LRUCache } from 'lru-cache';
import { sponsorNumbers, sponsorsByNumber } from '#read-models/memberships/sponsors/queries.ts';
import { privateId } from './private-id.ts';
import type { OpenWork } from './work.ts';

/** Sponsors that one process knows by their private ids, about 40 bytes each; of one creator the first so many. */
const MAX_KNOWN = 500_000;
const PAGE = 1_000;

/** Sponsors' numbers by the start of their private ids, and the last number that was read. */
interface Known {
  numbers: Map<number, number>;
  last: number;
}

const known = new LRUCache<string, Known>({
  maxSize: MAX_KNOWN,
  sizeCalculation: ({ numbers }) => Math.max(1, numbers.size),
});

/** 52 bits of an id, as a number. */
const startOf = (id: string): number => Number.parseInt(id.slice(0, 13), 16);

/** A private id is a keyed hash, which cannot be turned back: those of all sponsors are computed once, new ones later. */
async function knownOf(work: OpenWork): Promise<Known> {
  const { deps, creator } = work;
  const found = known.get(creator) ?? { numbers: new Map<number, number>(), last: 0 };
  for (let more = true; more && found.numbers.size < MAX_KNOWN; ) {
    const page = { creator_id: creator, after: found.last, most: PAGE };
    const { rows } = await sponsorNumbers(deps.pool, page);
    for (const { user_id, number } of rows) {
      found.numbers.set(startOf(privateId(work, user_id)), number);
      found.last = Math.max(found.last, number);
    }
    more = rows.length === PAGE;
  }
  known.set(creator, found);
  return found;
}

const PRIVATE_ID = /^[0-9a-f]{32}$/;

/** The sponsors whose `user_private_id` is among the names. */
export async function fansNamed(work: OpenWork, names: readonly string[]): Promise<string[]> {
  const ids = new Set(names.filter((name) => PRIVATE_ID.test(name)));
  if (ids.size === 0) return [];
  const { numbers } = await knownOf(work);
  const named = [...ids].flatMap((id) => numbers.get(startOf(id)) ?? []);
  if (named.length === 0) return [];
  const { rows } = await sponsorsByNumber(work.deps.pool, { creator_id: work.creator, numbers: named });
  return rows.map(({ user_id }) => user_id).filter((user_id) => ids.has(privateId(work, user_id)));
}
