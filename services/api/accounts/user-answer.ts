import type { z } from 'zod';
import { toWire } from '#events/money.ts';
import { termsStream } from '#events/stream-names.ts';
import { albumCount } from '#read-models/content/albums/queries.ts';
import type { Dependencies } from '#services/api/http/dependencies.ts';
import { termsKind } from '#services/commerce/prices/terms.ts';
import type { user } from '#services/contract/accounts/accounts.ts';
import { SessionEnded } from '#services/modules/accounts/end-access.ts';
import type { UserProfile } from '#services/modules/accounts/profiles.ts';
import { themesOf } from '#services/modules/accounts/themes.ts';

type User = z.output<typeof user>;

/** The creator's terms as they are decided with: from their stream. */
async function termsAnswer(deps: Dependencies, creator: UserProfile['user_id']) {
  const stream = termsStream(creator);
  const { discount_option, free_shipping, remark_changes } = await deps.committer.read([stream], (states) =>
    states.get(termsKind, stream),
  );
  return {
    discount_option,
    free_shipping_set: { amount: free_shipping === null ? '' : toWire(free_shipping) },
    can_change_remark: remark_changes,
  };
}

const creatorAnswer = ({ custom_theme, ...creator }: NonNullable<UserProfile['creator']>) => ({
  ...creator,
  theme_list: themesOf({ custom_theme, theme_color: creator.theme_color }).map(
    ({ css: _, ...theme }) => theme,
  ),
});

/** A user as every answer shows one, with the creator's part when there is one. */
export async function userAnswerOf(deps: Dependencies, profile: UserProfile): Promise<User> {
  const { user_id, name, avatar, cover, url_slug, is_verified, is_not_rec, creator } = profile;
  return {
    user_id,
    name,
    avatar,
    cover,
    url_slug,
    is_verified,
    verified_type: is_verified,
    is_not_rec,
    creator: creator && {
      ...creatorAnswer(creator),
      ...(await termsAnswer(deps, user_id)),
      album_count: (await albumCount(deps.pool, { creator_id: user_id })).count,
    },
  };
}

/** The signed-in user's own profile. Throws `SessionEnded` when the person was banned or deleted meanwhile. */
export async function ownUser(deps: Dependencies, user_id: string): Promise<User> {
  const profile = await deps.accounts.profiles.own(user_id);
  if (profile === undefined) throw new SessionEnded();
  return userAnswerOf(deps, profile);
}
