import type { FastifyRequest } from 'fastify';
import {
  editMyProfile,
  getInitConfig,
  getMyAccount,
  getMyProfile,
  setShownAsSupporter,
  setVisitsCounted,
} from '#services/contract/accounts/accounts.ts';
import { CATEGORY_IDS } from '#services/contract/accounts/categories.ts';
import { offeredMethods, payRefusal } from '#services/modules/payments/registry.ts';
import { operatorAt } from '#services/runtime/settings/operator.ts';
import { type Area, routesOf } from '../http/area.ts';
import { getsPayPal, isAbroad } from '../http/proxies/abroad.ts';
import { categoryOf } from '../http/texts/category-names.ts';
import { payMethodsOf } from '../orders/take-order.ts';
import { lastSignInOf } from './last-sign-in.ts';
import { pagePicturesRefusal } from './page-pictures.ts';
import { ownUser } from './user-answer.ts';

/** The caller's profile, and the settings that every page needs first. */
export const profileRoutes: Area = (deps) => async (app) => {
  const on = routesOf(app, 'accounts');
  const { accounts, clock, config, payments } = deps;
  const paypalFor = (request: FastifyRequest) => getsPayPal(config.countryHeader, request);
  const nowSeconds = (): number => Math.floor(clock.now() / 1000);

  on(getMyAccount, async ({ caller: { user_id }, language }) => {
    const [addresses, found, shown_as_supporter, visits_counted, has_bind_wechat, last_sign_in] =
      await Promise.all([
        accounts.addressesOf(user_id),
        accounts.profiles.own(user_id),
        accounts.profiles.isShownAsSupporter(user_id),
        accounts.profiles.isVisitCounted(user_id),
        accounts.messengerLinks.has(user_id),
        lastSignInOf(deps, user_id, language),
      ]);
    const create_time = Math.floor((found?.created_at ?? 0) / 1000);
    const has_bind_phone = addresses.phone !== '';
    const settings = { shown_as_supporter, visits_counted };
    const has_bind = { has_bind_phone, has_bind_wechat };
    return { account: { ...addresses, ...has_bind, create_time, ...settings, last_sign_in } };
  });

  on(setShownAsSupporter, async ({ body: { status }, caller: { user_id } }) => {
    await accounts.profiles.setShownAsSupporter(user_id, status);
    return {};
  });

  on(setVisitsCounted, async ({ body: { status }, caller: { user_id } }) => {
    await accounts.profiles.setVisitCounted(user_id, status);
    return {};
  });

  on(getMyProfile, async ({ caller: { user_id, roles }, language, request }) => {
    const [{ creator: own, ...user }, { phone }] = await Promise.all([
      ownUser(deps, user_id),
      accounts.addressesOf(user_id),
    ]);
    const { rights, special } = await accounts.rights.refresh(user_id);
    const teams = await accounts.team.teamsOf(user_id);
    const owners = await deps.directory.usersByIds(teams.map(({ creator_id }) => creator_id));
    const creator = own && { ...own, category: categoryOf(own.category_id, language) };
    const can = {
      rights: { ...rights },
      all_py_types: await payMethodsOf(deps, { user_id, paypal: paypalFor(request) }),
      has_bind_phone: phone !== '',
    };
    return {
      user: { ...user, creator, ...can },
      creator,
      ...can,
      special_rights: [...special],
      roles: [...roles],
      hotwater: false,
      havefun: false,
      ip_info: { is_abroad: isAbroad(config.countryHeader, request) },
      can_debug: config.sandbox || (roles.length > 0 && config.operator.debugUsers.includes(user_id)),
      teams: teams.map((team) => {
        const { name = '', avatar = '' } = owners.get(team.creator_id) ?? {};
        return { creator: { user_id: team.creator_id, name, avatar }, rights: team.rights };
      }),
    };
  });

  on(editMyProfile, async ({ body: { name, avatar, cover }, caller: { user_id } }) => {
    const strange = await pagePicturesRefusal(deps, user_id, { avatar, cover });
    if (strange) return strange;
    await accounts.profiles.editUser(user_id, {
      name,
      ...(avatar !== undefined && { avatar }),
      ...(cover !== undefined && { cover }),
    });
    return { user: await ownUser(deps, user_id) };
  });

  const { icpNumber, termsVersion, terms, privacy, help } = config.operator;
  on(getInitConfig, async ({ language, request }) => ({
    categories: CATEGORY_IDS.map((category_id) => categoryOf(category_id, language)),
    sandbox: config.sandbox,
    business_time_zone: config.businessTimeZone,
    order_ttl_seconds: config.orderTtlSeconds,
    all_py_types: offeredMethods(payments.methods, paypalFor(request)),
    buy_refusal: payRefusal(payments.methods, paypalFor(request)),
    messenger_logins: [...accounts.messenger.kinds],
    passkey_origin: accounts.passkeys.origin ?? '',
    operator: {
      name: operatorAt(config.operator, request.hostname.toLowerCase()),
      terms,
      privacy,
      help,
      terms_version: termsVersion,
      icp_number: icpNumber,
    },
    now: nowSeconds(),
  }));
};
