import type { staffAreas } from '#services/contract/staff/staff-actions.ts';

/** An area of staff actions. */
export type StaffArea = (typeof staffAreas)[number];

/** In the order in which they are chosen from. Of its own: a route checks its address with it before its page is loaded. */
export const STAFF_AREAS = [
  'withdrawals',
  'refunds',
  'settlement',
  'reconciliation',
  'cards',
  'certification',
  'rights',
  'notices',
  'roles',
] as const satisfies readonly StaffArea[];
