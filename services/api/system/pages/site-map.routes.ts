import { z } from 'zod';
import { shownItemCount, shownItems } from '#read-models/catalog/site-map.ts';
import { postParts, postsOfPart } from '#read-models/content/site-map.ts';
import { refused } from '../../http/answer.ts';
import type { Area } from '../../http/area.ts';
import { escaped } from '../../http/pages/page-html.ts';
import { linkLimit } from '../../http/rate-limits.ts';
import { notFound } from '../../http/refusals.ts';
import { LIST_PAGES } from './list-pages.ts';

/** Addresses of one part; search engines take 50,000. */
const MAX_ADDRESSES = 10_000;
/** Parts in the index; search engines take 50,000. */
const MAX_PARTS = 50_000;
/** Creators of one part: they are sorted for each. */
const CREATORS = 5_000;
/** Robots, and caches before us, look again after so many seconds. */
const MAX_AGE_SECONDS = 3_600;

/** Pages of a person or of staff, which need a session. */
const PRIVATE =
  `/admin /cart /cashier /compose /dashboard /edit /finance /my/ /notice /oauth2/ /order/ /overlay /purchase/
  /redeem /setting /support /unsubscribe /withdraw`.split(/\s+/);

const KINDS = ['lists', 'creators', 'items', 'posts'] as const;
type Kind = (typeof KINDS)[number];
/** `posts-3.xml` */
const PART = /^([a-z]+)-(\d{1,9})\.xml$/;
const params = z.object({ name: z.string().max(40) });

interface Address {
  path: string;
  /** Unix milliseconds of the last change. */
  at?: number;
}

const XML = '<?xml version="1.0" encoding="UTF-8"?>\n';
const NAMESPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';

/** robots.txt, and the site map in parts: lists, public creators, what they offer, and posts for everybody. */
export const siteMapRoutes: Area = (deps) => async (app) => {
  const { pool, clock, seenPosts } = deps;
  const { showcase } = deps.accounts;
  const origin = deps.config.publicUrl;
  const config = { access: 'guest', rateLimit: linkLimit } as const;

  const creatorsOf = (page: number, per_page: number) =>
    showcase.list({ category_id: '', search: '', page, per_page, now: clock.now() });

  /** The addresses of a part; none beyond the last. */
  const addressesOf: Record<Kind, (part: number) => Promise<Address[]>> = {
    async lists(part) {
      return part === 0 ? LIST_PAGES.map((path) => ({ path })) : [];
    },
    async creators(part) {
      const { list } = await creatorsOf(part + 1, CREATORS);
      return list.map(({ url_slug }) => ({ path: `/a/${encodeURIComponent(url_slug)}` }));
    },
    async items(part) {
      const hidden_ids = await seenPosts.hiddenCreators();
      const page = { now: clock.now(), hidden_ids, most: MAX_ADDRESSES, skip: part * MAX_ADDRESSES };
      const { rows } = await shownItems(pool, page);
      return rows.map(({ plan_id, updated_at }) => ({ path: `/item/${plan_id}`, at: updated_at }));
    },
    async posts(part) {
      const { rows } = await postsOfPart(pool, { part, hidden_ids: await seenPosts.hiddenCreators() });
      return rows.map(({ post_id, edited_at }) => ({ path: `/p/${post_id}`, at: edited_at }));
    },
  };

  /** The numbers of the parts that have addresses. */
  const partsOf: Record<Kind, () => Promise<number[]>> = {
    lists: async () => [0],
    async creators() {
      const { total } = await creatorsOf(1, 1);
      return Array.from({ length: Math.ceil(total / CREATORS) }, (_, part) => part);
    },
    async items() {
      const { rows } = await shownItemCount(pool, {
        now: clock.now(),
        hidden_ids: await seenPosts.hiddenCreators(),
      });
      return Array.from({ length: Math.ceil((rows[0]?.count ?? 0) / MAX_ADDRESSES) }, (_, part) => part);
    },
    async posts() {
      const { rows } = await postParts(pool, { most: MAX_PARTS });
      return rows.map(({ part }) => part);
    },
  };

  const options = { config, schema: { hide: true } } as const;
  app.get('/robots.txt', options, (_, reply) => {
    const hidden = PRIVATE.map((path) => `Disallow: ${path}`);
    const text = ['User-agent: *', ...hidden, '', `Sitemap: ${origin}/sitemap.xml`, ''].join('\n');
    return reply
      .header('cache-control', `public, max-age=${MAX_AGE_SECONDS}`)
      .type('text/plain; charset=utf-8')
      .send(text);
  });

  app.get('/sitemap.xml', options, async (_, reply) => {
    const lists = await Promise.all(
      KINDS.map(async (kind) => (await partsOf[kind]()).map((part) => `${kind}-${part}`)),
    );
    const rows = lists
      .flat()
      .slice(0, MAX_PARTS)
      .map((name) => `<sitemap><loc>${escaped(`${origin}/sitemap/${name}.xml`)}</loc></sitemap>`);
    return reply
      .header('cache-control', `public, max-age=${MAX_AGE_SECONDS}`)
      .type('application/xml; charset=utf-8')
      .send(`${XML}<sitemapindex ${NAMESPACE}>\n${rows.join('\n')}\n</sitemapindex>\n`);
  });

  const partRoute = { config, schema: { params, hide: true } } as const;
  app.get('/sitemap/:name', partRoute, async (request, reply) => {
    const [, named, part = ''] = PART.exec(request.params.name) ?? [];
    const kind = KINDS.find((one) => one === named);
    const addresses = kind === undefined ? [] : await addressesOf[kind](Number(part));
    if (addresses.length === 0) return reply.code(404).send(refused(request, notFound));
    const rows = addresses.map(({ path, at }) => {
      const changed = at === undefined ? '' : `<lastmod>${new Date(at).toISOString()}</lastmod>`;
      return `<url><loc>${escaped(origin + path)}</loc>${changed}</url>`;
    });
    return reply
      .header('cache-control', `public, max-age=${MAX_AGE_SECONDS}`)
      .type('application/xml; charset=utf-8')
      .send(`${XML}<urlset ${NAMESPACE}>\n${rows.join('\n')}\n</urlset>\n`);
  });
};
