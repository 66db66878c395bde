import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { UserId } from '#events/ids.ts';
import { isReader, postsByIds, postsOf } from '#read-models/content/queries.ts';
import {
  feedFileParams,
  feedParams,
  feedQuery,
  getFeedKey,
  MAX_FEED_POSTS,
} from '#services/contract/content/feeds.ts';
import { openFeedAddresses } from '#services/modules/content/feed-addresses.ts';
import { refused } from '../../http/answer.ts';
import { type Area, routesOf } from '../../http/area.ts';
import { guessesByAddress, linkLimit, tooManyCalls, waitOfLink } from '../../http/rate-limits.ts';
import { notFound } from '../../http/refusals.ts';
import { fileSender } from '../../media/media-files.routes.ts';
import { listedPosts } from '../post-answer.ts';
import { type PostViewer, postViewer } from '../post-viewer.ts';
import { feedFilesOf, fileIdIn } from './feed-files.ts';
import { feedText } from './feed-text.ts';

/** Feed readers look again after so many seconds. */
const MAX_AGE_SECONDS = 300;

/** Posts of a creator as RSS: public, and with a key what its reader can read. */
export const feedRoutes: Area = (deps) => async (app) => {
  const on = routesOf(app, 'content');
  const { accounts, media, pool } = deps;
  // Feed readers in a browser show it on their own pages.
  const sendFile = fileSender(deps, 'cross-origin');
  const feeds = openFeedAddresses(pool);
  const [guesses, waitOf] = [guessesByAddress(app), waitOfLink(app)];

  on(getFeedKey, async ({ body: { user_id: creator, renew }, caller: { user_id } }) => {
    const profile = await accounts.profiles.byId(creator);
    if (!profile?.creator) return notFound;
    const { rows } = await isReader(pool, { creator_id: creator, user_id });
    if (rows[0]?.is_reader !== true) return { code: 'not_allowed' };
    return { key: await feeds.keyOf({ user_id, creator_id: profile.user_id as UserId }, renew) };
  });

  /** The reader of a key; undefined for an unknown one. Invented keys count as guesses of the address. */
  async function readerOf(key: string, request: FastifyRequest, reply: FastifyReply) {
    const reader = await feeds.readerOf(key);
    const wait = reader ? waitOf(`feed ${key}`) : (await guesses(request).reserve(1)).wait;
    if (wait > 0) throw tooManyCalls(reply, wait);
    return reader;
  }

  /**
   * The feed of a slug or key, with its posts as its reader finds them now, or with one post; undefined for an unknown
   * one. Previews of links show pictures of public posts, also after they have left the feed.
   */
  async function feedOf(
    { slug, key, post_id }: { slug: string; key: string; post_id?: string },
    request: FastifyRequest,
    reply: FastifyReply,
  ) {
    const reader = key === '' ? undefined : await readerOf(key, request, reply);
    const { byId, bySlug } = accounts.profiles;
    const profile = await (key === '' ? bySlug(slug) : reader && byId(reader.creator_id));
    if (!profile?.creator) return undefined;
    const { user_id: creator_id, creator } = profile;
    const viewer = { ...(await postViewer(deps, creator_id, reader?.user_id)), author: false };
    const asked = { creator_id, viewer: viewer.viewer, at: viewer.at };
    const page = { before: 0, most: MAX_FEED_POSTS };
    const { rows } =
      post_id !== undefined && key === ''
        ? await postsByIds(pool, { ...asked, post_ids: [post_id] })
        : await postsOf(pool, { ...asked, ...page });
    const shown = rows.filter(
      (post) => post.audience !== 'self' && (post_id === undefined || post.post_id === post_id),
    );
    return { profile, creator, viewer, posts: await listedPosts(deps, creator_id, shown, viewer) };
  }

  const config = { access: 'guest', rateLimit: linkLimit } as const;
  /**
   * A creator's posts as RSS 2.0. Without a key it is the same for everybody: public texts, and teasers of locked posts.
   * With the key of a reader it has what that reader can read now. HTTP 404 for an unknown creator or key.
   */
  const route = { config, schema: { params: feedParams, querystring: feedQuery, hide: true } } as const;
  app.get('/rss/:slug', route, async (request, reply) => {
    const { slug } = request.params;
    const { key, lang } = request.query;
    const feed = await feedOf({ slug, key }, request, reply);
    if (feed === undefined) return reply.code(404).send(refused(request, notFound));
    const { profile, creator } = feed;
    const origin = deps.config.publicUrl;
    const text = feedText({
      creator: { name: profile.name, intro: creator.doing, url_slug: profile.url_slug },
      posts: feed.posts,
      origin,
      language: lang,
      address: origin + request.url,
      copying: creator,
      files: {
        base: `${origin}/rss/${encodeURIComponent(slug)}`,
        query: key === '' ? '' : `?key=${encodeURIComponent(key)}`,
      },
    });
    const etag = `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`;
    void reply.header('cache-control', `${key === '' ? 'public' : 'private'}, max-age=${MAX_AGE_SECONDS}`);
    void reply.header('etag', etag);
    // Packed it is another text with the same meaning: a reader may send the weak form.
    if (request.headers['if-none-match']?.replace(/^W\//, '') === etag) return reply.code(304).send();
    return reply.type('application/rss+xml; charset=utf-8').send(text);
  });

  /**
   * A file of a post. The right is checked at each fetch, as for the post's page. Its address is valid as long as the
   * key's reader may see it and the post is in the feed; without a key as long as everybody may. Otherwise HTTP 404.
   */
  app.route<{ Params: z.output<typeof feedFileParams>; Querystring: z.output<typeof feedQuery> }>({
    method: ['GET', 'HEAD'],
    url: '/rss/:slug/:post_id/:file',
    config,
    schema: { params: feedFileParams, querystring: feedQuery, hide: true },
    handler: async (request, reply) => {
      const { slug, post_id, file: name } = request.params;
      const feed = await feedOf({ slug, key: request.query.key, post_id }, request, reply);
      const post = feed?.posts[0];
      const { pictures = [], enclosure = undefined } = post && feed ? feedFilesOf(post, feed.creator) : {};
      const files = enclosure ? [...pictures, enclosure] : pictures;
      const file = files.find(({ file_id }) => file_id === fileIdIn(name));
      const found = feed && file && checked(file.preview || file.url, feed.viewer);
      if (!found?.valid) return reply.code(404).send(refused(request, notFound));
      return sendFile(request, reply, found);
    },
  });

  /** A signed address that was made for this reader just now. */
  function checked(address: string, { reader, at }: PostViewer) {
    const { pathname, searchParams } = new URL(address, 'http://localhost');
    const [, , file_id = '', variant = ''] = pathname.split('/');
    return media.addresses.check({ file_id, variant }, Object.fromEntries(searchParams), reader, at);
  }
};
