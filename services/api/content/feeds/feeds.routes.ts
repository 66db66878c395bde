import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { UserId } from '#events/ids.ts';
import { isReader, postsOf } from '#read-models/content/queries.ts';
import { feedParams, feedQuery, getFeedKey, MAX_FEED_POSTS } from '#services/contract/content/feeds.ts';
import { openFeedAddresses } from '#services/modules/content/feed-addresses.ts';
import { refused } from '../../http/answer.ts';
import { type Area, routesOf } from '../../http/area.ts';
import { guessesByAddress, linkLimit, tooManyCalls, waitOfLink } from '../../http/rate-limits.ts';
import { notFound } from '../../http/refusals.ts';
import { listedPosts } from '../post-answer.ts';
import { postViewer } from '../post-viewer.ts';
import { feedText } from './feed-text.ts';

/** Feed readers look again after so many seconds. */
const MAX_AGE_SECONDS = 300;

/** Posts of a creator as RSS: public, and with a key what its reader can read. */
export const feedRoutes: Area = (deps) => async (app) => {
  const on = routesOf(app, 'content');
  const { accounts, pool } = deps;
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
   * A creator's posts as RSS 2.0. Without a key it is the same for everybody: public texts, and teasers of locked posts.
   * With the key of a reader it has what that reader can read now. HTTP 404 for an unknown creator or key.
   */
  const route = {
    config: { access: 'guest', rateLimit: linkLimit },
    schema: { params: feedParams, querystring: feedQuery, hide: true },
  } as const;
  app.get('/rss/:slug', route, async (request, reply) => {
    const { slug } = request.params;
    const { key, lang } = request.query;
    const reader = key === '' ? undefined : await readerOf(key, request, reply);
    const { byId, bySlug } = accounts.profiles;
    const profile = await (key === '' ? bySlug(slug) : reader && byId(reader.creator_id));
    if (!profile?.creator) {
      return reply.code(404).send(refused(request, notFound));
    }
    const creator_id = profile.user_id;
    const viewer = { ...(await postViewer(deps, creator_id, reader?.user_id)), author: false };
    const page = { before: 0, most: MAX_FEED_POSTS };
    const { rows } = await postsOf(pool, { creator_id, viewer: viewer.viewer, at: viewer.at, ...page });
    const shown = rows.filter(({ audience }) => audience !== 'self');
    const origin = `${request.protocol}://${request.host}`;
    const text = feedText({
      creator: { name: profile.name, intro: profile.creator.doing, url_slug: profile.url_slug },
      posts: await listedPosts(deps, creator_id, shown, viewer),
      origin,
      language: lang,
      address: origin + request.url,
      withTexts: profile.creator.can_copy_text,
    });
    const etag = `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`;
    void reply.header('cache-control', `${key === '' ? 'public' : 'private'}, max-age=${MAX_AGE_SECONDS}`);
    void reply.header('etag', etag);
    if (request.headers['if-none-match'] === etag) return reply.code(304).send();
    return reply.type('application/rss+xml; charset=utf-8').send(text);
  });
};
