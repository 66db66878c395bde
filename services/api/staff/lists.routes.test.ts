import { beforeAll, describe, expect, it } from 'vitest';
import { fixture } from '#events/testing/fixture.ts';
import { earnersAfter } from '#read-models/books/ledger/earners.ts';
import { spendersAfter } from '#read-models/orders/staff/spenders.ts';
import { staffOrdersAfter } from '#read-models/orders/staff/staff-orders.ts';
import { plansOf } from '#read-models/testing/plans.ts';
import type { InputOf } from '#services/contract/endpoint.ts';
import { listAllOrders, listCreators, listUsers } from '#services/contract/staff/lists.ts';
import {
  changeUserRight,
  changeUserStatus,
  changeVerified,
  findUser,
} from '#services/contract/staff/users.ts';
import {
  creatorsByTime,
  peopleByName,
  peopleBySeen,
  peopleByTime,
} from '#services/modules/staff/people-list.ts';
import { orderCalls } from '../testing/order-calls.ts';
import { savePlan, sponsorshipForm } from '../testing/shop.ts';
import { startTestApi, type TestUser } from '../testing/test-api.ts';

const api = fixture(startTestApi);
const admin = fixture(() => api.staff('admin'));
const support = fixture(() => api.staff('support'));
const finance = fixture(() => api.staff('finance'));
const reason = 'ticket 17';

const FANS = 7;
const fans: TestUser[] = [];
const creators: (TestUser & { plan_id: string })[] = [];
const numbers: string[] = [];
beforeAll(async () => {
  for (let n = 0; n < 3; n += 1) {
    const creator = await api.creator(`Maker ${n}`);
    const { plan_id } = await savePlan(api, creator, { ...sponsorshipForm, price: `${10 + n}.00` });
    creators.push({ ...creator, plan_id });
  }
  for (let n = 0; n < FANS; n += 1) fans.push(await api.user(`Fan ${n}`));
  for (const [n, fan] of fans.entries()) {
    for (let count = 0; count <= n % 3; count += 1) {
      const { plan_id } = creators[(n + count) % creators.length] as (typeof creators)[number];
      numbers.push(await orderCalls(api, fan).buy({ plan_id, month: 1 }));
    }
  }
  await api.projected();
});

type List<E> = Omit<InputOf<E>, 'reason' | 'after'>;

/** All pages of a list. */
async function all<Row>(
  read: (after: string | undefined) => Promise<{ list: Row[]; next: string | null }>,
): Promise<Row[]> {
  const rows: Row[] = [];
  let after: string | undefined;
  for (let page = 0; page < 100; page += 1) {
    const { list, next } = await read(after);
    rows.push(...list);
    if (next === null) return rows;
    after = next;
  }
  throw new Error('the list does not end');
}
const users = (input: List<typeof listUsers> = {}, as = admin) =>
  all((after) => api.data(listUsers, { ...input, reason, per_page: 3, after }, as));
const makers = (input: List<typeof listCreators> = {}, as = admin) =>
  all((after) => api.data(listCreators, { ...input, reason, per_page: 2, after }, as));
const orders = (input: List<typeof listAllOrders> = {}, as = finance) =>
  all((after) => api.data(listAllOrders, { ...input, reason, per_page: 4, after }, as));

