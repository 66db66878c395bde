/**
 * Every numeric code of the API and the events, with its name (commerce specification 3 and 9). Code compares with
 * the name, never with the number.
 */

type CodeOf<Names extends Record<string, number>> = Names[keyof Names];

export const PRODUCT_TYPE = { sponsorship: 0, goods: 1, bundle: 2, choice_bundle: 3, ticket: 4 } as const;
export type ProductType = CodeOf<typeof PRODUCT_TYPE>;

/** Parts that are sold together: all of them, or some that the buyer chooses. */
export const isBundle = (type: number): boolean =>
  type === PRODUCT_TYPE.bundle || type === PRODUCT_TYPE.choice_bundle;

/** Each unit is of one SKU. */
export const isByPiece = (type: number): boolean =>
  type === PRODUCT_TYPE.goods || type === PRODUCT_TYPE.ticket;

export const PLAN_STATUS = { normal: 1, deleted: 2, hidden: 3 } as const;
export type PlanStatus = CodeOf<typeof PLAN_STATUS>;

/** `account`: for the whole plan. */
export const LIMIT_TYPE = { none: 0, sku: 1, account: 2, both: 3 } as const;
export type PurchaseLimitType = CodeOf<typeof LIMIT_TYPE>;

export const limitsSkus = (type: number): boolean => type === LIMIT_TYPE.sku || type === LIMIT_TYPE.both;
export const limitsAccount = (type: number): boolean =>
  type === LIMIT_TYPE.account || type === LIMIT_TYPE.both;

/** Scheduled and hidden posts are their creator's alone (creator specification 3). */
export const POST_STATUS = { normal: 1, deleted: 2, hidden: 3, scheduled: 4, draft: 5 } as const;
export type PostStatus = CodeOf<typeof POST_STATUS>;

/** A hidden album is its creator's alone, and opens no post. */
export const ALBUM_STATUS = { normal: 1, hidden: 3 } as const;
export type AlbumStatus = CodeOf<typeof ALBUM_STATUS>;

/** An article is rich text. */
export const POST_TYPE = { normal: 0, article: 1 } as const;
export type PostType = CodeOf<typeof POST_TYPE>;

/** Of a vote: how many options a ballot names. */
export const CHOSEN_TYPE = { single: 1, multiple: 2 } as const;

export const ORDER_STATUS = { pending: 1, success: 2, cancelled: 3 } as const;
export type OrderStatus = CodeOf<typeof ORDER_STATUS>;

export const REFUND_STATE = { none: 0, part: 1, full: 2 } as const;
export type RefundState = CodeOf<typeof REFUND_STATE>;

export const EXPRESS_STATUS = { to_send: 8, sent: 9 } as const;

export const TICKET_STATUS = { valid: 1, used: 2, void: 3 } as const;
export type TicketStatus = CodeOf<typeof TICKET_STATUS>;

/** Alipay, PayPal, bank card. */
export const WITHDRAW_TYPE = { apy: 1, pp: 2, bank: 7 } as const;
export type WithdrawType = CodeOf<typeof WITHDRAW_TYPE>;
export type MethodKind = keyof typeof WITHDRAW_TYPE;
/** Every other code of the specification is a bank's (creator specification 4); new ones are saved as 7. */
export const BANK_TYPES = [3, 7, 8, 9, 10, 15, 16, 17, 18, 19, 20] as const;
export const methodOfType = (type: number): MethodKind =>
  type === WITHDRAW_TYPE.apy ? 'apy' : type === WITHDRAW_TYPE.pp ? 'pp' : 'bank';

export const WITHDRAW_STATUS = {
  waiting: 1,
  success: 2,
  error: 3,
  paypal_error: 4,
  bank_error: 7,
  transferring: 8,
} as const;
export type WithdrawStatus = CodeOf<typeof WITHDRAW_STATUS>;
/** How a payout by a method fails. */
export const WITHDRAW_ERROR = {
  apy: WITHDRAW_STATUS.error,
  pp: WITHDRAW_STATUS.paypal_error,
  bank: WITHDRAW_STATUS.bank_error,
} as const;
export type WithdrawError = CodeOf<typeof WITHDRAW_ERROR>;
/** Failed without a payment; a rejected withdrawal has the first of them. */
export const WITHDRAW_FAILED: readonly number[] = Object.values(WITHDRAW_ERROR);

export const CARD_STATUS = { active: 1, reviewing: 2, rejected: 4 } as const;
export type CardStatus = CodeOf<typeof CARD_STATUS>;

/** `none`: of a creator who never applied. */
export const CERTIFICATION_STATUS = { none: -1, pending: 0, approved: 1, rejected: 2, on_hold: 3 } as const;
export type CertificationStatus = Exclude<CodeOf<typeof CERTIFICATION_STATUS>, -1>;

/** Orders may carry the code of an affiliate, or it changes nothing for the time being. */
export const AFFILIATE_STATUS = { paused: 0, active: 1 } as const;

export const USER_STATUS = { pending: 1, shown: 2, hidden: 3, banned: 4 } as const;

/** Where a creator's page has the entry for a custom amount. */
export const CUSTOM_PLAN = { bottom: 1, top: 2, hidden: 3 } as const;
/** Marks on uploaded pictures (creator specification 9). */
export const WATERMARK = { none: 1, corner: 2, tiled: 3 } as const;
export const CREATOR_TYPE = { person: 1, team: 2 } as const;

export const GOAL_TYPE = { sponsor: 1, money: 2, sum_income: 3 } as const;
export type GoalType = CodeOf<typeof GOAL_TYPE>;

export const GOAL_STATUS = { normal: 1, deleted: 2, hidden: 3 } as const;
export type GoalStatus = CodeOf<typeof GOAL_STATUS>;

export const OVERLAY_SIZE = { small: 1, medium: 2, large: 3 } as const;
/** The background of an overlay: none, or a dark or light plate. */
export const OVERLAY_PLATE = { none: 1, dark: 2, light: 3 } as const;

/** Requests to close an account (overview specification 4). */
export const CLOSING_STATUS = { none: 0, pending: 1, rejected: 3, closing: 4, taken_back: 5 } as const;

/** Why a reader reports a post. */
export const REPORT_TOPICS = ['spam', 'illegal', 'copyright', 'abuse', 'other'] as const;
export type ReportTopic = (typeof REPORT_TOPICS)[number];

/** Steps of a creator's guide. */
export const GUIDE_STEP = { open: 0, done: 1 } as const;

/** What a fan wants: money back, or another kind of help. */
export const CASE_KINDS = ['refund', 'help'] as const;
export const CASE_REASONS = [
  'not_received',
  'damaged',
  'wrong_item',
  'not_as_described',
  'unwanted',
  'other',
] as const;
/** Who acts: one of the order's two parties, or staff. */
export const CASE_SIDES = ['fan', 'creator', 'staff'] as const;
export type CaseSide = (typeof CASE_SIDES)[number];
