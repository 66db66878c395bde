import type { UserId } from '#events/ids.ts';
import { accountStream } from '#events/stream-names.ts';
import type { States } from '../engine/command.ts';
import { accountKind } from './account.ts';

/** As `isClosed`, or about to be closed: no order pays the account. */
export const sellsNothing = (states: States, user: UserId): boolean => {
  const { phase, closing } = states.get(accountKind, accountStream(user));
  return phase === 'closed' || closing?.status === 'pending';
};

/** The append asserts the account's version: a concurrent closing and this decision cannot both succeed. */
export const isClosed = (states: States, user: UserId): boolean =>
  states.get(accountKind, accountStream(user)).phase === 'closed';