describe('the list of users', () => {
  it('has everybody once, in each order, page by page', async () => {
    const { rows } = await api.deps.pool.query<{ id: string }>(
      'SELECT id FROM accounts.users WHERE deleted_at IS NULL AND imported_by IS NULL ORDER BY created_at DESC, id DESC',
    );
    const ids = rows.map(({ id }) => id);
    expect((await users()).map(({ user_id }) => user_id)).toEqual(ids);
    expect((await users({ sort: 'create_time' })).map(({ user_id }) => user_id)).toEqual(ids.toReversed());
    const seen = await users({ sort: '-seen_time' });
    expect(seen.map(({ user_id }) => user_id).sort()).toEqual([...ids].sort());
    const times = seen.map(({ seen_time }) => seen_time ?? 0);
    expect(times).toEqual(times.toSorted((one, other) => other - one));
  });

  it('is sorted by what people paid, as their panels say', async () => {
    const paid = await users({ sort: '-total_consume' });
    expect(paid.map(({ user_id }) => user_id).sort()).toEqual(fans.map(({ user_id }) => user_id).sort());
    const sums = paid.map(({ total_consume }) => Number(total_consume));
    expect(sums).toEqual(sums.toSorted((one, other) => other - one));
    const [first] = paid;
    const { data } = await api.call(findUser, { find: first?.user_id ?? '', reason }, admin);
    expect(data.total_consume).toBe(first?.total_consume);
  });

  it('is narrowed by standing, rights, roles and the beginning of a name', async () => {
    const [fan] = fans;
    const user_id = fan?.user_id ?? '';
    await api.data(changeUserStatus, { user_id, status: 3, reason }, admin);
    expect((await users({ status: 3 })).map((one) => one.user_id)).toEqual([user_id]);
    expect((await users({ status: 2 })).map((one) => one.user_id)).not.toContain(user_id);
    await api.data(changeUserStatus, { user_id, status: 2, reason }, admin);
    const maker = creators[1]?.user_id ?? '';
    await api.data(changeUserRight, { user_id: maker, right: 'video_8', granted: true, reason }, admin);
    expect((await users({ right: 'video_8' })).map((one) => one.user_id)).toEqual([maker]);
    expect((await users({ role: 'finance' })).map((one) => one.user_id)).toEqual([finance.user_id]);
    expect(await users({ q: 'maker' })).toMatchObject([
      { name: 'Maker 0', is_creator: true },
      { name: 'Maker 1', special_rights: ['video_8'] },
      { name: 'Maker 2' },
    ]);
    expect((await users({ is_creator: 1 })).length).toBe(creators.length);
    expect(await users({ q: '%' })).toEqual([]);
    expect(await users({ q: user_id })).toMatchObject([{ user_id }]);
  });

  it('shows support no sums, rights and roles, and others nothing', async () => {
    const [one] = (await api.data(listUsers, { reason, q: 'Maker 1' }, support)).list;
    expect(one).toMatchObject({ total_consume: null, total_income: null, special_rights: [], roles: [] });
    for (const input of [
      { sort: '-total_consume' as const },
      { right: 'video_8' },
      { role: 'admin' as const },
    ]) {
      expect((await api.call(listUsers, { reason, ...input }, support)).ec).toBe(40300);
    }
    for (const as of [fans[0], finance]) expect((await api.call(listUsers, { reason }, as)).ec).toBe(40300);
    expect((await api.call(listUsers, { reason }, undefined)).ec).toBe(40100);
  });

  it('records a look at each person of a page, with its reason', async () => {
    const why = 'abuse report 9';
    const { list } = await api.data(listUsers, { reason: why, per_page: 4 }, admin);
    const { rows } = await api.deps.pool.query<{ ref: string; staff_id: string }>(
      'SELECT ref, staff_id FROM accounts.staff_reads WHERE reason = $1 ORDER BY ref',
      [why],
    );
    const refs = list.map(({ user_id }) => `user:${user_id}`).sort();
    expect(rows.map(({ ref }) => ref)).toEqual(refs);
    expect(new Set(rows.map(({ staff_id }) => staff_id))).toEqual(new Set([admin.user_id]));
    expect((await api.send(listUsers, { reason: ' ' }, admin)).ec).toBe(40000);
    for (const after of ['x', '1~', '1~%', `1~${'a'.repeat(90)}`, '99999999999999999~a']) {
      expect((await api.call(listUsers, { reason, after }, admin)).ec, after).toBe(40000);
    }
  });
});

