import { z } from 'zod';
import { endpoint } from '#services/contract/endpoint.ts';
import { flag, id, orderHeaders } from '#services/contract/fields/fields.ts';
import { editPlan, forHolders, rankInput } from './edit-plan.ts';
import { buyRefusal, plan } from './plans.ts';

/** A bundle with parts that their goods no longer offer */
const incompleteBundle = z.object({
  plan_id: id,
  name: z.string(),
  /** `part_gone` if it cannot be bought without them; empty if enough other parts can be chosen */
  buy_refusal: buyRefusal,
  sku: z.array(z.object({ sku_id: id, name: z.string() })),
});

/** The exact state after a write, as of `position`. */
const editedPlanAnswer = z.object({
  plan,
  /** The creator's bundles that lack parts of this plan; those that cannot be bought are marked */
  lacking_bundles: z.array(incompleteBundle),
  position: z.number().int(),
});
export const setCanBuyHide = endpoint('POST', '/api/creator/set-can-buy-hide', {
  access: 'creator',
  /** Whether a hidden plan can still be bought by its address */
  body: z.object({ plan_id: id, status: flag }),
  answer: editedPlanAnswer,
});
export const editPlanRank = endpoint('POST', '/api/creator/edit-plan-rank', {
  access: 'creator',
  body: z.object({ plan_id: id, rank: rankInput }),
  answer: editedPlanAnswer,
});
/** Of a list on one page. */
const MAX_ORDERED = 100;
export const editPlanOrder = endpoint('POST', '/api/creator/edit-plan-order', {
  access: 'creator',
  /** First to last, as people then see them; at most 100, each once. All are moved or none. */
  body: z.object({
    plan_ids: z
      .array(id)
      .min(1)
      .max(MAX_ORDERED)
      .refine((ids) => new Set(ids).size === ids.length, { message: 'repeated' }),
  }),
  answer: z.object({
    list: z.array(z.object({ plan_id: id, rank: z.number().int() })),
    position: z.number().int(),
  }),
});
export const savePlan = endpoint('POST', '/api/creator/edit-plan', {
  access: 'creator',
  body: editPlan,
  headers: orderHeaders,
  answer: editedPlanAnswer,
});
const change = { access: 'creator', body: z.object({ plan_id: id }), answer: editedPlanAnswer } as const;
export const showPlan = endpoint('POST', '/api/creator/show-plan', change);
export const hidePlan = endpoint('POST', '/api/creator/hide-plan', change);
export const deletePlan = endpoint('POST', '/api/creator/delete-plan', {
  ...change,
  body: z.object({ plan_id: id, holders: forHolders }),
});
export type IncompleteBundle = z.infer<typeof incompleteBundle>;
