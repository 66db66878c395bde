import { z } from 'zod';
import { endpoint } from '#services/contract/endpoint.ts';
import { nothing, whole } from '#services/contract/fields/fields.ts';
import { password } from './accounts.ts';

/** What the person must finish first. With an empty list the account can be deleted. */
const open = z.object({
  /**
   * `seller`: the account has orders, or is the partner of orders, whose records must stay, so it cannot be deleted;
   * nothing else is listed. `staff`: it has roles. `plans`: plans of its page that are not deleted. `orders`: purchases that are unpaid or not completely sent.
   * `tickets`: tickets that can still be used. `renewals`: memberships that renew. `cases`: requests about purchases that
   * are not over. `refunds`: purchases whose money is on its way back, or did not arrive.
   */
  kind: z.enum(['seller', 'staff', 'plans', 'orders', 'tickets', 'renewals', 'cases', 'refunds']),
  count: whole(1, Number.MAX_SAFE_INTEGER),
});

export const getDeletion = endpoint('GET', '/api/account/deletion', {
  access: 'fan',
  answer: z.object({ open: z.array(open) }),
  // The answer is from the log; an open page is updated when one of these moves.
  reads: ['orders', 'tickets', 'agreements', 'catalog', 'cases', 'refund_desk'],
});
/** Deletes the caller's account for good. 40902 while something is open, decided from the log. */
export const deleteAccount = endpoint('POST', '/api/account/delete', {
  access: 'fan',
  confirm: 'factor',
  limit: 'guess',
  body: z.object({ password }),
  answer: nothing,
});

export type OpenKind = z.infer<typeof open>['kind'];
