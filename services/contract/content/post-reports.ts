import { z } from 'zod';
import { REPORT_TOPICS } from '#events/status.ts';
import { endpoint } from '#services/contract/endpoint.ts';
import { id, nothing, seconds, text } from '#services/contract/fields/fields.ts';

export const MAX_REPORT = 200;

/** Tells the platform about a post; one report of each person, another one replaces its topic. */
export const reportPost = endpoint('POST', '/api/post/report', {
  access: 'fan',
  body: z.object({ post_id: id, topic: z.enum(REPORT_TOPICS), reason: text(MAX_REPORT).default('') }),
  answer: nothing,
});

const reported = z.object({
  post_id: z.string(),
  title: z.string(),
  user: z.object({ user_id: z.string(), name: z.string() }),
  /** People who reported it */
  count: z.number().int(),
  topics: z.array(z.enum(REPORT_TOPICS)),
  reason: z.string(),
  report_time: seconds,
});
/** Posts that were reported within 30 days, the most often first, at most 100. Posts that nobody sees any more are left out. */
export const listPostReports = endpoint('GET', '/api/admin/post-reports', {
  access: 'admin',
  answer: z.object({ list: z.array(reported) }),
});
