import { z } from 'zod';
import { userId } from './ids.ts';
import { millis } from './time.ts';

const change = z.object({
  bar_id: z.string(),
  /** The admin who did it. */
  by: userId,
  reason: z.string(),
});

/** Notices of the platform to everybody. Their texts are public. */
export const noticeBarEvents = {
  /** Again with the same id: it is edited. */
  NoticeBarWritten: change.extend({
    text: z.object({ 'zh-CN': z.string(), 'en-US': z.string() }),
    /** A page of the site; empty without one. */
    path: z.string(),
    /** It is shown from the first moment until before the second. */
    from: millis,
    to: millis,
  }),
  NoticeBarEnded: change,
};
