import { expect, test } from 'vitest';
import { newUserId } from '#events/ids.ts';
import { createTestDatabase } from '#events/testing/database.ts';
import { fixture } from '#events/testing/fixture.ts';
import { ringOf } from '#services/runtime/keys/ring.ts';
import { openReceivedCalls } from './received-calls.ts';

const database = fixture(() => createTestDatabase('whole'));
const call = (message_id: string, bytes = 0) => ({ message_id, body: 'x'.repeat(bytes) });
/** Two processes. */
const opened = (limits: { calls: number; bytes: number }) =>
  [0, 1].map(() => openReceivedCalls(database.pool, ringOf([Buffer.alloc(32)]), limits));

test('the oldest calls are dropped, by number and by bytes, of each creator and over all processes', async () => {
  const [one, other] = opened({ calls: 3, bytes: 1_000 });
  const [anna, ben] = [newUserId(), newUserId()];
  const idsOf = async (creator = anna) =>
    (await one?.of<{ message_id: string }>(creator))?.calls.map(({ message_id }) => message_id);
  for (const id of ['1', '2']) await one?.add(anna, call(id));
  for (const id of ['3', '4']) await other?.add(anna, call(id));
  await one?.add(ben, call('5'));
  expect([await idsOf(), await idsOf(ben)]).toEqual([['4', '3', '2'], ['5']]);
  await other?.add(anna, call('6', 200));
  await one?.add(anna, call('7', 700));
  expect(await idsOf()).toEqual(['7']);
  await one?.add(anna, call('8', 1_002));
  expect(await idsOf()).toEqual([]);
});

test('tries of one message are counted by all processes; the answer is that of the moment', async () => {
  const [one, other] = opened({ calls: 2, bytes: 1_000 });
  const anna = newUserId();
  expect(await one?.add(anna, call('1'))).toBe('ok');
  await one?.setAnswer(anna, 'error');
  for (const _ of 'ab') expect(await other?.add(anna, call('1'))).toBe('error');
  const { answer, calls = [] } = (await one?.of<{ attempt: number }>(anna)) ?? {};
  expect(answer).toBe('error');
  expect(calls.map(({ attempt }) => attempt)).toEqual([3, 2]);
  await one?.clear(anna);
  expect(await other?.of(anna)).toEqual({ answer: 'error', calls: [] });
});
