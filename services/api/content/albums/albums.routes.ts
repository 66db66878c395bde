import type { UserId } from '#events/ids.ts';
import { type Fen, toWire } from '#events/money.ts';
import { ALBUM_STATUS, POST_STATUS, POST_TYPE } from '#events/status.ts';
import {
  type AlbumFound,
  albumById,
  albumsOf,
  type PostOfAlbum,
  placeInAlbum,
  postsOfAlbum,
} from '#read-models/content/albums/queries.ts';
import { postsByIds } from '#read-models/content/queries.ts';
import { earliest } from '#read-models/engine/as-of.ts';
import { deleteAlbum as deleteCommand, orderAlbum } from '#services/commerce/content/albums/edit-album.ts';
import {
  type AlbumEntry,
  type AlbumOrder,
  deleteAlbum,
  editAlbum,
  editAlbumPosts,
  getAlbum,
  getCatalog,
  listAlbumPosts,
  listAlbums,
  setAlbumOrder,
} from '#services/contract/content/albums.ts';
import { postName } from '#services/modules/content/post-name.ts';
import { isRefusal } from '#services/runtime/refusal.ts';
import { rangeOf } from '../../http/answer.ts';
import { type Area, routesOf } from '../../http/area.ts';
import { notFound } from '../../http/refusals.ts';
import { listedPosts } from '../post-answer.ts';
import { shownWays } from '../post-offers.ts';
import { type PostViewer, postViewer } from '../post-viewer.ts';
import { type LockedAlbum, lockedAlbum, waysToOpen, waysToRead } from '../post-ways.ts';
import { albumAnswers } from './album-answer.ts';
import { thumbsOf } from './album-thumbs.ts';
import { editPostsOf, saveAlbumOf, savedAlbum } from './save-album.ts';

const priceAnswer = (price: Fen | undefined): string => (price === undefined ? '' : toWire(price));

interface PageInput {
  album_id: string;
  lastRank: number | '';
  rankField?: 'rank' | 'publish_sn' | undefined;
  rankOrder?: 'asc' | 'desc' | undefined;
  per_page: number;
}

