import { z } from 'zod';
import { GUIDE_STEP } from '#events/status.ts';
import { endpoint } from '#services/contract/endpoint.ts';
import { flag, minPosition } from '#services/contract/fields/fields.ts';

export const GUIDE_KEYS = ['page', 'plan', 'goal', 'collect', 'order'] as const;
const item = z.object({
  key: z.enum(GUIDE_KEYS),
  /** In the caller's language */
  name: z.string(),
  /** done 1, open 0 */
  status: z.enum(GUIDE_STEP),
});
const show_guide = z.union([z.literal(0), z.literal(1)]);

/** What a new creator does first. `show_guide` 0: hidden by the creator, or over with the first order. */
export const getGuide = endpoint('GET', '/api/creator/guide', {
  access: 'creator',
  query: z.object({ min_position: minPosition }),
  answer: z.object({ show_guide, list: z.array(item) }),
  reads: ['catalog', 'goals', 'orders'],
});
/** Hides the guide with `status` 0, and shows it again with 1. */
export const setShowGuide = endpoint('POST', '/api/creator/show-guide', {
  access: 'creator',
  body: z.object({ status: flag }),
  answer: z.object({ show_guide }),
});
/** The step after the plans: goals. Refused without a plan (40000). */
export const finishPlans = endpoint('POST', '/api/creator/finish-plan', {
  access: 'creator',
  answer: z.object({ next: z.literal('settingGoal') }),
});
