import type { ParseKeys } from 'i18next';
import type { z } from 'zod';
import type { explainedEvent } from '#services/contract/stats/calls.ts';
import { wireOfFen } from '../../../components/wire-money.ts';

export type ExplainedEvent = z.infer<typeof explainedEvent>;

/** The events that an order's history can hold, with the sentence of each. */
const SENTENCES = {
  OrderPlaced: 'event.placed',
  OrderPaid: 'event.paid',
  OrderCancelled: 'event.cancelled',
  OrderRefunded: 'event.refunded',
  LatePaymentReceived: 'event.late',
  LatePaymentReturned: 'event.returned',
} as const satisfies Record<string, ParseKeys<'stats-explain'>>;

const CANCELLED = {
  fan: 'event.cancelledBy.fan',
  creator: 'event.cancelledBy.creator',
  expired: 'event.cancelledBy.expired',
  imported: 'event.cancelledBy.imported',
} as const satisfies Record<string, ParseKeys<'stats-explain'>>;

const isSentence = (type: string): type is keyof typeof SENTENCES => Object.hasOwn(SENTENCES, type);
const isReason = (reason: unknown): reason is keyof typeof CANCELLED =>
  typeof reason === 'string' && Object.hasOwn(CANCELLED, reason);

/** Text key of an event; the event's own name for an unknown kind. */
export function sentenceOf({ type, data }: ExplainedEvent): ParseKeys<'stats-explain'> | undefined {
  if (type === 'OrderCancelled' && isReason(data.reason)) return CANCELLED[data.reason];
  if (type === 'OrderPaid' && data.revived === true) return 'event.revived';
  return isSentence(type) ? SENTENCES[type] : undefined;
}

/** The money of an event, yuan; events carry whole fen. */
export function amountOf({ type, data }: ExplainedEvent): string | undefined {
  const fen = type === 'OrderPlaced' ? data.total_amount : data.amount;
  return typeof fen === 'number' ? wireOfFen(fen) : undefined;
}

export interface ActorWords {
  key: ParseKeys<'stats-explain'>;
  name: string;
}

/** The actor in words: the buyer by name, the creator as "you", a process or provider by its kind. */
export function actorOf(
  actor: string,
  buyer: { user_id: string; name: string },
  creator_id: string,
): ActorWords {
  const [kind, ...rest] = actor.split(':');
  const name = rest.join(':');
  switch (kind) {
    case 'user':
      if (name === buyer.user_id) return { key: 'actor.buyer', name: buyer.name };
      return name === creator_id ? { key: 'actor.you', name } : { key: 'actor.user', name };
    case 'provider':
      return { key: 'actor.provider', name };
    case 'import':
      return { key: 'actor.import', name };
    default:
      return { key: 'actor.process', name };
  }
}
