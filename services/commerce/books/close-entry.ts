import { type ChargeId, PLATFORM, type UserId } from '#events/ids.ts';
import type { DomainEvent } from '#events/registry.ts';
import { missingStatementStream, unclearPaymentStream } from '#events/stream-names.ts';
import { badInput } from '#services/runtime/refusal.ts';
import { accept, type Command, refuse } from '../engine/command.ts';
import type { StreamKind } from '../engine/stream-kind.ts';
import { type EntryState, missingStatementKind, unclearPaymentKind } from './statement.ts';

interface Decision {
  reason: string;
  by: UserId;
}

interface Entry {
  name: string;
  stream: string;
  kind: StreamKind<EntryState>;
  /** With the trimmed reason. */
  eventOf(decision: Decision): DomainEvent;
}

/**
 * Finance closes an entry of its list that nothing else ends. It moves and writes off no money. A repetition changes
 * nothing. Refuses an empty reason, and another decision after the first (state_does_not_allow).
 */
const closeEntry = (
  { name, stream, kind, eventOf }: Entry,
  { by, reason: text }: Decision,
): Command<undefined> => ({
  name,
  actor: `user:${by}`,
  streams: [stream],
  decide(states) {
    const reason = text.trim();
    if (reason === '') return refuse(badInput('reason', { key: 'required' }));
    const before = states.get(kind, stream);
    if (before.phase === 'closed') {
      const isRepeated = before.by === by && before.reason === reason;
      return isRepeated ? accept([], undefined) : refuse({ code: 'state_does_not_allow' });
    }
    return accept([{ stream, creator_id: PLATFORM, event: eventOf({ reason, by }) }], undefined);
  },
});

/**
 * Finance goes on without the statement of a business day, as of a provider that is gone: moves of that day wait for their
 * statement, or for a file that finance uploads.
 */
export const closeMissingStatement = ({
  provider,
  day,
  ...decision
}: Decision & { provider: string; day: string }): Command<undefined> =>
  closeEntry(
    {
      name: 'close_missing_statement',
      stream: missingStatementStream(provider, day),
      kind: missingStatementKind,
      eventOf: (by) => ({ type: 'MissingStatementClosed', data: { provider, day, ...by } }),
    },
    decision,
  );

/** Finance has looked at the provider what became of a payment about which its answers decide nothing. */
export const closeUnclearPayment = ({
  charge_id,
  ...decision
}: Decision & { charge_id: ChargeId }): Command<undefined> =>
  closeEntry(
    {
      name: 'close_unclear_payment',
      stream: unclearPaymentStream(charge_id),
      kind: unclearPaymentKind,
      eventOf: (by) => ({ type: 'UnclearPaymentClosed', data: { charge_id, ...by } }),
    },
    decision,
  );
