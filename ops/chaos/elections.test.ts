import { expect, test } from 'vitest';
import { electionCheck } from './elections.ts';
import type { Entry } from './journal.ts';

const election = { silent_at: 10_000, elected_at: 11_500, joined_at: 18_000 };
const entry = (asked_at: number, answered_at: number, status = 200): Entry => ({
  number: 1,
  action: 'order',
  by: 'fan',
  input: {},
  key: null,
  server: 0,
  asked_at,
  answered_at,
  status,
  ec: status,
  data: {},
  outcome: status === 200 ? 'acknowledged' : 'unknown',
});
const end = entry(30_000, 30_100);

test('an election with quick answers and orders has no fault, and its times are reported', () => {
  const entries = [entry(10_100, 13_100, 503), entry(11_000, 13_500), end];
  expect(electionCheck([election], entries)).toEqual({
    name: 'silent leaders: 1, orders again after 2.0 s, answers within 3.0 s',
    faults: [],
  });
});

test.each([
  ['an answer after more than 5 s', [entry(10_100, 15_200, 503), entry(11_000, 13_500), end]],
  ['a request without an answer', [entry(10_100, 12_000, 0), entry(11_000, 13_500), end]],
  ['no order for more than 5 s', [entry(10_100, 13_000, 503), entry(16_000, 16_600), end]],
])('%s is a fault', (_, entries) => {
  expect(electionCheck([election], entries).faults).toHaveLength(1);
});

test('the next fault does not count', () => {
  const entries = [entry(11_000, 13_500), entry(17_900, 18_500, 0), end];
  expect(electionCheck([election], entries).faults).toEqual([]);
});

test('an election during which the clients stopped is left out', () => {
  expect(electionCheck([election], [entry(10_100, 10_200)])).toMatchObject({
    name: expect.stringMatching(/^silent leaders: 0/),
    faults: [],
  });
});
