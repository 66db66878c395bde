import type { UserId } from '#events/ids.ts';
import type { Refusal } from '#services/runtime/refusal.ts';
import type { Dependencies } from '../http/dependencies.ts';

interface PagePictures {
  avatar?: string | undefined;
  cover?: string | undefined;
}

/** Refuses an avatar or cover that the person has not uploaded, or that is too small. Those that the page has stay. */
export async function pagePicturesRefusal(
  { accounts: { profiles }, media }: Pick<Dependencies, 'accounts' | 'media'>,
  user: UserId,
  { avatar = '', cover = '' }: PagePictures,
): Promise<Refusal | null> {
  const saved = await profiles.own(user);
  const fields = [
    { field: 'avatar', address: avatar, as: 'avatar' as const },
    { field: 'cover', address: cover, as: 'cover' as const },
  ];
  return media.pictures.refusalOf(user, fields, saved ? [saved.avatar, saved.cover] : []);
}
