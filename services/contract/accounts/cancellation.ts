import { z } from 'zod';
import { endpoint } from '#services/contract/endpoint.ts';
import { longText, nothing, seconds, whole } from '#services/contract/fields/fields.ts';
import { account, password } from './accounts.ts';

/** What keeps an account from being closed. */
const open = z.object({
  /**
   * `staff`: roles. `plans`: plans that are not deleted. `orders`: purchases that are unpaid or not completely sent.
   * `tickets`: own tickets that can still be used. `renewals`: memberships that renew. `cases`: requests about purchases
   * that are not over. `refunds`: purchases whose money is on its way back, or did not arrive. Of a seller: `shipping`:
   * orders to send, `guests`: tickets of guests, `members`: memberships of fans that end later, `claims`: sales with an
   * undecided request, dispute or refund, `money`: income that is not settled and withdrawn, or a withdrawal on its way,
   * `returns`: withdrawals that a bank can still send back when the account would be closed.
   */
  kind: z.enum([
    'staff',
    'plans',
    'orders',
    'tickets',
    'renewals',
    'cases',
    'refunds',
    'shipping',
    'guests',
    'members',
    'claims',
    'money',
    'returns',
  ]),
  count: whole(1, Number.MAX_SAFE_INTEGER),
});
export type OpenOnRequest = z.infer<typeof open>['kind'];

export const CANCELLATION_REASONS = ['unused', 'privacy', 'other_account', 'unhappy', 'other'] as const;

/**
 * The caller's request to close the account. Status 0: none; 1: it is closed at `due_time`; 4: it is being closed; 3:
 * something was open at that time; 5: taken back. A closed account (2) has no caller.
 */
export const checkCancellation = endpoint('GET', '/api/account/check-cancellation', {
  access: 'fan',
  answer: z.object({
    status: z.number().int(),
    create_time: seconds,
    due_time: seconds,
    open: z.array(open),
  }),
  reads: ['orders', 'tickets', 'agreements', 'catalog', 'memberships', 'ledger', 'cases', 'refund_desk'],
});
/** Asks for the account to be closed in seven days. 40902 while something is open, or another request waits. */
export const submitCancellation = endpoint('POST', '/api/account/submit-cancellation', {
  access: 'fan',
  confirm: 'factor',
  limit: 'guess',
  body: z.object({
    /** The caller's own email address or phone number. */
    account,
    password,
    reason: z.enum(CANCELLATION_REASONS),
    content: longText(1_000).default(''),
  }),
  answer: z.object({ due_time: seconds }),
});
/** Takes the request back. 40902 without one that waits. */
export const cancelCancellation = endpoint('POST', '/api/account/cancel-cancellation', {
  access: 'fan',
  answer: nothing,
});
