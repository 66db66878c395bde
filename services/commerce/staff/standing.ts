import type { UserId } from '#events/ids.ts';
import type { DomainEvent } from '#events/registry.ts';
import { USER_STATUS } from '#events/status.ts';
import { standingStream } from '#events/stream-names.ts';
import type { Millis } from '#events/time.ts';
import type { States } from '../engine/command.ts';
import { streamKind } from '../engine/stream-kind.ts';

export type Standing = typeof USER_STATUS.shown | typeof USER_STATUS.hidden | typeof USER_STATUS.banned;

const STANDINGS: Readonly<Record<string, Standing>> = {
  UserShown: USER_STATUS.shown,
  UserHidden: USER_STATUS.hidden,
  UserBanned: USER_STATUS.banned,
};

interface StandingState {
  status: Standing;
  /** Second factors from before no longer count; 0: all do. */
  factors_removed_at: Millis;
}

/** Whether a person is shown, hidden or banned, by decision of an admin. */
export const standingKind = streamKind<StandingState>(
  'standing',
  { status: USER_STATUS.shown, factors_removed_at: 0 },
  (state, { type }: DomainEvent, at) => {
    if (type === 'UserFactorsRemoved') return { ...state, factors_removed_at: at };
    const status = STANDINGS[type];
    return status === undefined ? state : { ...state, status };
  },
  { shape: 2 },
);

/** Hidden or banned: nobody buys from this creator. Needs the stream of the standing. */
export const isHidden = (states: States, user: UserId): boolean =>
  states.get(standingKind, standingStream(user)).status !== USER_STATUS.shown;
