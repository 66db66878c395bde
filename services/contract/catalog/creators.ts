import { z } from 'zod';
import { CREATOR_TYPE, WATERMARK } from '#events/status.ts';
import { creator, user, userAnswer } from '../accounts/accounts.ts';
import { endpoint } from '../endpoint.ts';
import {
  code,
  flag,
  id,
  line,
  list,
  longText,
  money,
  page,
  perPage,
  searchText,
  text,
} from '../fields/fields.ts';

/** The category with which pages begin: creators whom many sponsor come first. */
export const REC_CATEGORY = 'rec';
/**
 * `hot`: by the hot score of docs/domain/relations.md. `new`: who became a creator last. `goal`: only creators with an open
 * goal, the one nearest to its target first. Certified ones come first.
 */
export const EXPLORE_TYPES = ['hot', 'new', 'goal'] as const;
export type ExploreType = (typeof EXPLORE_TYPES)[number];
const exploreQuery = z.object({
  page,
  per_page: perPage,
  type: z.enum(EXPLORE_TYPES).default('hot'),
  /** Empty: all. `rec` is all of them like `rec` 1 */
  category_id: text(40).default(''),
  search_q: searchText(60).default(''),
  rec: flag.default(false),
});
/** Words that the address bar needs for itself, in small letters. */
export const RESERVED_SLUGS: ReadonlySet<string> = new Set([
  'album',
  'admin',
  'support',
  'official',
  'fanwatt',
]);
/** The creator form; a first call makes the caller a creator (creator specification 3). */
export const editBasicBody = z.object({
  name: line(40, 1),
  doing: line(60).default(''),
  category_id: text(40).default(''),
  type: code(CREATOR_TYPE).default(CREATOR_TYPE.person),
  detail: longText(20_000).default(''),
  /** letters and digits, 5 characters or more */
  url_slug: z.string().regex(/^[0-9A-Za-z]{5,32}$/),
  cover: text(300).default(''),
  avatar: text(300).default(''),
  watermark: code(WATERMARK).default(WATERMARK.none),
  theme_color: z
    .string()
    .regex(/^rgb\(\d{1,3},\d{1,3},\d{1,3}\)$/)
    .optional(),
});
export type EditBasic = z.input<typeof editBasicBody>;
/** `position`: the log position after the call, for `min_position`. */
export const creatorAnswer = z.object({ user, creator, position: z.number().int() });
export const editCreator = endpoint('POST', '/api/creator/edit-basic', {
  access: 'fan',
  body: editBasicBody,
  answer: creatorAnswer,
});
export const getProfileBySlug = endpoint('GET', '/api/user/get-profile-by-slug', {
  access: 'guest',
  query: z.object({ url_slug: text(64, 1) }),
  answer: userAnswer,
});
export const getProfile = endpoint('GET', '/api/user/get-profile', {
  access: 'guest',
  query: z.object({ user_id: id }),
  answer: userAnswer,
});
/** A creator's card on /explore and the landing page. */
export const creatorCard = z.object({
  user_id: id,
  name: z.string(),
  avatar: z.string(),
  cover: z.string(),
  url_slug: z.string(),
  doing: z.string(),
  category_id: z.string(),
  is_verified: z.number().int(),
  theme_color: z.string(),
  /** The two newest posts for everybody; the title is empty where there is neither title nor text */
  posts: z.array(z.object({ post_id: id, title: z.string() })),
  /** The cheapest plan on sale, by the month; empty without one */
  price_from: z.union([z.literal(''), money]),
  /** People who paid; null where the creator hides it */
  sponsor_count: z.number().int().nullable(),
  /** Of the goal nearest to its target, 0 to 0.9999; null in other orders than `goal` */
  goal_percent: z.number().nullable(),
});
export type CreatorCard = z.infer<typeof creatorCard>;
export const exploreCreators = endpoint('GET', '/api/creator/explore', {
  access: 'guest',
  query: exploreQuery,
  answer: list(creatorCard),
});
