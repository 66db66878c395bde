import { textIn } from '../../shell/search.ts';

/** What something is bought for. Addresses carry it from page to page; the result leads back to it. */
export interface BoughtFor {
  post_id?: string | undefined;
  /** With a post: the post in this album. */
  album_id?: string | undefined;
}

export const boughtFor = (search: Record<string, unknown>): BoughtFor => ({
  post_id: textIn(search, 'post_id'),
  album_id: textIn(search, 'album_id'),
});

/** What addresses keep of it. */
export const BOUGHT_FOR: readonly (keyof BoughtFor)[] = ['post_id', 'album_id'];
