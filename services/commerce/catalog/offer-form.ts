import type { PlanOffer, SkuOffer, TicketRound } from '#events/catalog.ts';
import type { Fen } from '#events/money.ts';

/** Who sets the offer: an import can have prices below the minimum. */
export type OfferOrigin = 'seller' | 'import';

/** The creator's rights for offers. Every creator has each right until it is revoked. */
export interface OfferRights {
  /** Certified: replies are for certified creators only (commerce specification 5). */
  verified: boolean;
  bundles: boolean;
  tickets: boolean;
  permanent: boolean;
  timing: boolean;
  agreement: boolean;
  /** Files for buyers. */
  attachments: boolean;
  /** A payment provider can charge by agreement. */
  renewing_provider: boolean;
}

export const everyRight: OfferRights = {
  verified: true,
  bundles: true,
  tickets: true,
  permanent: true,
  timing: true,
  agreement: true,
  attachments: true,
  renewing_provider: true,
};

/** A session of the form; a new one has an id created by the caller. */
export interface RoundEdit extends TicketRound {
  is_new?: boolean;
}

/** The fields of a plan as its creator fills them in. */
export interface OfferForm
  extends Omit<PlanOffer, 'more_pics' | 'price' | 'rank' | 'rounds' | 'invite_code_hash'> {
  /** Omitted: unchanged. */
  more_pics?: readonly string[] | undefined;
  /** null: of goods and tickets, the lowest price of a SKU. */
  price: Fen | null;
  /** null: stays as it is, 0 for a new plan. */
  rank: number | null;
  rounds: readonly RoundEdit[];
  /** Omitted: unchanged. Empty: no invite code. */
  invite_code?: string | undefined;
}

/** One SKU of a plan's form. */
export interface SkuEdit {
  offer: SkuOffer;
  /** The id was generated for this edit; otherwise it is the plan's, or a bundle's part from goods. */
  is_new: boolean;
  /** Units on sale when the SKU is first offered, null unlimited; not read for one that is there already. */
  stock: number | null;
}
