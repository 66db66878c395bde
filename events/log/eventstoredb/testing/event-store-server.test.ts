import {
  AccessDeniedError,
  BACKWARDS,
  DeadlineExceededError,
  END,
  EventStoreDBClient,
  jsonEvent,
  MaxAppendSizeExceededError,
  type ReadStreamOptions,
  StreamDeletedError,
  WrongExpectedVersionError,
} from '@eventstore/db-client';
import { describe, expect, test } from 'vitest';
import { fixture } from '#events/testing/fixture.ts';
import { silentRelay } from '#events/testing/silent-relay.ts';
import { openEventStore } from '../event-store.ts';
import { startEventStoreServer } from './event-store-server.ts';

const server = fixture(() => startEventStoreServer());
const connection = fixture(() => {
  const client = EventStoreDBClient.connectionString(server.url);
  return { client, close: () => client.dispose() };
});
let streams = 0;
const newStream = (): string => `s${streams++}`;
const event = (n = 0) => jsonEvent({ type: 'Tried', data: { n } });

describe.each([
  ['BatchAppend, as without credentials', undefined],
  ['Append, as with credentials', { username: 'admin', password: 'changeit' }],
])('%s', (_, credentials) => {
  const options = { ...(credentials && { credentials }) };
  const append = (
    stream: string,
    events: ReturnType<typeof event>[],
    more: Parameters<typeof connection.client.appendToStream>[2] = {},
  ) => connection.client.appendToStream(stream, events, { ...options, ...more });

  test('writes after the expected revision, and a repetition once', async () => {
    const stream = newStream();
    const two = [event(), event()];
    for (const attempt of [1, 2])
      expect(await append(stream, two, { expectedRevision: 'no_stream' }), `${attempt}`).toMatchObject({
        nextExpectedRevision: 1n,
      });
    expect(await append(stream, [event()], { expectedRevision: 1n })).toMatchObject({
      nextExpectedRevision: 2n,
    });
    expect(server.store.visible(stream)).toHaveLength(3);
    for (const expectedRevision of [1n, 7n, 'no_stream'] as const)
      await expect(append(stream, [event()], { expectedRevision })).rejects.toThrow(
        WrongExpectedVersionError,
      );
    await expect(append(newStream(), [event()], { expectedRevision: 'stream_exists' })).rejects.toThrow(
      WrongExpectedVersionError,
    );
  });

  test('refuses what is too large, a deleted stream, and a user who may not write', async () => {
    const large = jsonEvent({ type: 'Tried', data: { n: 0, text: 'x'.repeat(server.store.maxAppendSize) } });
    await expect(append(newStream(), [large])).rejects.toThrow(MaxAppendSizeExceededError);
    const stream = newStream();
    await append(stream, [event()]);
    await connection.client.tombstoneStream(stream);
    await expect(append(stream, [event()])).rejects.toThrow(StreamDeletedError);
    server.store.readOnly = true;
    await expect(append(newStream(), [event()])).rejects.toThrow(AccessDeniedError);
    server.store.readOnly = false;
  });
});

test('an append without an answer ends at its deadline', async () => {
  server.onAppend = () => undefined;
  const credentials = { username: 'admin', password: 'changeit' };
  await expect(
    connection.client.appendToStream(newStream(), event(), { credentials, deadline: 100 }),
  ).rejects.toThrow(DeadlineExceededError);
  server.onAppend = (write) => write();
});

test('reads forwards and backwards, from a revision or an end', async () => {
  const stream = newStream();
  await connection.client.appendToStream(stream, [0, 1, 2, 3].map(event));
  const read = async (options: ReadStreamOptions): Promise<number[]> => {
    const found: number[] = [];
    for await (const { event } of connection.client.readStream(stream, options))
      found.push(Number(event?.revision));
    return found;
  };
  expect(await read({})).toEqual([0, 1, 2, 3]);
  expect(await read({ fromRevision: 1n, maxCount: 2 })).toEqual([1, 2]);
  expect(await read({ direction: BACKWARDS, fromRevision: END, maxCount: 3 })).toEqual([3, 2, 1]);
  expect(await read({ direction: BACKWARDS, fromRevision: 1n })).toEqual([1, 0]);
});

test('a subscription gets old events and new ones, and ends with its connection', async () => {
  const relay = await silentRelay(server.url);
  const far = openEventStore(relay.url, newStream());
  const seen: number[] = [];
  const ended = Promise.withResolvers<void>();
  await connection.client.appendToStream(far.stream, [event(), event(), event()]);
  far.subscribe(1, { event: (position) => void seen.push(position), ended: ended.resolve });
  await expect.poll(() => seen).toEqual([2, 3]);
  await connection.client.appendToStream(far.stream, [event(), event()]);
  await expect.poll(() => seen).toEqual([2, 3, 4, 5]);
  relay.cut();
  await ended.promise;
  await far.close();
  relay.close();
});

test('a repetition of an append that is not replicated is dropped, and a reader does not see it', async () => {
  const stream = newStream();
  const events = [event()];
  const { store } = server;
  const append = (deadline: number) =>
    connection.client.appendToStream(stream, events, {
      expectedRevision: 'no_stream',
      deadline,
      credentials: { username: 'admin', password: 'changeit' },
    });
  store.hold();
  const first = append(5_000);
  await expect(append(100)).rejects.toThrow(DeadlineExceededError);
  expect(store.visible(stream)).toEqual([]);
  store.replicate();
  expect(await first).toMatchObject({ success: true });
  expect(await append(1_000)).toMatchObject({ success: true });
  expect(store.visible(stream)).toHaveLength(1);
});

test('a batch whose absolute deadline has passed by the clock of the server is refused', async () => {
  server.ahead_ms = 5_000;
  const late = connection.client.appendToStream(newStream(), event(), { deadline: 1_000 });
  await expect(late).rejects.toThrow(DeadlineExceededError);
  server.ahead_ms = 0;
});
