import type { FastifyInstance } from 'fastify';
import type { CategoryId } from '#services/contract/accounts/categories.ts';
import { exploreCreators, getProfile, getProfileBySlug } from '#services/contract/catalog/creators.ts';
import { getPlan } from '#services/contract/catalog/plans.ts';
import { getAlbum } from '#services/contract/content/albums.ts';
import { listPosts } from '#services/contract/content/post-lists.ts';
import { getPost } from '#services/contract/content/posts.ts';
import { type DataOf, type Endpoint, hrefOf, type InputArguments } from '#services/contract/endpoint.ts';
import { listBanners } from '#services/contract/staff/banners.ts';
import type { Config } from '#services/runtime/config.ts';
import type { Language } from '../../http/language.ts';
import type { PageWords } from '../../http/pages/page-html.ts';
import { CATEGORY_NAMES } from '../../http/texts/category-names.ts';
import type { Opened, PublicPage } from '../../http/web-app.ts';
import { LISTED_CATEGORIES } from './list-pages.ts';
import {
  albumWords,
  creatorWords,
  INFO_WORDS,
  LANDING_TEXT,
  LANDING_TITLE,
  LIST_WORDS,
  landingWords,
  planWords,
  postWords,
} from './page-words.ts';

/** Refusals that say: there is no such page. */
const GONE: ReadonlySet<number> = new Set([40000, 40400, 41005, 41010]);

interface Call<E extends Endpoint> {
  data: DataOf<E> | undefined;
  gone: boolean;
}

/** Calls the API as a stranger from the same address: what a page shows to all is what all calls answer. */
type Ask = <E extends Endpoint>(endpoint: E, ...input: InputArguments<E>) => Promise<Call<E>>;

interface Visit {
  ask: Ask;
  params: Opened['page']['params'];
  category: CategoryId | undefined;
  language: Language;
  /** A page of a person needs no answers, only words. */
  isGuest: boolean;
}

/** At most two calls for a page. */
type Painter = (visit: Visit) => Promise<{ words: PageWords | undefined; gone: boolean }>;

/** As many as the lists of the pages ask for first (web/src/fan/content/posts-query.ts). */
const FIRST_POSTS = { publish_sn: 0, per_page: 10, readable: false } as const;

/** The first call of these pages (web/src/fan/catalog/explore/explore-page.tsx); none of the feed, which depends on the device. */
const EXPLORED = {
  '/explore': {},
  '/cartoon': { category_id: 'comic' },
  '/music': { category_id: 'music' },
  '/feed': null,
} as const;
const A_PAGE_OF_CREATORS = 24;

/** The category of /explore that an address names, if it has no page of its own. */
const categoryIn = ({ page, search }: Opened): CategoryId | undefined =>
  page.route === '/explore'
    ? LISTED_CATEGORIES.find((category) => category === search.get('category'))
    : undefined;

const listPainter =
  (path: keyof typeof LIST_WORDS): Painter =>
  async ({ ask, category, language, isGuest }) => {
    const { title, text } = LIST_WORDS[path];
    const of = category === undefined ? EXPLORED[path] : { category_id: category };
    if (of !== null && isGuest)
      await ask(exploreCreators, { type: 'hot', ...of, per_page: A_PAGE_OF_CREATORS, page: 1 });
    // Known before the first paint, so that they move nothing.
    if (path === '/explore' && category === undefined && isGuest) await ask(listBanners);
    const words = landingWords(title[language], text[language]);
    const name = category === undefined ? '' : `${CATEGORY_NAMES[category][language]} · `;
    return { words: { ...words, title: `${name}${words.title}` }, gone: false };
  };

const infoPainters: Readonly<Record<string, Painter>> = Object.fromEntries(
  Object.entries(INFO_WORDS).map(([path, { title, text }]): [string, Painter] => [
    path,
    async ({ language }) => ({ words: landingWords(title[language], text[language]), gone: false }),
  ]),
);

