import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { id, line, seconds, text, whole } from '../fields/fields.ts';

/** Seconds of the year 2100: the last that a request can name. */
const LAST_TIME = 4_102_444_800;
const time = whole(0, LAST_TIME);
const reason = text(200, 1);
/** A page of this site, as `/about`; empty without one. */
const path = z
  .string()
  .max(200)
  .regex(/^(|\/(?![/\\])[\w\-./?=&%#~]*)$/);

/** Notices of the platform that are shown now, at most three; `key` is another one after an edit. */
export const listNoticeBars = endpoint('GET', '/api/my/notice-bar', {
  access: 'fan',
  answer: z.object({ list: z.array(z.object({ id, key: z.string(), text: z.string(), path })) }),
});

const bar = z.object({
  bar_id: id,
  text_zh: z.string(),
  text_en: z.string(),
  path,
  begin_time: seconds,
  end_time: seconds,
  state: z.enum(['waiting', 'shown', 'over']),
});
/** The newest 50, also those that are over. */
export const listAllNoticeBars = endpoint('GET', '/api/admin/notice-bars', {
  access: 'admin',
  answer: z.object({ list: z.array(bar) }),
});

/**
 * Writes a notice to everybody who is signed in, or edits the one of `bar_id`, with a recorded reason. It is shown from
 * `begin_time` until before `end_time`, at most 90 days. Refused: a change of one that is over (41010), a fourth one at
 * the same time and more than 20 that are not over (40902).
 */
export const writeNoticeBar = endpoint('POST', '/api/admin/write-notice-bar', {
  access: 'admin',
  confirm: 'staff',
  body: z.object({
    bar_id: id.optional(),
    text_zh: line(120, 1),
    text_en: line(200, 1),
    path: path.default(''),
    begin_time: time,
    end_time: time,
    reason,
  }),
  answer: z.object({ bar_id: id }),
});

/** Ends a notice at once, with a recorded reason; one that is over stays as it is. */
export const endNoticeBar = endpoint('POST', '/api/admin/end-notice-bar', {
  access: 'admin',
  confirm: 'staff',
  body: z.object({ bar_id: id, reason }),
  answer: z.object({ changed: z.boolean() }),
});

export type NoticeBarAnswer = z.infer<typeof bar>;
