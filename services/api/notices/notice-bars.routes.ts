import { derivedHexId } from '#events/ids.ts';
import { isOpen, type NoticeBar } from '#services/commerce/notices/notice-bars.ts';
import {
  endNoticeBar as endCommand,
  writeNoticeBar as writeCommand,
} from '#services/commerce/notices/write-notice-bar.ts';
import {
  endNoticeBar,
  listAllNoticeBars,
  listNoticeBars,
  type NoticeBarAnswer,
  writeNoticeBar,
} from '#services/contract/notices/notice-bars.ts';
import { keyOf } from '#services/modules/notices/notice-bars.ts';
import { secondsOf } from '#services/runtime/business-time.ts';
import { type Area, routesOf } from '../http/area.ts';

const SECOND_MS = 1_000;

/** Notices of the platform: shown to who is signed in, written by admins. */
export const noticeBarRoutes: Area =
  ({ clock, committer, noticeBars }) =>
  async (app) => {
    const on = routesOf(app, 'notices');
    const stateOf = (bar: NoticeBar, now: number): NoticeBarAnswer['state'] => {
      if (!isOpen(bar, now)) return 'over';
      return bar.from > now ? 'waiting' : 'shown';
    };

    on(listNoticeBars, async ({ language }) => {
      const bars = await noticeBars.shown();
      return {
        list: bars.map((bar) => ({
          id: bar.bar_id,
          key: keyOf(bar),
          text: bar.text[language],
          path: bar.path,
        })),
      };
    });
    on(listAllNoticeBars, async () => {
      const now = clock.now();
      const bars = await noticeBars.all();
      return {
        list: bars.map((bar) => ({
          bar_id: bar.bar_id,
          text_zh: bar.text['zh-CN'],
          text_en: bar.text['en-US'],
          path: bar.path,
          begin_time: secondsOf(bar.from),
          end_time: secondsOf(bar.to),
          state: stateOf(bar, now),
        })),
      };
    });
    on(writeNoticeBar, async ({ body, caller: { user_id: by } }) => {
      const { bar_id, text_zh, text_en, path, begin_time, end_time, reason } = body;
      const outcome = await committer.submit(
        writeCommand({
          isNew: bar_id === undefined,
          // A button pressed twice writes one.
          bar_id:
            bar_id ?? derivedHexId('notice-bar', by, text_zh, text_en, String(begin_time), String(end_time)),
          text: { 'zh-CN': text_zh, 'en-US': text_en },
          path,
          from: begin_time * SECOND_MS,
          to: end_time * SECOND_MS,
          by,
          reason,
        }),
      );
      if (!outcome.accepted) return outcome.refusal;
      noticeBars.forget();
      return outcome.result;
    });
    on(endNoticeBar, async ({ body, caller: { user_id: by } }) => {
      const outcome = await committer.submit(endCommand({ ...body, by }));
      if (!outcome.accepted) return outcome.refusal;
      noticeBars.forget();
      return outcome.result;
    });
  };
