import { MAX_ALBUMS_OF_POST } from '#services/contract/content/posts.ts';
import { textIn } from '../../shell/search.ts';

const ID = /^[0-9A-Za-z_-]{1,64}$/;

/** Where a new post belongs, in the address of its editor. */
export interface PlaceSearch {
  /** Joined by commas; chosen in a new post. */
  album_ids?: string | undefined;
  /** A circle. Posts have none yet: it stays in the address. */
  group_id?: string | undefined;
}

export const placeIn = (search: Record<string, unknown>): PlaceSearch => ({
  album_ids: textIn(search, 'album_ids'),
  group_id: textIn(search, 'group_id'),
});

/** The albums that an address names, each once, as many as a post can be in. */
export const chosenAlbums = (album_ids = ''): string[] =>
  [...new Set(album_ids.split(',').filter((one) => ID.test(one)))].slice(0, MAX_ALBUMS_OF_POST);
