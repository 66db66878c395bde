import { z } from 'zod';
import { endpoint, TEAM_RIGHTS } from '#services/contract/endpoint.ts';
import { flag, id, line, longText, money, nothing, seconds, text } from '#services/contract/fields/fields.ts';

export const account = text(120, 3);
export const password = longText(128, 8);

const leave = { access: 'guest', changes: true, answer: nothing } as const;
export const logout = endpoint('POST', '/api/passport/logout', leave);
export const logoutByLink = endpoint('GET', '/api/passport/logout', leave);

const count = z.number().int();
export const creator = z.object({
  /** 0 not a creator; 1 creator */
  status: z.number().int(),
  doing: z.string(),
  category_id: z.string(),
  type: z.number().int(),
  detail: z.string(),
  /** Of pictures uploaded from then on, avatars aside: 1 none, 2 corner, 3 tiled */
  watermark: z.number().int(),
  /** 0 or 1: multi-month discount (creator specification 9) */
  discount_option: z.number().int(),
  /** Goods of at least this amount ship free; `''`: no free shipping */
  free_shipping_set: z.object({ amount: z.union([z.literal(''), money]) }),
  /** Buyers may change the remark of a paid order once; in effect while the creator is certified */
  can_change_remark: z.boolean(),
  /** `rgb(148,108,230)` unless chosen */
  theme_color: z.string(),
  /** The themes to choose from; the last one has the creator's own colour */
  theme_list: z.array(
    z.object({
      id: z.string(),
      color: z.object({ r: count, g: count, b: count, a: z.number() }),
      in_use: z.boolean(),
    }),
  ),
  /** Number of products first shown on the creator's page, 0 to 9; −1: all (creator specification, Shop block) */
  limit_show_product_count: z.number().int(),
  /** The entry for a custom amount: 1 below the plans, 2 above them, 3 hidden */
  custom_plan: z.number().int(),
  custom_plan_desc: z.string(),
  /** Albums that visitors see */
  album_count: count,
  /** Parts of the page that are shown, and that visitors can copy */
  show_album: z.boolean(),
  show_shop: z.boolean(),
  show_sponsor_list: z.boolean(),
  can_copy_text: z.boolean(),
  can_copy_pic: z.boolean(),
  /** False: answers for others have no income, and no counts of sales */
  privacy_public_income: z.boolean(),
  /** False: answers for others have no sponsors, and no counts of them */
  privacy_public_sponsor: z.boolean(),
});

export const user = z.object({
  user_id: id,
  name: z.string(),
  avatar: z.string(),
  cover: z.string(),
  url_slug: z.string(),
  is_verified: z.number().int(),
  /** 1: certified by the platform, the only type */
  verified_type: z.number().int(),
  /** 1: the platform does not recommend the creator. */
  is_not_rec: z.number().int(),
  creator: creator.nullable(),
});

const payTypes = z.array(z.enum(['apy', 'wpy', 'pp', 'bank', 'strp']));

