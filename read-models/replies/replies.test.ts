import { expect, test } from 'vitest';
import { asOutTradeNo, asUserId } from '#events/ids.ts';
import type { RepliesEvent } from '#events/replies.ts';
import { repliesStream } from '#events/stream-names.ts';
import { fixture } from '#events/testing/fixture.ts';
import { readModelDatabase } from '../testing/database.ts';
import { stepOf } from '../testing/history.ts';
import { replies } from './projection.ts';
import { repliesOfOrders, replyPools } from './queries.ts';

const database = fixture(() => readModelDatabase([replies]));

const creator_id = asUserId('mei');
const user_id = asUserId('li');
const order = (name: string) => ({ out_trade_no: asOutTradeNo(name), user_id });

const added = (pool_id: string, fill_id: string, first: number, count: number): RepliesEvent => ({
  type: 'RepliesAdded',
  data: { pool_id, creator_id, fill_id, first, count },
});
const linesDrawn = (
  pool_id: string,
  name: string,
  first: number,
  count: number,
  waited = false,
): RepliesEvent => ({
  type: 'RepliesGiven',
  data: { pool_id, ...order(name), first, count, left: 0, waited },
});
const awaited = (pool_id: string, name: string, units: number): RepliesEvent => ({
  type: 'RepliesAwaited',
  data: { pool_id, ...order(name), units, added: 0 },
});

const happened = (...events: RepliesEvent[]) =>
  database.happened(events.map((event) => stepOf(repliesStream(event.data.pool_id), creator_id, event)));

test('each order has the places of its lines’ texts, and the number that it waits for', async () => {
  await happened(
    added('red', 'fill-1', 0, 2),
    linesDrawn('red', 'a', 0, 1),
    added('blue', 'fill-2', 0, 5),
    linesDrawn('blue', 'a', 0, 2),
    linesDrawn('red', 'b', 1, 1),
    awaited('red', 'b', 3),
    awaited('red', 'c', 1),
    // One order gets the last line of one fill and the first of the next.
    added('red', 'fill-3', 2, 2),
    linesDrawn('red', 'b', 2, 2, true),
  );
  const { rows } = await repliesOfOrders(database.pool, { orders: ['a', 'b', 'c', 'nobody'] });
  const named = Object.fromEntries(rows.map((row) => [`${row.out_trade_no} ${row.pool_id}`, row]));
  expect(Object.keys(named).sort()).toEqual(['a blue', 'a red', 'b red', 'c red']);
  expect(named['a red']).toMatchObject({ lines: [{ fill_id: 'fill-1', place: 0 }], waiting: 0 });
  expect(named['a blue']?.lines).toEqual([
    { fill_id: 'fill-2', place: 0 },
    { fill_id: 'fill-2', place: 1 },
  ]);
  expect(named['b red']).toMatchObject({
    lines: [
      { fill_id: 'fill-1', place: 1 },
      { fill_id: 'fill-3', place: 0 },
      { fill_id: 'fill-3', place: 1 },
    ],
    waiting: 1,
  });
  expect(named['c red']).toMatchObject({ lines: [], waiting: 1 });
});

test('pools have the number of remaining lines and of waiting units', async () => {
  await happened(
    added('green', 'fill-4', 0, 9),
    linesDrawn('green', 'd', 0, 2),
    { type: 'RepliesDropped', data: { pool_id: 'green', first: 2, count: 7 } },
    awaited('green', 'e', 4),
    { type: 'RepliesForgone', data: { pool_id: 'green', out_trade_no: asOutTradeNo('e'), units: 1 } },
  );
  expect((await replyPools(database.pool, { pool_ids: ['green', 'nowhere'] })).rows).toEqual([
    { pool_id: 'green', left: 0, waiting: 3 },
  ]);
  await happened(added('green', 'fill-5', 9, 5), linesDrawn('green', 'e', 9, 3, true));
  expect((await replyPools(database.pool, { pool_ids: ['green'] })).rows).toEqual([
    { pool_id: 'green', left: 2, waiting: 0 },
  ]);
  const { rows } = await repliesOfOrders(database.pool, { orders: ['e'] });
  expect(rows).toMatchObject([{ lines: [{ place: 0 }, { place: 1 }, { place: 2 }], waiting: 0 }]);
});

test('rebuilt from the log they are the same', () => database.rebuildsEqual());
