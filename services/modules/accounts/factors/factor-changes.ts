import type { UserId } from '#events/ids.ts';
import type { Message } from '#services/modules/messages/messages.ts';
import type { Outbox } from '#services/modules/messages/outbox.ts';
import type { Sessions } from '../sessions.ts';
import type { HalfSessions } from './half-sessions.ts';

interface FactorChangesOptions {
  sessions: Pick<Sessions, 'revokeAll'>;
  halves: Pick<HalfSessions, 'endAll'>;
  outbox: Outbox;
}

/** After a change of a factor: others sign in again, with the factors of now; the owner gets a message. */
export const openFactorChanges =
  ({ sessions, halves, outbox }: FactorChangesOptions) =>
  async (user: UserId, session: string, message: Message): Promise<void> => {
    await sessions.revokeAll(user, session);
    await halves.endAll(user);
    await outbox.send({ to_user: user, ...message });
  };

export type FactorChanged = ReturnType<typeof openFactorChanges>;