describe('the list of creators', () => {
  it('has each creator once, with the income of the books', async () => {
    const byIncome = await makers({ sort: '-total_income' });
    const earning = byIncome.map(({ total_income }) => Number(total_income));
    expect(earning).toEqual(earning.toSorted((one, other) => other - one));
    expect(byIncome.map(({ user_id }) => user_id).sort()).toEqual(
      creators.map(({ user_id }) => user_id).sort(),
    );
    for (const { user_id, total_income } of await makers()) {
      expect((await api.call(findUser, { find: user_id, reason }, admin)).data.total_income).toBe(
        total_income,
      );
    }
  });

  it('is narrowed by certification and recommendation; support sees no income', async () => {
    const [first, second] = creators;
    await api.data(changeVerified, { user_id: first?.user_id ?? '', verified_type: 1, reason }, admin);
    expect((await makers({ is_verified: 1 })).map(({ user_id }) => user_id)).toEqual([first?.user_id]);
    const taken = { user_id: second?.user_id ?? '', right: 'can_be_recommended', granted: false, reason };
    await api.data(changeUserRight, taken, admin);
    expect((await makers({ is_recommended: 0 })).map(({ user_id }) => user_id)).toEqual([second?.user_id]);
    expect((await makers({ is_recommended: 1 })).length).toBe(creators.length - 1);
    expect(await makers({ category_id: 'nothing' })).toEqual([]);
    expect((await makers({}, support)).map(({ total_income }) => total_income)).toEqual([null, null, null]);
    expect((await api.call(listCreators, { reason, sort: 'total_income' }, support)).ec).toBe(40300);
    expect((await makers({ q: 'Maker 2' })).map(({ name }) => name)).toEqual(['Maker 2']);
  });
});

describe('the list of orders', () => {
  it('has each order once, in each order, narrowed as a plain filter does', async () => {
    const everything = await orders();
    expect(everything.map((one) => one.out_trade_no).sort()).toEqual(
      expect.arrayContaining([...numbers].sort()),
    );
    const byAmount = await orders({ sort: 'total_amount' });
    const amounts = byAmount.map(({ total_amount }) => Number(total_amount));
    expect(amounts).toEqual(amounts.toSorted((one, other) => one - other));
    expect(byAmount.length).toBe(everything.length);
    const today = api.deps.calendar.dayOf(api.deps.clock.now());
    const [fan, creator] = [fans[2], creators[1]];
    type Row = (typeof everything)[number];
    const cases: [List<typeof listAllOrders>, (row: Row) => boolean][] = [
      [{ user: fan?.user_id ?? '' }, (row) => row.user.user_id === fan?.user_id],
      [{ creator: creator?.user_id ?? '' }, (row) => row.creator.user_id === creator?.user_id],
      [
        { creator: creator?.user_id ?? '', user: fan?.user_id ?? '' },
        (row) => row.creator.user_id === creator?.user_id && row.user.user_id === fan?.user_id,
      ],
      [
        { creator: creator?.user_id ?? '', sort: 'total_amount' },
        (row) => row.creator.user_id === creator?.user_id,
      ],
      [{ least: '11.00', most: '11' }, (row) => row.total_amount === '11.00'],
      [{ least: '11.01', sort: 'total_amount' }, (row) => Number(row.total_amount) > 11],
      [{ most: '11', sort: '-total_amount' }, (row) => Number(row.total_amount) <= 11],
      [{ status: 1 }, (row) => row.status === 1],
      [{ refund_state: 1 }, () => false],
      [{ from: today, to: today }, () => true],
      [{ from: today, sort: 'create_time' }, () => true],
      [{ to: '2020-01-01' }, () => false],
      [{ py_method: 'redeem' }, () => false],
      [{ number: numbers[3]?.slice(0, 24) ?? '' }, (row) => row.out_trade_no === numbers[3]],
    ];
    const key = ({ out_trade_no }: Row) => out_trade_no;
    for (const [filter, keeps] of cases) {
      const found = await orders(filter);
      expect(found.map(key).sort(), JSON.stringify(filter)).toEqual(everything.filter(keeps).map(key).sort());
    }
    expect((await api.call(listAllOrders, { reason, user: 'nobody' }, finance)).ec).toBe(40000);
    expect((await api.call(listAllOrders, { reason }, fans[0])).ec).toBe(40300);
  });

  it('goes on behind a part in which nothing matches', async () => {
    const { pool } = api.deps;
    const [old] = numbers;
    const columns = await pool.query<{ name: string }>(
      `SELECT attname AS name FROM pg_attribute WHERE attrelid = 'rm.orders'::regclass AND attnum > 0
        AND NOT attisdropped AND attname NOT IN ('out_trade_no', 'placed_at')`,
    );
    const names = columns.rows.map(({ name }) => `"${name}"`).join(', ');
    const { rowCount } = await pool.query(
      `INSERT INTO rm.orders (out_trade_no, placed_at, ${names})
       SELECT 'later' || n, placed_at + 1000 + n, ${names} FROM rm.orders, generate_series(1, 6500) n
        WHERE out_trade_no = $1`,
      [old],
    );
    expect(rowCount).toBe(6500);
    try {
      const sought = fans[2]?.user_id ?? '';
      const filter = { status: 2, least: '12.00', reason, per_page: 50 };
      const first = await api.data(listAllOrders, filter, finance);
      expect([first.list.length, first.next === null]).toEqual([0, false]);
      const rest = await all((after) =>
        api.data(listAllOrders, { ...filter, after: after ?? first.next ?? '' }, finance),
      );
      expect(rest.every(({ total_amount }) => Number(total_amount) >= 12)).toBe(true);
      expect(rest.map(({ user }) => user.user_id)).toContain(sought);
    } finally {
      await pool.query("DELETE FROM rm.orders WHERE out_trade_no ^@ 'later'");
    }
  });
});

