import { textIn } from '../../shell/search.ts';

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
