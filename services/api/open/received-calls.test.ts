import { expect, test } from 'vitest';
import { receivedCalls } from './received-calls.ts';

const call = (message_id: string, bytes = 0) => ({
  ...{ message_id, time: 0, topic: 'order', out_trade_no: '', headers: [], body: 'x'.repeat(bytes / 2) },
  ...{ standard: 'valid' as const, rsa: 'valid' as const },
});

test('the oldest calls are dropped, by number and by bytes, of each creator', () => {
  const received = receivedCalls({ calls: 3, bytes: 1_000, creators: 2 });
  const idsOf = (creator: string) => received.of(creator).calls.map(({ message_id }) => message_id);
  for (const id of ['1', '2', '3', '4']) received.add('anna', call(id));
  received.add('ben', call('5'));
  expect([idsOf('anna'), idsOf('ben')]).toEqual([['4', '3', '2'], ['5']]);
  received.add('anna', call('6', 400));
  received.add('anna', call('7', 700));
  expect(idsOf('anna')).toEqual(['7']);
  received.add('anna', call('8', 1_002));
  expect(idsOf('anna')).toEqual([]);
});

test('the creators used least recently are dropped, with their answers', () => {
  const received = receivedCalls({ calls: 3, bytes: 1_000, creators: 2 });
  received.setAnswer('anna', 'error');
  received.add('ben', call('1'));
  received.add('cora', call('2'));
  expect(received.of('anna')).toEqual({ answer: 'ok', calls: [] });
  expect(received.of('cora').calls).toMatchObject([{ message_id: '2', attempt: 1 }]);
});

test('tries of one message are counted, also after the first was dropped', () => {
  const received = receivedCalls({ calls: 2, bytes: 1_000, creators: 2 });
  for (const _ of 'abc') received.add('anna', call('1'));
  expect(received.of('anna').calls.map(({ attempt }) => attempt)).toEqual([3, 2]);
});
