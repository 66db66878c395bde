import { answers, ok } from '../http/answer.ts';
import type { Area } from '../http/area.ts';
import { callerOf } from '../http/caller.ts';
import { editProfile, initConfig, myAccount, myCheck, profile, userAnswer } from './contract/accounts.ts';
import { CATEGORY_IDS } from './contract/categories.ts';
import { ownUser } from './user-answer.ts';

const tags = ['accounts'];

/** What the caller is to us, and what every page needs to know first. */
export const profileRoutes: Area = (deps) => async (app) => {
  const { accounts, clock, config } = deps;
  const nowSeconds = (): number => Math.floor(clock.now() / 1000);

  app.get(
    '/api/my/account',
    { config: { access: 'fan' }, schema: { response: answers(myAccount), tags } },
    async (request) => {
      const { user_id } = callerOf(request);
      const [addresses, found] = await Promise.all([
        accounts.addressesOf(user_id),
        accounts.profiles.byId(user_id),
      ]);
      const create_time = Math.floor((found?.created_at ?? 0) / 1000);
      return ok({ account: { ...addresses, has_bind_phone: addresses.phone !== '', create_time } });
    },
  );

  app.get(
    '/api/my/profile',
    { config: { access: 'fan' }, schema: { response: answers(profile), tags } },
    async (request) => {
      const { user_id, roles } = callerOf(request);
      const user = await ownUser(deps, user_id);
      const { rights } = await accounts.rights.refresh(user_id);
      return ok({ user, creator: user.creator, rights: { ...rights }, roles: [...roles] });
    },
  );

  app.post(
    '/api/my/edit-basic',
    { config: { access: 'fan' }, schema: { body: editProfile, response: answers(userAnswer), tags } },
    async (request) => {
      const { user_id } = callerOf(request);
      const { name, avatar, cover } = request.body;
      await accounts.profiles.editUser(user_id, {
        name,
        ...(avatar !== undefined && { avatar }),
        ...(cover !== undefined && { cover }),
      });
      return ok({ user: await ownUser(deps, user_id) });
    },
  );

  app.get(
    '/api/my/check',
    { config: { access: 'fan' }, schema: { response: answers(myCheck), tags } },
    async () =>
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

  app.get(
    '/api/init/config',
    { config: { access: 'guest' }, schema: { response: answers(initConfig), tags } },
    async () =>
      ok({
        categories: CATEGORY_IDS.map((category_id) => ({ category_id })),
        sandbox: config.sandbox,
        business_time_zone: config.businessTimeZone,
        order_ttl_seconds: config.orderTtlSeconds,
        now: nowSeconds(),
      }),
  );
};
