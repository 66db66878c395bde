import { POST_STATUS } from '#events/status.ts';
import { firstPostsOf } from '#read-models/content/albums/queries.ts';
import type { AsOf } from '#read-models/engine/as-of.ts';
import type { Dependencies } from '#services/api/http/dependencies.ts';
import type { AlbumThumb } from '#services/contract/content/albums.ts';
import { isPublic } from '../post-answer.ts';
import { postFilesOf } from '../post-files.ts';
import type { PostViewer } from '../post-viewer.ts';

type Parts = Pick<Dependencies, 'accounts' | 'media' | 'pool' | 'postTexts'>;

/** Posts of an album whose pictures are looked at, and those that are shown. */
const MAX_POSTS = 12;
const MAX_THUMBS = 6;

/**
 * For each album of one creator the pictures of its first posts, one of each: addresses for those who may read the post,
 * a few colours for everybody else.
 */
export async function thumbsOf(
  { accounts, media, pool, postTexts }: Parts,
  album_ids: readonly string[],
  viewer: PostViewer,
): Promise<{ of: (album_id: string) => AlbumThumb[]; as_of?: AsOf }> {
  if (album_ids.length === 0) return { of: () => [] };
  const { rows, as_of } = await firstPostsOf(pool, {
    album_ids,
    most: MAX_POSTS,
    viewer: viewer.viewer,
    at: viewer.at,
  });
  const textOf = await postTexts.of(rows, 'media');
  const posts = rows.map((post) => ({
    post,
    text: textOf(post.post_id),
    is_public: post.status === POST_STATUS.normal && isPublic(post, viewer.at),
  }));
  const filesOf = await postFilesOf({ accounts, media }, posts, () => viewer);
  const ofAlbum = Map.groupBy(rows, ({ album_id }) => album_id);
  const thumbOf = (post_id: string): AlbumThumb[] => {
    const { pics, cover, teaser_pic } = filesOf(post_id);
    const file = pics[0] ?? cover;
    if (file?.url) return [{ file, thumbhash: '' }];
    return teaser_pic ? [{ file: null, thumbhash: teaser_pic.thumbhash }] : [];
  };
  const of = (album_id: string) =>
    (ofAlbum.get(album_id) ?? []).flatMap(({ post_id }) => thumbOf(post_id)).slice(0, MAX_THUMBS);
  return { of, as_of };
}
