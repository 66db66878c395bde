import { isDeepStrictEqual } from 'node:util';
import type { UserId } from '#events/ids.ts';
import { PLATFORM } from '#events/ids.ts';
import type { DomainEvent } from '#events/registry.ts';
import type { Banner } from '#events/staff.ts';
import { BANNERS_STREAM } from '#events/stream-names.ts';
import type { Millis } from '#events/time.ts';
import { badInput, isRefusal } from '#services/runtime/refusal.ts';
import { accept, type Command, refuse } from '../engine/command.ts';
import { checkedReason } from '../engine/staff-reason.ts';
import { streamKind } from '../engine/stream-kind.ts';

/** The banners of the site, in their order. */
type BannersState = readonly Banner[];

export const bannersKind = streamKind<BannersState>(
  'banners',
  [],
  (state, event: DomainEvent) => (event.type === 'BannersSet' ? event.data.banners : state),
  { shape: 1 },
);

/** Those that are shown at a time. */
export const shownBanners = (banners: BannersState, now: Millis): readonly Banner[] =>
  banners.filter(({ from, until }) => from <= now && now < until);

/** Replaces the banners; the same again writes nothing. Refuses an end before its begin, and a missing reason. */
export function setBanners(input: {
  banners: readonly Banner[];
  by: UserId;
  reason: string;
}): Command<{ changed: boolean }> {
  const { by } = input;
  const banners = [...input.banners];
  return {
    name: 'set_banners',
    actor: `user:${by}`,
    streams: [BANNERS_STREAM],
    decide(states) {
      const reason = checkedReason(input.reason, 'reason', true);
      if (isRefusal(reason)) return refuse(reason);
      const wrong = banners.findIndex(({ from, until }) => until <= from);
      if (wrong !== -1) return refuse(badInput(`list.${wrong}.end_time`, { key: 'ends_before_begin' }));
      if (isDeepStrictEqual(states.get(bannersKind, BANNERS_STREAM), banners))
        return accept([], { changed: false });
      const event = { type: 'BannersSet' as const, data: { banners, by, reason } };
      return accept([{ stream: BANNERS_STREAM, creator_id: PLATFORM, event }], { changed: true });
    },
  };
}
