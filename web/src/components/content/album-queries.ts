import { infiniteQueryOptions } from '@tanstack/react-query';
import { type AlbumOrder, getAlbum, getCatalog, listAlbums } from '#services/contract/content/albums.ts';
import { call } from '../../api/client.ts';
import { endlessOf, queryOf } from '../../api/queries.ts';

const A_PAGE = 10;
/** Entries of an album that one request answers. */
const MANY = 50;

/** One album, with the place of a post in it. */
export const albumQuery = (album_id: string, post_id?: string) =>
  queryOf(getAlbum, { album_id, ...(post_id !== undefined && { post_id }) });

/** A creator's albums, page after page. */
export const albumsQuery = (user_id: string) => endlessOf(listAlbums, { user_id, per_page: A_PAGE });

/** The directory of an album, page after page; without an order in the album's own. */
export const catalogQuery = (album_id: string, order?: AlbumOrder) =>
  infiniteQueryOptions({
    queryKey: [getCatalog.path, 'endless', album_id, order],
    queryFn: ({ pageParam: lastRank, signal }) => {
      const by = order?.startsWith('rank') ? 'rank' : 'publish_sn';
      const rankOrder = order?.endsWith('asc') ? 'asc' : 'desc';
      const sorted = order === undefined ? {} : ({ rankField: by, rankOrder } as const);
      return call(getCatalog, { album_id, lastRank, per_page: MANY, ...sorted }, { signal });
    },
    initialPageParam: '' as number | '',
    getNextPageParam: ({ has_more, lastRank }) => (has_more ? lastRank : undefined),
    meta: { topics: getCatalog.reads },
  });
