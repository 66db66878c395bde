import { expect, test } from 'vitest';
import { newEventId } from '../../ids.ts';
import type { RecordedEvent } from '../../recorded-event.ts';
import { type EventType, registry } from '../../registry.ts';
import { newest } from '../../testing/newest-events.ts';
import { NewerThanProgram } from '../../upcast.ts';
import { messageOf, receivedOf } from './message.ts';
import { KafkaProblem } from './settings.ts';

const event = (type: EventType) =>
  ({
    position: 7,
    stream: 'order-1',
    version: 2,
    id: newEventId(),
    type,
    schema_version: registry[type].version,
    data: newest[type],
    metadata: { creator_id: 'creator', actor: 'user:fan', at: 1_700_000_000_000, imported: true },
    recorded_at: 1_700_000_000_500,
  }) as RecordedEvent;

type Parts = Record<'data' | 'metadata', Record<string, unknown>>;

/** The message of an event as the broker gives it, with a change. */
function message(type: EventType, change: { headers?: object; body?(parts: Parts): unknown } = {}) {
  const { headers, value } = messageOf(event(type));
  const texts = { ...headers, ...change.headers };
  const body = change.body ? JSON.stringify(change.body(JSON.parse(String(value)))) : String(value);
  return {
    headers: Object.fromEntries(
      Object.entries(texts).map(([name, text]) => [name, Buffer.from(String(text))]),
    ),
    value: Buffer.from(body),
  };
}

test.each(Object.keys(registry) as EventType[])('%s arrives as it was written', (type) => {
  const { id, ...rest } = event(type);
  expect(receivedOf(message(type))?.event()).toEqual({ ...rest, id: expect.any(String) });
});

test.each<[string, (parts: Parts) => unknown]>([
  ['data.amount: ', ({ data, metadata }) => ({ metadata, data: { ...data, amount: '12.00' } })],
  ['data.amount: ', ({ data, metadata }) => ({ metadata, data: { ...data, amount: 1.5 } })],
  ['data: ', ({ metadata }) => ({ metadata })],
  ['metadata.at: ', ({ data, metadata }) => ({ data, metadata: { ...metadata, at: null } })],
  ['metadata.actor: ', ({ data, metadata }) => ({ data, metadata: { ...metadata, actor: 'fan' } })],
  ['metadata.creator_id: ', ({ data }) => ({ data, metadata: {} })],
  ['metadata: ', () => null],
])('a wrong body is refused by its field: %s', (field, body) => {
  const received = receivedOf(message('OrderPaid', { body }));
  const text = `event 7 (OrderPaid) from Kafka is not as it was written: ${field}`;
  expect(() => received?.event()).toThrow(KafkaProblem);
  expect(() => received?.event()).toThrow(text);
});

test('a body that is no JSON is refused', () => {
  const received = receivedOf({ ...message('OrderPaid'), value: Buffer.from('{') });
  expect(() => received?.event()).toThrow(KafkaProblem);
});

test.each([
  { position: '0' },
  { position: '1.5' },
  { position: '' },
  { id: 'x' },
  { type: '' },
  { stream: '' },
  { version: '-1' },
  { schema_version: '0' },
  { recorded_at: 'now' },
])('a message with the headers of another program is none of ours: %j', (headers) => {
  expect(receivedOf(message('OrderPaid', { headers }))).toBeUndefined();
});

test.each([{ type: 'OrderTeleported' }, { schema_version: '99' }])(
  'data of a newer program stops only who reads it: %j',
  (headers) => {
    const received = receivedOf(message('OrderPaid', { headers }))?.event();
    expect(received?.position).toBe(7);
    expect(() => received?.data).toThrow(NewerThanProgram);
  },
);
