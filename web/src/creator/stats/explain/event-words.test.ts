import { expect, test } from 'vitest';
import { actorOf, amountOf, type ExplainedEvent, sentenceOf } from './event-words.ts';

const event = (type: string, data: Record<string, unknown>): ExplainedEvent => ({
  position: 1,
  id: 'e1',
  stream: 'order-1',
  version: 0,
  type,
  time: 0,
  actor: 'user:fan',
  data,
});

test('an event has its text and amount', () => {
  expect(sentenceOf(event('OrderPlaced', {}))).toBe('event.placed');
  expect(amountOf(event('OrderPlaced', { total_amount: 3000 }))).toBe('30.00');
  expect(amountOf(event('OrderRefunded', { amount: 5 }))).toBe('0.05');
});

test('a cancellation names its actor, a late payment that revived the order is marked', () => {
  expect(sentenceOf(event('OrderCancelled', { reason: 'expired' }))).toBe('event.cancelledBy.expired');
  expect(sentenceOf(event('OrderPaid', { revived: true }))).toBe('event.revived');
});

test('an event of an unknown kind has no sentence and breaks nothing', () => {
  expect(sentenceOf(event('OrderShipped', {}))).toBeUndefined();
  expect(amountOf(event('OrderShipped', {}))).toBeUndefined();
});

test('actors have names', () => {
  const buyer = { user_id: 'fan', name: '小满' };
  expect(actorOf('user:fan', buyer, 'me')).toEqual({ key: 'actor.buyer', name: '小满' });
  expect(actorOf('user:me', buyer, 'me').key).toBe('actor.you');
  expect(actorOf('provider:sandbox', buyer, 'me')).toEqual({ key: 'actor.provider', name: 'sandbox' });
  expect(actorOf('process:expiry', buyer, 'me').key).toBe('actor.process');
});
