import { ALBUM_STATUS, PLAN_STATUS, POST_STATUS } from '#events/status.ts';
import { plansNamed } from '#read-models/catalog/names.ts';
import { albumById } from '#read-models/content/albums/queries.ts';
import { postById } from '#read-models/content/queries.ts';
import { id } from '#services/contract/fields/fields.ts';
import type { VisitedKind, VisitedPage } from '#services/modules/stats/visits.ts';
import type { Dependencies } from '../http/dependencies.ts';

type Parts = Pick<Dependencies, 'accounts' | 'clock' | 'pool'>;
/** Whose page it is; undefined if others do not see it. */
type Owner = (parts: Parts, name: string) => Promise<string | undefined>;

const slug: Owner = async ({ accounts }, name) => (await accounts.profiles.bySlug(name))?.user_id;
const person: Owner = async ({ accounts }, name) => {
  const found = await accounts.profiles.byId(name);
  return found?.creator ? found.user_id : undefined;
};
const post: Owner = async ({ pool, clock }, post_id) => {
  const [found] = (await postById(pool, { post_id, viewer: '', at: clock.now() })).rows;
  return found?.status === POST_STATUS.normal && found.audience !== 'self' ? found.creator_id : undefined;
};
const album: Owner = async ({ pool, clock }, album_id) => {
  const [found] = (await albumById(pool, { album_id, viewer: '', at: clock.now() })).rows;
  return found?.status === ALBUM_STATUS.normal ? found.creator_id : undefined;
};
const plan: Owner = async ({ pool }, plan_id) => {
  const [found] = (await plansNamed(pool, { ids: [plan_id] })).rows;
  return found?.status === PLAN_STATUS.normal ? found.creator_id : undefined;
};

/** The addresses of pages of creators; the name in an address is its first group. */
const PAGES: readonly { path: RegExp; kind: VisitedKind; owner: Owner }[] = [
  { path: /^\/a\/([^/]+)(?:\/(?:album|plan|thank))?$/, kind: 'page', owner: slug },
  { path: /^\/u\/([^/]+)$/, kind: 'page', owner: person },
  { path: /^\/p\/([^/]+)$/, kind: 'post', owner: post },
  { path: /^\/album\/[^/]+\/([^/]+)$/, kind: 'post', owner: post },
  { path: /^\/album\/([^/]+)$/, kind: 'album', owner: album },
  { path: /^\/(?:item|bundle)\/([^/]+)$/, kind: 'plan', owner: plan },
];

/** The page of a creator at an address; undefined for any other page, and for one that others do not see. */
export async function visitedPage(parts: Parts, uri: string): Promise<VisitedPage | undefined> {
  const [path = ''] = uri.split(/[?#]/, 1);
  for (const { path: pattern, kind, owner } of PAGES) {
    const name = pattern.exec(path.replace(/(?<=.)\/$/, ''))?.[1];
    if (name === undefined) continue;
    // Names of pages are ids and slugs: nothing else is looked up.
    if (!id.safeParse(name).success) return undefined;
    const creator_id = await owner(parts, name);
    // A creator who is not shown has no pages.
    if (creator_id === undefined || !(await parts.accounts.profiles.byId(creator_id))) return undefined;
    return { creator_id, kind, subject_id: kind === 'page' ? '' : name };
  }
  return undefined;
}
