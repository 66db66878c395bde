import { expect, test } from 'vitest';
import { storyOf } from './story.ts';

const order = {
  status: 1,
  create_time: 100,
  closed_at: null,
  paid_at: null,
  returned_amount: '0.00',
  refunded_amount: '0.00',
};

test('a placed order waits', () => {
  expect(storyOf(order)).toEqual([{ what: 'placed', time: 100 }, { what: 'waiting' }]);
});

test('a paid one may be refunded, also in part', () => {
  expect(storyOf({ ...order, status: 2, paid_at: 160, refunded_amount: '5.00' })).toEqual([
    { what: 'placed', time: 100 },
    { what: 'paid', time: 160 },
    { what: 'refunded', amount: '5.00' },
  ]);
});

test('money for a closed one goes back, and the story says so', () => {
  expect(storyOf({ ...order, status: 3, closed_at: 1000, returned_amount: '30.00' })).toEqual([
    { what: 'placed', time: 100 },
    { what: 'closed', time: 1000 },
    { what: 'returned', amount: '30.00' },
  ]);
});