describe('each list', () => {
  it('is read from an index, without sorting', async () => {
    const { pool } = api.deps;
    const behind = { key: 1, id: 'a', day: '2026-01-01', limit: 50 };
    const range = { after: { key: 1, id: 'a' }, newest: true, limit: 50 };
    const reads: [string, (on: Pick<typeof pool, 'query'>) => Promise<unknown>][] = [
      ['users_by_time', (on) => peopleByTime(on as typeof pool, {}, range)],
      ['users_by_status', (on) => peopleByTime(on as typeof pool, { status: 4 }, range)],
      ['creators_by_time', (on) => creatorsByTime(on as typeof pool, {}, range)],
      ['last_seen_by_time', (on) => peopleBySeen(on as typeof pool, range)],
      ['users_by_name', (on) => peopleByName(on as typeof pool, 'an', 100)],
      ['order_spenders_by_amount', (on) => spendersAfter(true)(on, behind)],
      ['income_creators_by_income', (on) => earnersAfter(true)(on, behind)],
      ['orders_by_time', (on) => staffOrdersAfter({ by: 'time', newest: true, of: 'all' })(on, behind)],
      ['orders_by_amount', (on) => staffOrdersAfter({ by: 'amount', newest: true, of: 'all' })(on, behind)],
      [
        'orders_of_fan',
        (on) => staffOrdersAfter({ by: 'time', newest: true, of: 'fan' })(on, { ...behind, user_id: 'a' }),
      ],
      [
        'orders_of_creator',
        (on) =>
          staffOrdersAfter({ by: 'time', newest: true, of: 'creator' })(on, { ...behind, creator_id: 'a' }),
      ],
    ];
    const client = await pool.connect();
    try {
      // Of few rows, the planner would read them all.
      await client.query('BEGIN');
      await client.query('SET LOCAL enable_seqscan = off');
      await client.query('SET LOCAL enable_bitmapscan = off');
      await client.query('SET LOCAL enable_sort = off');
      for (const [index, read] of reads) {
        for (const plan of await plansOf(client as unknown as typeof pool, read)) {
          expect(plan, index).toContain(index);
        }
      }
    } finally {
      await client.query('ROLLBACK');
      client.release();
    }
  });
});
