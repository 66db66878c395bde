import { asUserId } from '#events/ids.ts';
import { toWire } from '#events/money.ts';
import type { AlbumFound } from '#read-models/content/albums/queries.ts';
import type { Dependencies } from '#services/api/http/dependencies.ts';
import type { Album } from '#services/contract/content/albums.ts';
import type { PostViewer } from '../post-viewer.ts';
import type { Way } from '../post-ways.ts';

type Parts = Pick<Dependencies, 'albumTexts' | 'directory'>;

/** Albums of one creator, in their order. `cheapest`: what opens the album now, if the answer names it. */
export async function albumAnswers(
  { albumTexts, directory }: Parts,
  creator_id: string,
  albums: readonly AlbumFound[],
  { author }: PostViewer,
  cheapest?: Way,
): Promise<Album[]> {
  const [textOf, users] = await Promise.all([
    albumTexts.of(albums.map(({ album_id }) => album_id)),
    directory.usersByIds([creator_id]),
  ]);
  const { name = '', avatar = '', url_slug = '' } = users.get(asUserId(creator_id)) ?? {};
  const buyPlan = cheapest
    ? { plan_id: cheapest.plan_id, sku_id: cheapest.sku?.sku_id ?? '', price: toWire(cheapest.price) }
    : null;
  return albums.map(({ changed_at, by_plan, by_purchase, creator_id: _, ...album }) => {
    const { changed_at: text_changed_at, ...text } = textOf(album.album_id);
    return {
      ...album,
      ...text,
      update_time: Math.floor(Math.max(changed_at, text_changed_at) / 1000),
      bought: by_plan || by_purchase,
      hasPlanUnlock: by_plan,
      hasBuyUnlock: by_purchase,
      hasUnlockAll: author || by_plan || by_purchase || album.open_count === album.post_count,
      buyPlan,
      can_edit: author,
      user: { user_id: creator_id, name, avatar, url_slug },
    };
  });
}
