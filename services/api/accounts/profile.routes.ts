import { ok } from '../http/answer.ts';
import { type Area, routesOf } from '../http/area.ts';
import { callerOf } from '../http/caller.ts';
import { getInitConfig, getMyAccount, getMyCheck, editMyProfile, getMyProfile } from './contract/accounts.ts';
import { CATEGORY_IDS } from './contract/categories.ts';
import { ownUser } from './user-answer.ts';
/** The caller's profile, and the settings that every page needs first. */
export const profileRoutes: Area = (deps) => async (app) => {
  const on = routesOf(app, 'accounts');
  const { accounts, clock, config } = deps;
  const nowSeconds = (): number => Math.floor(clock.now() / 1000);

  on(getMyAccount, async (request) => {
    const { user_id } = callerOf(request);
    const [addresses, found] = await Promise.all([
      accounts.addressesOf(user_id),
      accounts.profiles.byId(user_id),
    ]);
    const create_time = Math.floor((found?.created_at ?? 0) / 1000);
    return ok({ account: { ...addresses, has_bind_phone: addresses.phone !== '', create_time } });
  });

  on(getMyProfile, async (request) => {
    const { user_id, roles } = callerOf(request);
    const user = await ownUser(deps, user_id);
    const { rights } = await accounts.rights.refresh(user_id);
    return ok({ user, creator: user.creator, rights: { ...rights }, roles: [...roles] });
  });

  on(editMyProfile, async (request) => {
    const { user_id } = callerOf(request);
    const { name, avatar, cover } = request.body;
    await accounts.profiles.editUser(user_id, {
      name,
      ...(avatar !== undefined && { avatar }),
      ...(cover !== undefined && { cover }),
    });
    return ok({ user: await ownUser(deps, user_id) });
  });

  on(getMyCheck, async () =>
    ok({
      unread_message_num: 0,
      unread_post_num: 0,
      has_new_msg: false,
      unread_count: { message: 0, comment: 0, like: 0 },
      notice_bar_key: '',
      ip_info: { is_abroad: false },
      now: nowSeconds(),
    }),
  );

  on(getInitConfig, async () =>
    ok({
      categories: CATEGORY_IDS.map((category_id) => ({ category_id })),
      sandbox: config.sandbox,
      business_time_zone: config.businessTimeZone,
      order_ttl_seconds: config.orderTtlSeconds,
      now: nowSeconds(),
    }),
  );
};
