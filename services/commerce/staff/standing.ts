import type { DomainEvent } from '#events/registry.ts';
import { USER_STATUS } from '#events/status.ts';
import { streamKind } from '../engine/stream-kind.ts';

export type Standing = typeof USER_STATUS.shown | typeof USER_STATUS.hidden | typeof USER_STATUS.banned;

const STANDINGS: Readonly<Record<string, Standing>> = {
  UserShown: USER_STATUS.shown,
  UserHidden: USER_STATUS.hidden,
  UserBanned: USER_STATUS.banned,
};

interface StandingState {
  status: Standing;
}

/** Whether a person is shown, hidden or banned, by decision of an admin. */
export const standingKind = streamKind<StandingState>(
  'standing',
  { status: USER_STATUS.shown },
  (state, { type }: DomainEvent) => {
    const status = STANDINGS[type];
    return status === undefined ? state : { status };
  },
  { shape: 1 },
);
