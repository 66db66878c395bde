import { z } from 'zod';
import { PRODUCT_TYPE } from '#events/status.ts';
import { endpoint } from '../endpoint.ts';
import { code, counted, id, minPosition, money, searchWords, whole } from '../fields/fields.ts';

const foundPlan = z.object({
  plan_id: id,
  product_type: code(PRODUCT_TYPE),
  name: z.string(),
  /** Address of a picture; empty without one */
  pic: z.string(),
  /** The lowest regular price; `"0.00"` without a SKU */
  price: money,
  user: z.object({ user_id: id, name: z.string(), avatar: z.string(), url_slug: z.string() }),
});
export type FoundPlan = z.infer<typeof foundPlan>;

/** Plans and products on the shelf with all words of `q` in their name, the newest first; one character is enough. */
export const searchPlans = endpoint('GET', '/api/plan/search', {
  access: 'guest',
  query: z.object({
    q: searchWords(100).default(''),
    page: whole(1, 100).default(1),
    per_page: whole(1, 20).default(10),
    min_position: minPosition,
  }),
  answer: z.object({ list: z.array(foundPlan), ...counted }),
  reads: ['catalog'],
});
