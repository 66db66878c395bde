import type { EditPlan } from '../catalog/edit-plan.ts';
import { everyRight, type OfferForm, type SkuEdit } from '../catalog/offer-form.ts';
import { CREATOR, PLAN } from './scenario.ts';

/** The seller saves PLAN, which may be new; tests name what differs. */
export const planEdit = (
  offer: OfferForm,
  skus: readonly SkuEdit[] = [],
  change: Partial<EditPlan> = {},
): EditPlan => ({
  creator_id: CREATOR,
  plan_id: PLAN,
  may_create: true,
  offer: { ...offer },
  skus,
  origin: 'seller',
  rights: everyRight,
  ...change,
});

/** A new SKU of a saved plan; null is unlimited stock. */
export const added = (offer: SkuEdit['offer'], stock: number | null = null): SkuEdit => ({
  offer,
  is_new: true,
  stock,
});

/** A SKU that the plan already has. */
export const present = (offer: SkuEdit['offer']): SkuEdit => ({ ...added(offer), is_new: false });
