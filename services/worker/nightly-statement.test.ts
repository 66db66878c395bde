import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { fixture } from '#events/testing/fixture.ts';
import { startTestApi } from '#services/api/testing/test-api.ts';
import { nightlyStatement } from '#services/modules/books/reconciliation/fetch-nightly.ts';
import { type BalanceLine, stripeStandIn } from '#services/modules/payments/stripe/testing/stand-in.ts';
import { movableClock } from '#services/runtime/clock.ts';

const DAY_MS = 86_400_000;
const clock = movableClock();
const stripe = fixture(() => stripeStandIn('whsec_1'));
const api = fixture(() => {
  const account = {
    secretKey: 'sk_test_1',
    webhookSecrets: ['whsec_1'],
    payouts: false,
    methods: ['card' as const],
  };
  return startTestApi({ clock, config: { stripe: { ...account, apiUrl: stripe.url } } });
});

const failures: unknown[] = [];
function fetcher() {
  const { pool, calendar, committer, payments } = api.deps;
  const [provider] = payments.stating;
  if (!provider) throw new Error('nobody gives a statement');
  const onError = (error: unknown): void => void failures.push(error);
  return nightlyStatement({ pool, clock, calendar, committer, provider, onError });
}
const goTo = (at: number): void => clock.setOffset(clock.offset + at - clock.now());
const startOf = (days: number): number => {
  const { calendar } = api.deps;
  return calendar.startOf(calendar.dayOf(clock.now() + days * DAY_MS));
};

let lines = 0;
function line(at: number, change: Partial<BalanceLine> = {}): BalanceLine {
  lines += 1;
  const money = { amount: 1_000, fee: 34, ...change };
  const id = `txn_${lines}`;
  const source = { id: `ch_${lines}`, object: 'charge', metadata: { charge_id: `ch_2${lines}_1` } };
  const kind = { object: 'balance_transaction' as const, reporting_category: 'charge', currency: 'cny' };
  const created = Math.floor(at / 1000);
  return { id, ...kind, created, source, ...money, net: money.amount - money.fee, ...change };
}

async function imported() {
  const { events } = await api.deps.log.readAll(0, { limit: 10_000, types: ['StatementImported'] });
  return events.map(
    ({ data }) => data as { amount: number; fee: number; fresh: number; rejected_count: number },
  );
}

beforeEach(async () => {
  stripe.balance.length = 0;
  failures.length = 0;
  stripe.behavior.failing = false;
  // Each test begins at noon of a new day, and yesterday was fetched.
  goTo(startOf(2) + 12 * 3_600_000);
  const act = fetcher();
  while ((await act()) <= clock.now());
});

describe('the statement of each night', () => {
  it('has the day of our business, at 4 o’clock of the next one, once', async () => {
    const midnight = startOf(1);
    stripe.balance.push(line(midnight - 1_000), line(midnight, { amount: 777 }));
    const before = (await imported()).length;
    const act = fetcher();
    goTo(midnight + 3 * 3_600_000);
    expect(await act()).toBe(midnight + 4 * 3_600_000);
    goTo(midnight + 4 * 3_600_000);
    await Promise.all([act(), fetcher()()]);
    await act();
    expect((await imported()).slice(before)).toMatchObject([{ amount: 1_000, fee: 34, fresh: 1 }]);
    expect(failures).toEqual([]);
  });

  it('is exact to the fen with fees, refunds, payouts and disputes, over many pages: as plain sums say', async () => {
    const kinds = ['charge', 'refund', 'payout', 'dispute', 'other_adjustment'];
    const one = fc.record({
      reporting_category: fc.constantFrom(...kinds),
      amount: fc.integer({ min: -9_999_999, max: 9_999_999 }),
      fee: fc.integer({ min: -99_999, max: 99_999 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(one, { minLength: 1, maxLength: 230 }), async (some) => {
        const midnight = startOf(1);
        stripe.balance.push(...some.map((each, nth) => line(midnight - 1_000 * (nth + 1), each)));
        const before = (await imported()).length;
        goTo(midnight + 4 * 3_600_000);
        await fetcher()();
        const sum = (name: 'amount' | 'fee') => some.reduce((all, each) => all + each[name], 0);
        const expected = { amount: sum('amount'), fee: sum('fee'), fresh: some.length, rejected_count: 0 };
        expect((await imported()).slice(before)).toMatchObject([expected]);
      }),
      { numRuns: 5 },
    );
  });

  it('waits while Stripe is down, and is fetched for every day after an outage', async () => {
    const act = fetcher();
    const begun = (await imported()).length;
    stripe.balance.push(...[1, 2, 3].map((day) => line(startOf(day) - 1_000, { amount: day * 100 })));
    goTo(startOf(3) + 5 * 3_600_000);
    stripe.behavior.failing = true;
    // The clock goes on meanwhile.
    expect((await act()) - clock.now()).toBeCloseTo(1_800_000, -4);
    expect(failures).toHaveLength(1);
    stripe.behavior.failing = false;
    // Not again before half an hour has passed.
    await act();
    expect((await imported()).length).toBe(begun);
    goTo(clock.now() + 1_800_000);
    for (const _ of [1, 2, 3, 4]) await act();
    expect((await imported()).slice(begun).map(({ amount }) => amount)).toEqual([100, 200, 300]);
  });

  it('of another currency is named line by line, and does not stop the others', async () => {
    const midnight = startOf(1);
    stripe.balance.push(line(midnight - 1_000), line(midnight - 2_000, { currency: 'hkd' }));
    const before = (await imported()).length;
    goTo(midnight + 4 * 3_600_000);
    await fetcher()();
    expect((await imported()).slice(before)).toMatchObject([{ fresh: 1, rejected_count: 1 }]);
  });
});