/** Albums of creators. */
export const albumRoutes: Area = (deps) => async (app) => {
  const on = routesOf(app, 'content');
  const { albumTexts, clock, committer, pool, postTexts } = deps;

  /** The album, for those who may see it. */
  async function shownAlbum(album_id: string, user: UserId | undefined) {
    const at = clock.now();
    const { rows, as_of } = await albumById(pool, { album_id, viewer: user ?? '', at });
    const [row] = rows;
    if (row === undefined) return undefined;
    const viewer = await postViewer(deps, row.creator_id, user);
    if ((row.status === ALBUM_STATUS.hidden || viewer.hidden) && !viewer.author) return undefined;
    const album: AlbumFound = viewer.author ? { ...row, open_count: row.post_count } : row;
    return { album, viewer, as_of };
  }

  /** One page of an album's posts, with one more row if there are more. */
  async function pageOf(input: PageInput, user: UserId | undefined) {
    const shown = await shownAlbum(input.album_id, user);
    if (shown === undefined) return undefined;
    const { viewer, album } = shown;
    const [field, direction] = album.order_by.startsWith('rank')
      ? (['rank', album.order_by.slice('rank_'.length)] as const)
      : (['publish_sn', album.order_by.slice('publish_sn_'.length)] as const);
    const column = input.rankField ?? field;
    // Field and direction are two of the enum's parts.
    const order_by = `${column}_${input.rankOrder ?? direction}` as AlbumOrder;
    const { rows, as_of } = await postsOfAlbum({ order_by, author: viewer.author })(pool, {
      album_id: album.album_id,
      viewer: viewer.viewer,
      at: viewer.at,
      last: input.lastRank === '' ? null : input.lastRank,
      most: input.per_page + 1,
    });
    const posts = rows.slice(0, input.per_page);
    const last = posts.at(-1);
    const lastRank = last === undefined ? ('' as const) : column === 'rank' ? last.rank : last.sn;
    const has_more = rows.length > input.per_page;
    return { album, viewer, posts, more: { lastRank, has_more, as_of: earliest(as_of, shown.as_of) } };
  }

  on(listAlbums, async ({ query, caller }) => {
    const { user_id: creator_id } = query;
    const viewer = await postViewer(deps, creator_id, caller?.user_id);
    const { limit: most, offset: skip } = rangeOf(query);
    const of = { creator_id, viewer: viewer.viewer, at: viewer.at };
    const found = await albumsOf(pool, { ...of, most, skip });
    const { as_of } = found;
    const rows = viewer.hidden && !viewer.author ? [] : found.rows;
    const total_count = rows[0]?.total_count ?? 0;
    const shown = rows.map(({ total_count: _, ...album }) => album);
    const ids = shown.map(({ album_id }) => album_id);
    const [albums, thumbs] = await Promise.all([
      albumAnswers(deps, creator_id, shown, viewer),
      thumbsOf(deps, ids, viewer),
    ]);
    const list = albums.map((album) => ({ ...album, thumbs: thumbs.of(album.album_id) }));
    return {
      list,
      has_more: skip + list.length < total_count,
      total_count,
      as_of: earliest(as_of, thumbs.as_of ?? as_of),
    };
  });

  /** The post's place, with the names of its neighbours. */
  async function placeOf(
    { album_id, creator_id, order_by }: AlbumFound,
    post_id: string,
    viewer: PostViewer,
  ) {
    const [row] = (await placeInAlbum(order_by)(pool, { album_id, post_id })).rows;
    if (row === undefined) return null;
    const post_ids = [row.previous, row.next].filter((one) => one !== null);
    const { rows: posts } = await postsByIds(pool, { creator_id, post_ids, ...viewer });
    const textOf = await postTexts.of(posts, 'listed');
    const neighbour = (id: string | null) => {
      const post = posts.find((one) => one.post_id === id);
      return post ? { post_id: post.post_id, title: postName(textOf(post.post_id), post.has_right) } : null;
    };
    return { number: row.number, previous: neighbour(row.previous), next: neighbour(row.next) };
  }

  on(getAlbum, async ({ query: { album_id, post_id }, caller }) => {
    const shown = await shownAlbum(album_id, caller?.user_id);
    if (shown === undefined) return notFound;
    const { album, viewer, as_of } = shown;
    // What is open already is not offered.
    const isOpen =
      viewer.author || album.by_plan || album.by_purchase || album.open_count === album.post_count;
    const locked: LockedAlbum = lockedAlbum(album);
    const found = isOpen ? [] : await waysToOpen(deps, locked, viewer.viewer);
    const [[answer], { ways }, place] = await Promise.all([
      albumAnswers(deps, album.creator_id, [album], viewer, found[0]),
      shownWays(deps, found, viewer.at),
      post_id === undefined ? null : placeOf(album, post_id, viewer),
    ]);
    return answer ? { album: answer, ways, place, as_of } : notFound;
  });

  on(listAlbumPosts, async ({ query, caller }) => {
    const page = await pageOf(query, caller?.user_id);
    if (page === undefined) return notFound;
    const { album, viewer, posts, more } = page;
    const live = posts.filter(({ status }) => status !== POST_STATUS.deleted);
    const ranks = new Map(live.map(({ post_id, rank }) => [post_id, rank]));
    const listed = await listedPosts(deps, album.creator_id, live, viewer);
    const list = listed.map((post) => ({ ...post, rank: ranks.get(post.post_id) ?? 0 }));
    return { list, bread_tab: 'album' as const, ...more };
  });

  on(getCatalog, async ({ query, caller }) => {
    const page = await pageOf(query, caller?.user_id);
    if (page === undefined) return notFound;
    const live = page.posts.filter(({ status }) => status !== POST_STATUS.deleted);
    const [textOf, waysTo] = await Promise.all([
      postTexts.of(page.posts, 'listed'),
      waysToRead(deps, live, page.viewer.viewer),
    ]);
    const priceOf = (post: PostOfAlbum) => waysTo(post).find(({ album }) => album === null)?.price;
    const list = page.posts.map(
      (post: PostOfAlbum): AlbumEntry => ({
        post_id: post.post_id,
        title: post.status === POST_STATUS.deleted ? '' : postName(textOf(post.post_id), post.has_right),
        type: post.kind === 'article' ? POST_TYPE.article : POST_TYPE.normal,
        status: post.status,
        has_right: post.has_right && post.status !== POST_STATUS.deleted,
        price: priceAnswer(priceOf(post)),
        self_only: post.audience === 'self',
        publish_time: Math.floor((post.published_at ?? post.scheduled_at ?? 0) / 1000),
        publish_sn: post.sn,
        rank: post.rank,
      }),
    );
    return { list, ...page.more };
  });

  on(editAlbum, async ({ body, caller: { user_id: creator_id, member_id: reader = creator_id } }) => {
    const saved = await saveAlbumOf(deps, creator_id, body);
    if (isRefusal(saved)) return saved;
    const found = await savedAlbum(deps, saved);
    if (isRefusal(found)) return found;
    const viewer = { viewer: creator_id, author: true, reader, at: clock.now() };
    const [album] = await albumAnswers(deps, creator_id, [found], viewer);
    return album ? { album, position: saved.position } : notFound;
  });

  on(editAlbumPosts, ({ body, caller: { user_id: creator_id } }) =>
    editPostsOf(deps, { creator_id, ...body }),
  );

  on(setAlbumOrder, async ({ body, caller: { user_id: creator_id } }) => {
    const outcome = await committer.submit(orderAlbum({ creator_id, ...body }));
    return outcome.accepted ? { position: outcome.position } : outcome.refusal;
  });

  on(deleteAlbum, async ({ body: { album_id }, caller: { user_id: creator_id } }) => {
    const outcome = await committer.submit(deleteCommand({ creator_id, album_id }));
    if (!outcome.accepted) return outcome.refusal;
    await albumTexts.forget(album_id);
    return { position: outcome.position };
  });
};
