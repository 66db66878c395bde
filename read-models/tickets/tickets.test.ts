import fc from 'fast-check';
import { expect, test } from 'vitest';
import { asOutTradeNo, asPlanId, asSkuId, asUserId } from '#events/ids.ts';
import type { DomainEvent } from '#events/registry.ts';
import { ticketStream } from '#events/stream-names.ts';
import { fixture } from '#events/testing/fixture.ts';
import { anyHistories, readModelDatabase } from '../testing/database.ts';
import { stepOf } from '../testing/history.ts';
import { tickets } from './projection.ts';
import {
  type CheckInFilter,
  roundsOfCreators,
  ticketsAfter,
  ticketsByCode,
  ticketsFound,
  ticketsOfFan,
  ticketsOfOrder,
  ticketsToCheckIn,
} from './queries.ts';

const database = fixture(() => readModelDatabase([tickets]));

const HOUR = 3_600_000;
const NOW = 1_780_000_000_000;
const CHECK_IN_STAFF = asUserId('door');

interface Some {
  ticket_id: string;
  creator: string;
  order?: string;
  plan?: string;
  round?: string | null;
  begin?: number | null;
  fan?: string;
}

const issued = ({
  ticket_id,
  creator,
  order = 'o1',
  plan = 'p1',
  round = 'r1',
  begin = NOW,
  fan = 'f1',
}: Some) => ({
  type: 'TicketIssued' as const,
  data: {
    ticket_id,
    out_trade_no: asOutTradeNo(order),
    creator_id: asUserId(creator),
    user_id: asUserId(fan),
    plan_id: asPlanId(plan),
    plan_name: 'Concert 音乐会',
    sku_id: asSkuId('s1'),
    sku_name: 'Front\trow',
    round_id: round,
    begin_time: begin,
    holder_ref: null,
  },
});
const used = (ticket_id: string, scanned_at: number | null = null): DomainEvent => ({
  type: 'TicketCheckedIn',
  data: { ticket_id, by: CHECK_IN_STAFF, device: 'East', scan_id: '', scanned_at },
});
const voided = (ticket_id: string): DomainEvent => ({
  type: 'TicketVoided',
  data: { ticket_id, reason: 'refund', refund_id: 'r' },
});

const happened = (creator: string, steps: readonly (readonly [string, DomainEvent])[]) =>
  database.happened(steps.map(([ticket, event]) => stepOf(ticketStream(ticket), creator, event, NOW)));

test('an order’s tickets are in order of issue, each in its present state', async () => {
  await happened('c1', [
    ['b1', issued({ ticket_id: 'b1', creator: 'c1' })],
    ['a1', issued({ ticket_id: 'a1', creator: 'c1' })],
    ['c1', issued({ ticket_id: 'c1', creator: 'c1', round: null, begin: null })],
    ['a1', used('a1', NOW - HOUR)],
    ['b1', voided('b1')],
  ]);
  const { rows } = await ticketsOfOrder(database.pool, { out_trade_no: 'o1' });
  expect(rows.map(({ ticket_id, status }) => [ticket_id, status])).toEqual([
    ['b1', 3],
    ['a1', 2],
    ['c1', 1],
  ]);
  expect(rows[1]).toMatchObject({
    used_at: (NOW - HOUR) / 1000,
    used_by: CHECK_IN_STAFF,
    device: 'East',
    sku_name: 'Front\trow',
    begin_time: NOW / 1000,
  });
  expect(rows[2]).toMatchObject({ round_id: '', begin_time: null });
});

test('a ticket that was used and then refunded is void, and keeps its time of use', async () => {
  await happened('c2', [
    ['x1', issued({ ticket_id: 'x1', creator: 'c2', order: 'o2', plan: 'p2' })],
    ['x1', used('x1')],
    ['x1', voided('x1')],
  ]);
  expect((await ticketsOfOrder(database.pool, { out_trade_no: 'o2' })).rows[0]).toMatchObject({
    status: 3,
    used_at: NOW / 1000,
  });
  expect((await roundsOfCreators(database.pool, { creators: ['c2'] })).rows).toEqual([
    { plan_id: 'p2', round_id: 'r1', creator_id: 'c2', valid: 0, used: 0, void: 1 },
  ]);
});

