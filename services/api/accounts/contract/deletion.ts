import { z } from 'zod';
import { nothing, whole } from '../../http/contract/fields.ts';
import { endpoint } from '../../http/endpoint.ts';
import { password } from './accounts.ts';

/** What must be finished before: nothing of it, when the list is empty. */
const reads = ['orders', 'tickets', 'agreements', 'catalog', 'ledger'];
const open = z.object({
  /**
   * `seller`: with orders or commissions, whose records must stay; such an account cannot be deleted. `staff`: with
   * roles. `plans`: of the own page, not deleted. `orders`: own ones, unpaid or not completely sent. `tickets`: still
   * usable. `renewals`: memberships that renew.
   */
  kind: z.enum(['seller', 'staff', 'plans', 'orders', 'tickets', 'renewals']),
  count: whole(1, Number.MAX_SAFE_INTEGER),
});

export const getDeletion = endpoint('GET', '/api/account/deletion', {
  access: 'fan',
  answer: z.object({ open: z.array(open) }),
  reads,
});
/** Deletes the caller's account for good. 40902 while something is open. */
export const deleteAccount = endpoint('POST', '/api/account/delete', {
  access: 'fan',
  limit: 'guess',
  body: z.object({ password }),
  answer: nothing,
  reads,
});

export type OpenKind = z.infer<typeof open>['kind'];
