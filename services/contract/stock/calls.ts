import { z } from 'zod';
import { stockInput } from '#services/contract/catalog/edit-plan.ts';
import { plan, sku } from '#services/contract/catalog/plans.ts';
import { endpoint } from '#services/contract/endpoint.ts';
import { id, whole } from '#services/contract/fields/fields.ts';

const difference = whole(-10_000_000, 10_000_000).optional();
/** Exactly one of the two. */
const editSkuStockBody = z
  .object({ sku_id: id, stock: stockInput.optional(), delta: difference })
  .refine((input) => (input.stock === undefined) !== (input.delta === undefined), {
    message: 'required',
    path: ['stock'],
  });
/** Exactly one of the two. */
const editBundleStockBody = z
  .object({ plan_id: id, bundle_stock: stockInput.optional(), delta: difference })
  .refine((input) => (input.bundle_stock === undefined) !== (input.delta === undefined), {
    message: 'required',
    path: ['bundle_stock'],
  });

export const editBundleStock = endpoint('POST', '/api/creator/edit-bundle-stock', {
  access: 'creator',
  body: editBundleStockBody,
  answer: z.object({ plan, position: z.number().int() }),
});
export const editSkuStock = endpoint('POST', '/api/creator/edit-sku-stock', {
  access: 'creator',
  body: editSkuStockBody,
  answer: z.object({ sku, position: z.number().int() }),
});
