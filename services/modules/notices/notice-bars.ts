import { noticeBarsStream } from '#events/stream-names.ts';
import type { Committer } from '#services/commerce/engine/command.ts';
import { isOpen, type NoticeBar, noticeBarsKind } from '#services/commerce/notices/notice-bars.ts';
import type { Clock } from '#services/runtime/clock.ts';

/** What everybody asks every minute is read so often, ms. */
const FRESH_MS = 3_000;

interface Parts {
  committer: Pick<Committer, 'read'>;
  clock: Clock;
}

/** Another one after an edit. */
export const keyOf = ({ bar_id, revision }: NoticeBar): string => `${bar_id}.${revision}`;

/** Notices of the platform to everybody. */
export function openNoticeBars({ committer, clock }: Parts) {
  const all = (): Promise<readonly NoticeBar[]> =>
    committer.read([noticeBarsStream], (states) => states.get(noticeBarsKind, noticeBarsStream));
  let latest: { readAt: number; bars: Promise<readonly NoticeBar[]> } | undefined;
  const forget = (): void => {
    latest = undefined;
  };
  return {
    /** The newest 50, also those that are over. */
    all,
    /** Something was written here. */
    forget,
    /** Those that are shown now; in other processes than that of a change 3 s late. */
    async shown(): Promise<NoticeBar[]> {
      const at = performance.now();
      if (latest === undefined || at - latest.readAt > FRESH_MS) {
        const bars = all();
        latest = { readAt: at, bars };
        bars.catch(forget);
      }
      const now = clock.now();
      return (await latest.bars).filter((bar) => bar.from <= now && isOpen(bar, now));
    },
  };
}

export type NoticeBars = ReturnType<typeof openNoticeBars>;
