import { queryOrder } from './orders.ts';
import { queryPlan, queryPlans } from './plans.ts';
import { queryPosts } from './posts.ts';
import { queryRandomReply, updatePlanReply } from './replies.ts';
import { querySponsor } from './sponsors.ts';
import type { Runs } from './work.ts';

/** The work of each call after its checks. */
export const runs: Runs = {
  ping: async ({ creator }, { page }) => ({ uid: creator, page }),
  'query-order': queryOrder,
  'query-sponsor': querySponsor,
  'query-plan': queryPlan,
  'query-plans': queryPlans,
  'query-posts': queryPosts,
  'query-random-reply': queryRandomReply,
  'update-plan-reply': updatePlanReply,
  // There are no messages yet.
  'send-msg': async () => ({ code: 'state_does_not_allow' }),
};
