import { derivedHexId } from '#events/ids.ts';
import { ALBUM_STATUS } from '#events/status.ts';
import { albumStream } from '#events/stream-names.ts';
import { albumKind } from '#services/commerce/content/albums/album.ts';
import { editAlbumPosts, saveAlbum } from '#services/commerce/content/albums/edit-album.ts';
import { openAlbumTexts } from '#services/modules/content/albums.ts';
import { putDrawing } from '#services/modules/media/public/public-files.ts';
import { accepted, atTime } from '../at-time.ts';
import type { DemoCreator } from '../content/creator.ts';
import { planId } from '../offers.ts';
import { creatorId } from '../people.ts';
import { product } from '../pictures.ts';
import type { DemoTools } from '../tools.ts';
import type { DemoPost } from './demo-post.ts';

const SEED = 37_000;

/** Titles and texts of the two albums of each creator: everything that is open, and what members read. */
const WORDS = {
  'zh-CN': [
    ['从这里开始', '第一次来？这些公开动态能让你很快认识我。'],
    ['会员合集', '幕后、原稿和答疑，按时间整理。加入会员即可阅读全部。'],
  ],
  'en-US': [
    ['Start here', 'New here? These open posts show what I do.'],
    ['For members', 'Notes from behind the scenes, in order. Every member reads all of them.'],
  ],
} as const;

/** Two albums of each creator who publishes; made again, nothing changes. */
export async function openDemoAlbums(
  { pool, committer, media, now }: Pick<DemoTools, 'pool' | 'committer' | 'media' | 'now'>,
  posts: ReadonlyMap<DemoCreator, readonly DemoPost[]>,
): Promise<void> {
  const texts = openAlbumTexts(pool);
  for (const [number, [creator, own]] of [...posts].entries()) {
    const creator_id = creatorId(creator);
    for (const [at, [title, content]] of WORDS[creator.language].entries()) {
      const album_id = derivedHexId('demo-album', creator.slug, String(at));
      const stream = albumStream(album_id);
      const live = await committer.read([stream], (states) => states.get(albumKind, stream).phase === 'live');
      if (live) continue;
      const isOpen = at === 0;
      const picture = product(SEED + number * 2 + at, creator, isOpen ? 'star' : 'book');
      const cover = await putDrawing(media, picture);
      await texts.save({ album_id, creator_id, changed_at: now }, { title, content, cover });
      const terms = { plan_ids: isOpen ? [] : creator.tiers.map((tier) => planId(creator, tier)), skus: [] };
      const album = { creator_id, album_id, made: true, status: ALBUM_STATUS.normal, terms, may_link: true };
      await accepted(committer.submit(atTime(saveAlbum(album), now)));
      const add = own
        .filter(({ terms: { audience } }) => (audience.to === 'all') === isOpen)
        .map(({ post_id }) => post_id);
      await accepted(committer.submit(atTime(editAlbumPosts({ creator_id, album_id, add }), now)));
    }
  }
}
