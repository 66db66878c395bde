import type { FastifyInstance, FastifyRequest } from 'fastify';
import { exploreCreators, getProfile, getProfileBySlug } from '#services/contract/catalog/creators.ts';
import { getPlan } from '#services/contract/catalog/plans.ts';
import { getPost, listPosts } from '#services/contract/content/posts.ts';
import { type DataOf, type Endpoint, hrefOf, type InputArguments } from '#services/contract/endpoint.ts';
import type { Config } from '#services/runtime/config.ts';
import type { Language } from '../../http/language.ts';
import type { KnownPage } from '../../http/pages/known-pages.ts';
import type { PageWords } from '../../http/pages/page-html.ts';
import type { PublicPage } from '../../http/web-app.ts';
import {
  creatorWords,
  LANDING_TEXT,
  LANDING_TITLE,
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

type Painter = (
  ask: Ask,
  params: KnownPage['params'],
  language: Language,
) => Promise<{ words: PageWords | undefined; gone: boolean }>;

/** As many as the lists of the pages ask for first (web/src/fan/content/posts-query.ts). */
const FIRST_POSTS = { publish_sn: 0, per_page: 10, readable: false } as const;

function paintersOf(origin: string): Readonly<Record<string, Painter>> {
  const creator =
    (withPosts: boolean): Painter =>
    async (ask, { slug = '' }) => {
      const { data, gone } = await ask(getProfileBySlug, { url_slug: slug });
      if (data && withPosts) await ask(listPosts, { user_id: data.user.user_id, ...FIRST_POSTS });
      return { words: data && creatorWords(data.user, origin), gone };
    };
  const item: Painter = async (ask, { planId: plan_id = '' }) => {
    const { data, gone } = await ask(getPlan, { plan_id });
    const person = data && (await ask(getProfile, { user_id: data.plan.user_id })).data;
    return { words: data && planWords(data.plan, person?.user, origin), gone };
  };
  return {
    '/': async (ask, _, language) => {
      await ask(exploreCreators, { rec: 1, page: 1 });
      return { words: landingWords(LANDING_TITLE[language], LANDING_TEXT[language]), gone: false };
    },
    '/a/$slug': creator(true),
    '/a/$slug/plan': creator(false),
    '/a/$slug/thank': creator(false),
    '/a/$slug/album': creator(false),
    '/item/$planId': item,
    '/bundle/$planId': item,
    '/p/$postId': async (ask, { postId: post_id = '' }) => {
      const { data, gone } = await ask(getPost, { post_id });
      const person = data && (await ask(getProfile, { user_id: data.post.user.user_id })).data;
      return { words: data && postWords(data.post, person?.user, origin), gone };
    },
  };
}

/**
 * What the public pages show to everybody: words, and the answers of their first calls. It never depends on who asks, so
 * it has nothing that a stranger is not told by the API.
 */
export function publicPages(app: FastifyInstance, { publicUrl }: Pick<Config, 'publicUrl'>): PublicPage {
  const painters = paintersOf(publicUrl);
  return async (request: FastifyRequest, { route, params }: KnownPage, language: Language) => {
    const answers: Record<string, unknown> = {};
    const ask: Ask = async (endpoint, ...input) => {
      const url = hrefOf(endpoint, ...input);
      const { statusCode, payload } = await app.inject({
        url,
        remoteAddress: request.ip,
        headers: { host: request.headers.host ?? 'localhost', 'locale-lang': language },
      });
      // The envelope of every call; its data is checked against the contract by tests.
      const { ec, data } = JSON.parse(payload) as { ec: number; data: never };
      const isFound = statusCode === 200 && ec === 200;
      if (isFound) answers[url] = data;
      return { data: isFound ? data : undefined, gone: GONE.has(ec) };
    };
    const { words = undefined, gone = false } = (await painters[route]?.(ask, params, language)) ?? {};
    return { words, gone, answers };
  };
}