function paintersOf(origin: string): Readonly<Record<string, Painter>> {
  const creator =
    (withPosts: boolean): Painter =>
    async ({ ask, params: { slug = '' }, isGuest }) => {
      const { data, gone } = await ask(getProfileBySlug, { url_slug: slug });
      if (data && withPosts && isGuest) await ask(listPosts, { user_id: data.user.user_id, ...FIRST_POSTS });
      return { words: data && creatorWords(data.user, origin), gone };
    };
  const person: Painter = async ({ ask, params: { userId: user_id = '' } }) => {
    const { data, gone } = await ask(getProfile, { user_id });
    return { words: data && creatorWords(data.user, origin), gone };
  };
  const album: Painter = async ({ ask, params: { albumId: album_id = '' } }) => {
    const { data, gone } = await ask(getAlbum, { album_id });
    return { words: data && albumWords(data.album, origin), gone };
  };
  const post: Painter = async ({ ask, params: { postId: post_id = '' } }) => {
    const { data, gone } = await ask(getPost, { post_id });
    const author = data && (await ask(getProfile, { user_id: data.post.user.user_id })).data;
    return { words: data && postWords(data.post, author?.user, origin), gone };
  };
  const item: Painter = async ({ ask, params: { planId: plan_id = '' } }) => {
    const { data, gone } = await ask(getPlan, { plan_id });
    const seller = data && (await ask(getProfile, { user_id: data.plan.user_id })).data;
    return { words: data && planWords(data.plan, seller?.user, origin), gone };
  };
  return {
    '/': async ({ ask, language, isGuest }) => {
      if (isGuest) await ask(exploreCreators, { rec: 1, page: 1 });
      return { words: landingWords(LANDING_TITLE[language], LANDING_TEXT[language]), gone: false };
    },
    '/explore': listPainter('/explore'),
    '/cartoon': listPainter('/cartoon'),
    '/music': listPainter('/music'),
    '/feed': listPainter('/feed'),
    ...infoPainters,
    '/a/$slug': creator(true),
    '/a/$slug/plan': creator(false),
    '/a/$slug/thank': creator(false),
    '/a/$slug/album': creator(false),
    '/item/$planId': item,
    '/bundle/$planId': item,
    '/u/$userId': person,
    '/album/$albumId': album,
    '/album/$albumId/$postId': post,
    '/p/$postId': post,
  };
}

type Visitor = Omit<Opened, 'search'> & Pick<Visit, 'category'>;

interface Painted extends Awaited<ReturnType<PublicPage>> {
  /** Nothing was refused for a reason that others may not have, such as too many calls. */
  whole: boolean;
}

/**
 * What the public pages show to everybody: words, and the answers of their first calls. It depends on who asks only by
 * limits of calls, so it has nothing that a stranger is not told by the API. Visits at the same time share the calls.
 */
export function publicPages(app: FastifyInstance, { publicUrl }: Pick<Config, 'publicUrl'>): PublicPage {
  const painters = paintersOf(publicUrl);

  async function paint(
    painter: Painter,
    { ip, page, language, isGuest, category }: Visitor,
  ): Promise<Painted> {
    const answers: Record<string, unknown> = {};
    let whole = true;
    const ask: Ask = async (endpoint, ...input) => {
      const url = hrefOf(endpoint, ...input);
      const { statusCode, payload } = await app.inject({
        url,
        remoteAddress: ip,
        // Never the visitor's: what it says must not reach others.
        headers: { host: 'localhost', 'locale-lang': language },
      });
      // The envelope of every call; its data is checked against the contract by tests.
      const { ec, data } = JSON.parse(payload) as { ec: number; data: never };
      // 202: shown to those who have the address, as here.
      const isFound = statusCode === 200 && (ec === 200 || ec === 202);
      if (isFound) answers[url] = data;
      const gone = GONE.has(ec);
      whole &&= isFound || gone;
      return { data: isFound ? data : undefined, gone };
    };
    const shown = await painter({ ask, params: page.params, category, language, isGuest });
    const search = category === undefined ? '' : `?category=${category}`;
    return { ...shown, answers, whole, search };
  }

  const underWay = new Map<string, Promise<Painted>>();
  return async (opened) => {
    const { page, language, isGuest } = opened;
    const category = categoryIn(opened);
    const painter = painters[page.route];
    if (painter === undefined) return { words: undefined, gone: false, answers: {}, search: '' };
    const key = JSON.stringify([page.route, page.params, category, language, isGuest]);
    const other = underWay.get(key);
    const shared = other && (await other);
    if (shared?.whole) return shared;
    const own = paint(painter, { ...opened, category }).finally(() => underWay.delete(key));
    underWay.set(key, own);
    return own;
  };
}