export const session = z.object({ auth_token: z.string(), user });
/** Counted by address, and by known browser (http/rate-limits.ts). */
export const login = endpoint('POST', '/api/passport/login', {
  access: 'guest',
  body: z.object({ account, password }),
  answer: session,
});
/** The name is in the language of the request; empty: unknown. */
const category = z.object({ category_id: z.string(), name: z.string() });
const rights = z.record(z.string(), z.boolean());
const sessionCreator = creator.extend({ category }).nullable();
export const profileAnswer = z.object({
  /** With what the session can do, for programs that read no other field (overview specification 3) */
  user: user.extend({
    creator: sessionCreator,
    has_bind_phone: z.boolean(),
    all_py_types: payTypes,
    rights,
  }),
  creator: sessionCreator,
  rights,
  /** What only some accounts have, given by an admin */
  special_rights: z.array(z.string()),
  /** How the account can pay; empty while nothing can be bought */
  all_py_types: payTypes,
  roles: z.array(z.string()),
  has_bind_phone: z.boolean(),
  /** Switches of the session whose effect the specification does not state: always false */
  hotwater: z.boolean(),
  havefun: z.boolean(),
  /** The visitor is outside of the mainland, as far as a proxy says so (COUNTRY_HEADER) */
  ip_info: z.object({ is_abroad: z.boolean() }),
  /** The pages have the debug console: in the sandbox, or for two people of staff */
  can_debug: z.boolean(),
  /** Creators for whom the user acts, with the rights that they gave */
  teams: z.array(
    z.object({
      creator: z.object({ user_id: id, name: z.string(), avatar: z.string() }),
      rights: z.array(z.enum(TEAM_RIGHTS)),
    }),
  ),
});
export const getMyProfile = endpoint('GET', '/api/my/profile', { access: 'fan', answer: profileAnswer });
/** The latest sign-in: its IP address, and the name of the country or region of it (empty if unknown). */
export const lastSignIn = z.object({ ip: z.string(), ip_area: z.string(), time: seconds });
export const myAccountAnswer = z.object({
  account: z.object({
    email: z.string(),
    phone: z.string(),
    has_bind_phone: z.boolean(),
    has_bind_wechat: z.boolean(),
    create_time: seconds,
    /** Public lists of supporters, as thank pages and overlays, show the name */
    shown_as_supporter: z.boolean(),
    /** Visits of creators' pages are counted in their statistics */
    visits_counted: z.boolean(),
    /** null: none since they are recorded */
    last_sign_in: lastSignIn.nullable(),
  }),
});
export const getMyAccount = endpoint('GET', '/api/my/account', { access: 'fan', answer: myAccountAnswer });

export const setShownAsSupporter = endpoint('POST', '/api/my/set-shown-as-supporter', {
  access: 'fan',
  body: z.object({ status: flag }),
  answer: nothing,
});

/** 0: the person objects to the counting of page visits. */
export const setVisitsCounted = endpoint('POST', '/api/my/set-visits-counted', {
  access: 'fan',
  body: z.object({ status: flag }),
  answer: nothing,
});

export const userAnswer = z.object({ user });
export const editMyProfile = endpoint('POST', '/api/my/edit-basic', {
  access: 'fan',
  /** The caller's own public profile, for fans and creators. */
  body: z.object({
    name: line(40, 1),
    avatar: text(300).optional(),
    cover: text(300).optional(),
  }),
  answer: userAnswer,
});
export const discountOptionBody = z.object({ status: flag });
export const discountOptionAnswer = z.object({
  discount_option: z.number().int(),
  position: z.number().int(),
});
export type User = z.infer<typeof user>;
export type Profile = z.infer<typeof profileAnswer>;
/** The settings that pages need at their start. */
export const initConfigAnswer = z.object({
  /** Names in the language of the request */
  categories: z.array(category),
  sandbox: z.boolean(),
  business_time_zone: z.string(),
  order_ttl_seconds: z.number().int(),
  /** How people can pay here (commerce specification 4); empty: nothing can be bought, see `buy_refusal` */
  all_py_types: payTypes,
  /** `no_provider`: this installation collects no payments yet; `abroad_only`: only by PayPal, not offered to the caller */
  buy_refusal: z.enum(['', 'no_provider', 'abroad_only']),
  /** Ways to sign in with WeChat: `wx` a code to scan, `mp` inside of the messenger */
  messenger_logins: z.array(z.enum(['wx', 'mp'])),
  /** The origin whose pages can use passkeys; empty: none can */
  passkey_origin: z.string(),
  operator: z.object({
    name: z.string(),
    /** `YYYY-MM-DD`: the version of terms and privacy policy that people agree to now */
    terms_version: z.string(),
    /** Own pages in place of /term and /privacy, help, ICP number; empty: none */
    terms: z.string(),
    privacy: z.string(),
    help: z.string(),
    icp_number: z.string(),
  }),
  now: seconds,
});
export const getInitConfig = endpoint('GET', '/api/init/config', {
  access: 'guest',
  answer: initConfigAnswer,
});
