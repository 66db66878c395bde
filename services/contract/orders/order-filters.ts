import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { asOf, id } from '../fields/fields.ts';
import { dashboardQuery } from '../stats/calls.ts';
export const listOrderFilters = endpoint('GET', '/api/my/sponsored-bill-filter', {
  access: 'creator',
  right: ['orders', 'stats'],
  query: dashboardQuery,
  /** Filters of the creator's order list. */
  answer: z.object({
    plans: z.array(
      z.object({ plan_id: id, name: z.string(), product_type: z.number().int(), orders: z.number().int() }),
    ),
    as_of: asOf,
  }),
  reads: ['orders', 'catalog'],
});
