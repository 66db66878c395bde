import { PLATFORM, type UserId } from '#events/ids.ts';
import { noticeBarsStream } from '#events/stream-names.ts';
import { DAY_MS, type Millis } from '#events/time.ts';
import { badInput, isRefusal, quotaReached } from '#services/runtime/refusal.ts';
import { accept, type Command, refuse } from '../engine/command.ts';
import { checkedReason } from '../engine/staff-reason.ts';
import { isOpen, type NoticeBar, noticeBarsKind } from './notice-bars.ts';

/** Bars that are not over, and those of them that are shown at one moment. */
const MAX_OPEN = 20;
const MAX_AT_ONCE = 3;
const LONGEST_MS = 90 * DAY_MS;

type Written = Pick<NoticeBar, 'bar_id' | 'text' | 'path' | 'from' | 'to'>;

export interface WriteNoticeBar extends Written {
  /** Whether there is one with this id already. */
  isNew: boolean;
  by: UserId;
  reason: string;
}

/** The largest number of bars that are shown at one moment of a time. */
function mostAtOnce(bars: readonly NoticeBar[], { from, to }: { from: Millis; to: Millis }): number {
  const within = bars.filter((bar) => bar.from < to && bar.to > from);
  // A bar begins where most are shown.
  return Math.max(
    0,
    ...[from, ...within.map((bar) => bar.from)].map(
      (at) => within.filter((bar) => bar.from <= at && bar.to > at && at >= from).length,
    ),
  );
}

/**
 * Writes a bar, or edits one that is not over. Refuses: one that is not there (not_found) or over
 * (state_does_not_allow), an end that is past, before the beginning or later than 90 days after it (end_time), more than
 * 20 that are not over or three at one moment (begin_time), and a change without a reason (reason).
 */
export function writeNoticeBar(input: WriteNoticeBar): Command<{ bar_id: string }> {
  const { isNew, by, reason: typed, ...bar } = input;
  return {
    name: 'write_notice_bar',
    actor: `user:${by}`,
    streams: [noticeBarsStream],
    decide(states, now) {
      const reason = checkedReason(typed, 'reason', true);
      if (isRefusal(reason)) return refuse(reason);
      const all = states.get(noticeBarsKind, noticeBarsStream);
      const before = all.find(({ bar_id }) => bar_id === bar.bar_id);
      // The same request again.
      if (isNew && before) return accept([], { bar_id: bar.bar_id });
      if (!isNew && !before) return refuse({ code: 'not_found' });
      if (before && !isOpen(before, now)) return refuse({ code: 'state_does_not_allow' });
      if (bar.to <= bar.from) return refuse(badInput('end_time', { key: 'ends_before_begin' }));
      if (bar.to <= now) return refuse(badInput('end_time', { key: 'in_the_past' }));
      if (bar.to - bar.from > LONGEST_MS) return refuse(badInput('end_time', { key: 'bar_too_long' }));
      const others = all.filter((one) => one !== before && isOpen(one, now));
      if (others.length >= MAX_OPEN) return refuse(quotaReached(MAX_OPEN, 'begin_time'));
      if (mostAtOnce(others, bar) >= MAX_AT_ONCE) return refuse(quotaReached(MAX_AT_ONCE, 'begin_time'));
      const data = { ...bar, by, reason };
      return accept(
        [{ stream: noticeBarsStream, creator_id: PLATFORM, event: { type: 'NoticeBarWritten', data } }],
        { bar_id: bar.bar_id },
      );
    },
  };
}

interface EndNoticeBar {
  bar_id: string;
  by: UserId;
  reason: string;
}

/** Ends a bar at once; one that is over stays as it is. Refuses one that is not there, and a missing reason. */
export function endNoticeBar({ bar_id, by, reason: typed }: EndNoticeBar): Command<{ changed: boolean }> {
  return {
    name: 'end_notice_bar',
    actor: `user:${by}`,
    streams: [noticeBarsStream],
    decide(states, now) {
      const reason = checkedReason(typed, 'reason', true);
      if (isRefusal(reason)) return refuse(reason);
      const bar = states.get(noticeBarsKind, noticeBarsStream).find((one) => one.bar_id === bar_id);
      if (!bar) return refuse({ code: 'not_found' });
      if (!isOpen(bar, now)) return accept([], { changed: false });
      return accept(
        [
          {
            stream: noticeBarsStream,
            creator_id: PLATFORM,
            event: { type: 'NoticeBarEnded', data: { bar_id, by, reason } },
          },
        ],
        { changed: true },
      );
    },
  };
}