test('a fan sees the nearest round first, and past ones last', async () => {
  const times = {
    over: NOW - 30 * HOUR,
    soon: NOW + HOUR,
    later: NOW + 90 * HOUR,
    ever: null,
    past: NOW - 20 * HOUR,
  };
  await happened(
    'c3',
    Object.entries(times).map(([ticket_id, begin]) => [
      ticket_id,
      issued({ ticket_id, creator: 'c3', order: 'o3', plan: 'p3', fan: 'f3', begin }),
    ]),
  );
  const listed = async (limit: number, offset: number) => {
    const of = { user_id: 'f3', over: NOW - 12 * HOUR };
    const { total_count: total, list } = await ticketsOfFan(database.pool, { ...of, limit, offset });
    return { total, ids: list.map(({ ticket_id }) => ticket_id) };
  };
  expect(await listed(10, 0)).toEqual({ total: 5, ids: ['ever', 'soon', 'later', 'past', 'over'] });
  expect(await listed(2, 2)).toEqual({ total: 5, ids: ['later', 'past'] });
});

test('the door’s list is narrowed by event, round, state and what a code or number begins with', async () => {
  await happened(
    'c4',
    Array.from({ length: 6 }, (_, n) => [
      `f00d${n}`,
      issued({
        ticket_id: `f00d${n}`,
        creator: 'c4',
        order: `77700${n}`,
        plan: n < 4 ? 'p4' : 'p5',
        round: `r${n % 2}`,
      }),
    ]),
  );
  await happened('c4', [['f00d0', used('f00d0')]]);
  const listed = async (filter: Partial<CheckInFilter> & { beginning?: string }) => {
    const wanted = { creator_id: 'c4', limit: 4, offset: 0, ...filter };
    const { total_count, list } = await ('beginning' in wanted
      ? ticketsFound(database.pool, { ...wanted, holder_refs: [] })
      : ticketsToCheckIn(database.pool, wanted));
    return [total_count, ...list.map(({ ticket_id }) => ticket_id)];
  };
  expect(await listed({})).toEqual([6, 'f00d0', 'f00d1', 'f00d2', 'f00d3']);
  expect(await listed({ plan_id: 'p4', round_id: 'r0' })).toEqual([2, 'f00d0', 'f00d2']);
  expect(await listed({ plan_id: 'p4', status: 1 })).toEqual([3, 'f00d1', 'f00d2', 'f00d3']);
  expect(await listed({ status: 2 })).toEqual([1, 'f00d0']);
  expect(await listed({ beginning: 'F00D3' })).toEqual([1, 'f00d3']);
  expect(await listed({ beginning: '777004' })).toEqual([1, 'f00d4']);
  expect(await listed({ beginning: '%' })).toEqual([0]);
  const after = (position: number) =>
    ticketsAfter(database.pool, { creator_id: 'c4', plan_id: 'p4', issued: position, limit: 3 });
  const first = await after(0);
  const rest = await after(first.rows[2]!.issued);
  expect([...first.rows, ...rest.rows].map(({ ticket_id }) => ticket_id)).toEqual([
    'f00d0',
    'f00d1',
    'f00d2',
    'f00d3',
  ]);
  const coded = async (creators: string[], code: string) =>
    (await ticketsByCode(database.pool, { creators, beginning: code, plan_id: undefined })).rows.length;
  expect(await coded(['c1', 'c4'], 'f00d5')).toBe(1);
  expect(await coded(['c1'], 'f00d5')).toBe(0);
  expect(await coded(['c4'], 'f00d')).toBe(2);
});

test('counts equal the rows, and a rebuild gives the same tables for any batching', async () => {
  const fate = fc.record({
    round: fc.constantFrom('r1', 'r2', null),
    moves: fc.subarray(['used', 'voided'] as const),
  });
  await anyHistories(
    database,
    12,
    fc.array(fate, { minLength: 1, maxLength: 8 }),
    (fates, run) =>
      fates.map(({ round, moves: notice }, n) => {
        const ticket_id = `${run}t${n}`;
        const events = [
          issued({ ticket_id, creator: run, plan: `${run}p`, round }),
          ...notice.map((one) => (one === 'used' ? used(ticket_id) : voided(ticket_id))),
        ];
        return events.map((event) => stepOf(ticketStream(ticket_id), run, event, NOW));
      }),
    async (creator_id) => {
      for (const status of [1, 2, 3] as const) {
        const of = { creator_id, status };
        const all = await ticketsAfter(database.pool, { ...of, issued: 0, limit: 100 });
        const page = await ticketsToCheckIn(database.pool, { ...of, limit: 1, offset: 0 });
        expect(page.total_count).toBe(all.rows.length);
      }
    },
  );
});
