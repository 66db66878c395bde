import type { PlanId, SkuId, UserId } from './ids.ts';
import type { Fen } from './money.ts';

/**
 * What a creator has on sale. The offer is a stream, so that an order is decided against exactly one
 * version of it and any price ever shown can be looked up again.
 */

/** 0 sponsorship, 1 goods, 2 bundle of all, 3 bundle choose-N, 4 event ticket (commerce specification 3). */
export type ProductType = 0 | 1 | 2 | 3 | 4;
/** normal 1, delete 2, hide 3 */
export type PlanStatus = 1 | 2 | 3;
/** 0 none, 1 per SKU, 2 per account for the whole plan, 3 both */
export type PurchaseLimitType = 0 | 1 | 2 | 3;

export interface PurchaseLimit {
  /** Units allowed in the window. */
  count: number;
  /** Window of days × 24 h ending now; −1: ever. */
  days: number;
}

/** A plan's own fields; its SKUs have events of their own. */
export interface PlanOffer {
  name: string;
  desc: string;
  /** Address of the picture, empty when there is none. */
  pic: string;
  product_type: ProductType;
  price: Fen;
  /** Length of one period in months: 1, 3 or 12. */
  pay_month: 1 | 3 | 12;
  /** Price of a whole period when pay_month is 3 or 12; null: pay_month × price is not discounted. */
  favorable_price: Fen | null;
  independent: boolean;
  permanent: boolean;
  need_address: boolean;
  /** Whether a hidden plan can still be bought by its address. */
  can_buy_hide: boolean;
  purchase_limit_type: PurchaseLimitType;
  /** Per account for the whole plan; bears when the type is 2 or 3. */
  purchase_limit: PurchaseLimit | null;
  remark_name: string;
  remark_placeholder: string;
  remark_required: boolean;
  rank: number;
}

export interface SkuOffer {
  sku_id: SkuId;
  name: string;
  price: Fen;
  pic: string;
  /** Per SKU and account; bears when the plan's limit type is 1 or 3. */
  purchase_limit: PurchaseLimit | null;
  rank: number;
}

export type PlanEvent =
  | { type: 'PlanCreated'; data: { plan_id: PlanId; creator_id: UserId; offer: PlanOffer } }
  | { type: 'PlanRevised'; data: { plan_id: PlanId; offer: PlanOffer } }
  | { type: 'PlanStatusChanged'; data: { plan_id: PlanId; status: PlanStatus } }
  | { type: 'SkuOffered'; data: { plan_id: PlanId; sku: SkuOffer } }
  | { type: 'SkuWithdrawn'; data: { plan_id: PlanId; sku_id: SkuId } };

/** An offer without any extras: what a new one starts from. */
export const plainOffer = {
  desc: '',
  pic: '',
  pay_month: 1,
  favorable_price: null,
  independent: false,
  permanent: false,
  need_address: false,
  can_buy_hide: false,
  purchase_limit_type: 0,
  purchase_limit: null,
  remark_name: '',
  remark_placeholder: '',
  remark_required: false,
} as const satisfies Partial<PlanOffer>;
