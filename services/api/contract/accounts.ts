import { z } from 'zod';
import { flag, id, seconds, text } from './fields.ts';

export const accountType = z.enum(['email', 'phone']);
const account = text(120, 3);
export const password = text(128, 8);

export const sendVerifyCode = z.object({
  account,
  account_type: accountType,
  scene: z.enum(['register', 'login', 'forgot', 'bind']).default('register'),
});
/** Seconds until another code may be asked for (creator specification 9: 180). */
export const sendVerifyCodeAnswer = z.object({ resend_after: z.number().int() });

export const register = z.object({ account, code: z.string().regex(/^\d{6}$/), password, name: text(40, 1) });
export const login = z.object({ account, password });

export const creator = z.object({
  /** 0 not a creator; 1 creator */
  status: z.number().int(),
  doing: z.string(),
  category_id: z.string(),
  type: z.number().int(),
  detail: z.string(),
  watermark: z.number().int(),
  /** 0 or 1: multi-month discount (creator specification 9) */
  discount_option: z.number().int(),
  /** `rgb(148,108,230)` unless chosen */
  theme_color: z.string(),
});

export const user = z.object({
  user_id: id,
  name: z.string(),
  avatar: z.string(),
  cover: z.string(),
  url_slug: z.string(),
  is_verified: z.number().int(),
  creator: creator.nullable(),
});

export const session = z.object({ auth_token: z.string(), user });
export const profile = z.object({
  user,
  creator: creator.nullable(),
  rights: z.record(z.string(), z.boolean()),
  roles: z.array(z.string()),
});
export const myAccount = z.object({
  account: z.object({
    email: z.string(),
    phone: z.string(),
    has_bind_phone: z.boolean(),
    create_time: seconds,
  }),
});

/** The creator form; a first call makes the caller a creator (creator specification 3). */
export const editBasic = z.object({
  name: text(40, 1),
  doing: text(60).default(''),
  category_id: text(40).default(''),
  type: z.union([z.literal(1), z.literal(2)]).default(1),
  detail: text(20_000).default(''),
  /** letters and digits, 5 characters or more */
  url_slug: z.string().regex(/^[0-9A-Za-z]{5,32}$/),
  cover: text(300).default(''),
  avatar: text(300).default(''),
  watermark: z.union([z.literal(1), z.literal(2), z.literal(3)]).default(1),
  theme_color: z
    .string()
    .regex(/^rgb\(\d{1,3},\d{1,3},\d{1,3}\)$/)
    .optional(),
});

export const setDiscountOption = z.object({ status: flag });
export const bySlug = z.object({ url_slug: text(64, 1) });
export const byUserId = z.object({ user_id: id });

export type User = z.infer<typeof user>;
export type Creator = z.infer<typeof creator>;
export type Profile = z.infer<typeof profile>;
export type Session = z.infer<typeof session>;
export type EditBasic = z.input<typeof editBasic>;
