import { z } from 'zod';
import { POST_STATUS } from '#events/status.ts';
import { plan, sku } from '../catalog/plans.ts';
import { endpoint } from '../endpoint.ts';
import { asOf, code, id, minPosition } from '../fields/fields.ts';

/** Memberships and SKUs on sale that open a post, the cheapest first; empty for a post that everybody can read. */
export const listPostPlans = endpoint('GET', '/api/post/get-plans', {
  access: 'guest',
  query: z.object({ post_id: id, min_position: minPosition }),
  answer: z.object({
    list: z.array(plan),
    skus: z.array(sku.extend({ plan_id: id })),
    as_of: asOf,
  }),
  reads: ['posts', 'grants', 'catalog', 'stock', 'orders'],
});

const link = {
  access: 'creator',
  right: 'content',
  body: z.object({ post_id: id, plan_id: id, sku_id: id }),
  answer: z.object({ position: z.number().int() }),
} as const;
/** Buyers of the SKU read the post from now on. Refused by field for a post that is for everybody, or for members. */
export const linkSku = endpoint('POST', '/api/post/link-sku', link);
/** A post that nothing else opens is then for its creator alone. */
export const unlinkSku = endpoint('POST', '/api/post/unlink-sku', link);

const linkedPost = z.object({
  sku_id: id,
  post_id: id,
  /** The title, or the beginning of the text */
  title: z.string(),
  status: code(POST_STATUS),
});
/** The posts that the SKUs of an own plan open, in any state; at most 500, those changed last first. */
export const listLinkedPosts = endpoint('GET', '/api/post/get-linked', {
  access: 'creator',
  right: 'content',
  query: z.object({ plan_id: id, min_position: minPosition }),
  answer: z.object({ list: z.array(linkedPost), as_of: asOf }),
  reads: ['posts', 'catalog'],
});
