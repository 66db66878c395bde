import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { RecordedEvent } from '#events/envelope.ts';
import { type ChargeId, chargeIdOf, type OutTradeNo } from '#events/ids.ts';
import { fenOf } from '#events/money.ts';
import { PLAN_STATUS } from '#events/status.ts';
import { agreementStream, membershipStream, planStream } from '#events/stream-names.ts';
import { businessCalendar, DEFAULT_TIME_ZONE, HOUR_MS, type Millis } from '#events/time.ts';
import { agreementKind } from '#services/commerce/memberships/agreement.ts';
import { endAgreement } from '#services/commerce/memberships/end-agreement.ts';
import { membershipKind, runOf } from '#services/commerce/memberships/membership.ts';
import { cancelOrder } from '#services/commerce/orders/cancel-order.ts';
import { placeOrder } from '#services/commerce/orders/place-order.ts';
import { payOrder } from '#services/commerce/payments/pay-order.ts';
import { takePayment } from '#services/commerce/payments/take-payment.ts';
import { refundOrder } from '#services/commerce/refunds/refund-order.ts';
import {
  buying,
  CREATOR,
  decided,
  given,
  LI,
  NOON,
  onSale,
  PLAN,
  planStatus,
  sponsorship,
} from '#services/commerce/testing/scenario.ts';
import type { AgreedCharge, AgreedOutcome } from '#services/modules/payments/provider.ts';
import type { Timer } from '../process.ts';
import { type Behavior, RenewalModel } from '../testing/renewal-model.ts';
import { renewals } from './renewals.ts';

const PLAN_OFFER = { ...sponsorship, can_ali_agreement: true };
const stream = agreementStream(PLAN, LI);
const calendar = businessCalendar(DEFAULT_TIME_ZONE);

/** A shop with one fan, a provider in plain numbers, two workers that fire every timer, and the model beside them. */
class World {
  readonly scenario = given(onSale(PLAN_OFFER));
  readonly memory = this.scenario.memory;
  readonly model = new RenewalModel(NOON, calendar);
  readonly charges = new Map<ChargeId, { paid: Millis | null; amount: number; taken: number }>();
  readonly timers = new Map<string, Timer>();
  readonly refunded = new Set<OutTradeNo>();
  seen = 0;
  orders = 0;
  /** Calls that the workers still do before one of them dies; undefined: all. */
  life: number | undefined;
  /** The control: a provider that does not know a charge again. */
  readonly forgetful: boolean;

  constructor(forgetful = false) {
    this.forgetful = forgetful;
  }

  /** A call that is done, or not done, when its worker dies. */
  async call<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.life === undefined) return work();
    this.life -= 1;
    if (this.life === 0) throw new Error('killed before');
    const result = await work();
    if (this.life === -1) throw new Error('killed after');
    return result;
  }

  chargeAgain({ charge_id, amount }: AgreedCharge): AgreedOutcome {
    const charge = this.charges.get(charge_id) ?? { paid: null, amount, taken: 0 };
    this.charges.set(charge_id, charge);
    expect(charge.amount).toBe(amount);
    const { now } = this.memory;
    const paid = { status: 'paid' as const, amount: fenOf(charge.amount) };
    if (charge.paid !== null && !this.forgetful) return charge.paid <= now ? paid : { status: 'unknown' };
    if (this.model.behavior === 'timeout') throw new Error('no answer in time');
    if (this.model.behavior === 'fail') return { status: 'declined' };
    const late = this.model.behavior === 'late';
    charge.paid = late ? now + HOUR_MS : now;
    charge.taken += amount;
    return late ? { status: 'unknown' } : paid;
  }

  process() {
    const provider = {
      chargeAgain: (request: AgreedCharge) => this.call(async () => this.chargeAgain(request)),
    };
    return renewals({
      committer: { ...this.memory, submit: (command) => this.call(() => this.memory.submit(command)) },
      payments: { provider: () => provider as never },
    });
  }

  follow(): void {
    const process = this.process();
    for (const { event, ...recorded } of this.memory.log.slice(this.seen)) {
      this.seen += 1;
      if (!process.types.includes(event.type)) continue;
      const change = process.timerFor({
        ...recorded,
        ...event,
        recorded_at: recorded.metadata.at,
      } as RecordedEvent);
      if (change && 'set' in change)
        this.timers.set(change.key, { key: change.key, attempts: 0, ...change.set });
      else if (change) this.timers.delete(change.key);
    }
  }

  async fire(timer: Timer): Promise<void> {
    const [one, other] = await Promise.allSettled(
      [1, 2].map(() => this.process().fire(timer, this.memory.now)),
    );
    const settled = one?.status === 'fulfilled' ? one : other;
    const outcome = settled?.status === 'fulfilled' ? settled.value : { again_at: this.memory.now + HOUR_MS };
    if (outcome === 'done') this.timers.delete(timer.key);
    else this.timers.set(timer.key, { ...timer, due_at: outcome.again_at });
  }

  /** Late answers, expiries, timers: then the same of the model. */
  async hour(): Promise<void> {
    const { memory } = this;
    memory.now += HOUR_MS;
    for (const [charge_id, { paid, amount }] of this.charges) {
      const command = takePayment({ charge_id, amount: fenOf(amount), provider: 'sandbox' });
      if (paid !== null && paid <= memory.now && command) memory.decide(command);
    }
    for (const order of this.pending) {
      memory.decide(cancelOrder({ out_trade_no: order, by: { kind: 'expiry' } }));
    }
    this.follow();
    for (const timer of [...this.timers.values()]) if (timer.due_at <= memory.now) await this.fire(timer);
    if (this.life !== undefined) {
      this.life = undefined;
      for (const timer of [...this.timers.values()]) await this.fire({ ...timer, attempts: 1 });
    }
    this.follow();
    this.model.hour();
  }

  /** Nothing happens within the next hour. */
  get quiet(): boolean {
    const due = Math.min(...[...this.timers.values()].map(({ due_at }) => due_at));
    return this.model.open === null && this.model.strays.length === 0 && due > this.memory.now + HOUR_MS;
  }

  get pending(): OutTradeNo[] {
    const open = new Set<OutTradeNo>();
    for (const { event } of this.memory.log) {
      if (event.type === 'RenewalPlaced') open.add(event.data.out_trade_no);
      if (event.type === 'OrderPaid' || event.type === 'OrderCancelled') open.delete(event.data.out_trade_no);
    }
    return [...open];
  }

  buy(agreed: boolean): void {
    this.orders += 1;
    const out_trade_no = `order-${this.orders}` as OutTradeNo;
    const agreement_amount = agreed ? fenOf(this.model.price) : undefined;
    const wanted = buying({ out_trade_no, lines: [], month: 1, agreement_amount });
    const { order } = this.scenario.accepts(placeOrder(wanted)).result;
    const { total_amount: amount } = order.placed;
    const charge_id = chargeIdOf(out_trade_no, 1);
    this.scenario.accepts(payOrder({ out_trade_no, charge_id, amount, provider: 'sandbox' }));
  }

  get paid() {
    return this.memory.log.flatMap(({ event }) => (event.type === 'OrderPaid' ? [event.data] : []));
  }

  check(): void {
    const { memory, model } = this;
    const state = memory.stateOf(agreementKind, stream);
    expect(state.phase).toBe(model.agreed ? 'active' : model.reason === '' ? 'none' : 'ended');
    if (state.phase === 'ended') expect(state.reason).toBe(model.reason);
    const run = runOf(memory.stateOf(membershipKind, membershipStream(CREATOR, LI)), PLAN);
    expect(run?.until ?? 0).toBe(model.until);
    expect(this.paid.reduce((sum, { amount }) => sum + amount, 0)).toBe(model.money);
    expect(memory.log.filter(({ event }) => event.type === 'RenewalPaid')).toHaveLength(model.renewals);
    for (const { taken, amount } of this.charges.values()) expect([0, amount]).toContain(taken);
  }
}

type Step = { name: string; run(world: World): void | Promise<void> };
const hours = (count: number): Step => ({
  name: `${count} hours pass`,
  async run(world) {
    world.follow();
    for (let n = 0; n < count; n += 1) {
      if (!world.quiet) await world.hour();
      else {
        world.memory.now += HOUR_MS;
        world.model.hour();
      }
    }
  },
});
const step = (name: string, run: Step['run']): Step => ({ name, run });
const open = (world: World): OutTradeNo | undefined => {
  const state = world.memory.stateOf(agreementKind, stream);
  return state.phase === 'active' ? state.renewal?.out_trade_no : undefined;
};

function cancelRenewal(world: World): void {
  const out_trade_no = open(world);
  if (!out_trade_no || world.model.open?.taken != null) return;
  world.memory.decide(cancelOrder({ out_trade_no, by: { kind: 'user', user_id: LI } }));
  world.model.cancelOpen();
}

function hide({ memory, model }: World): void {
  model.onSale = false;
  memory.given([planStatus(PLAN_STATUS.hidden)]);
}

const steps: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: 1, max: 800 }).map(hours) },
  {
    weight: 3,
    arbitrary: fc.constantFrom<Behavior>('success', 'fail', 'timeout', 'late').map((behavior) =>
      step(behavior, ({ model }) => {
        model.behavior = behavior;
      }),
    ),
  },
  {
    weight: 3,
    arbitrary: fc.boolean().map((agreed) =>
      step(agreed ? 'agrees' : 'buys', (world) => {
        const { model } = world;
        if (!model.onSale || (agreed && model.agreed)) return;
        world.buy(agreed);
        if (agreed) model.agree();
        else model.pay(model.price);
      }),
    ),
  },
  {
    weight: 2,
    arbitrary: fc.integer({ min: 1, max: 4 }).map((life) =>
      step(`killed at ${life}`, (world) => {
        world.life = life;
      }),
    ),
  },
  fc.constant(
    step('ends', (world) => {
      world.memory.decide(endAgreement({ user_id: LI, plan_id: PLAN }));
      world.model.end('fan');
    }),
  ),
  fc.integer({ min: 20, max: 40 }).map((yuan) =>
    step(`costs ${yuan}`, ({ memory, model }) => {
      model.price = yuan * 100;
      const offer = { ...PLAN_OFFER, price: fenOf(model.price) };
      memory.given([decided(planStream(PLAN), { type: 'PlanRevised', data: { plan_id: PLAN, offer } })]);
    }),
  ),
  fc.constant(step('hidden', hide)),
  fc.constant(
    step('shown', ({ memory, model }) => {
      model.onSale = true;
      memory.given([planStatus(PLAN_STATUS.normal)]);
    }),
  ),
  fc.constant(
    step('refunds the last', (world) => {
      const last = world.paid.findLast(({ out_trade_no }) => !world.refunded.has(out_trade_no));
      if (!last || world.model.payments.length === 0) return;
      const by = { kind: 'creator', user_id: CREATOR } as const;
      const refund = {
        refund_id: `r-${last.out_trade_no}`,
        amount: undefined,
        units: [],
        ticket_ids: [],
        reason: '',
      };
      const { out_trade_no } = last;
      world.scenario.accepts(refundOrder({ out_trade_no, by, ...refund }));
      world.refunded.add(out_trade_no);
      world.model.refund();
    }),
  ),
  fc.constant(
    step('pays by hand', (world) => {
      const out_trade_no = open(world);
      if (!out_trade_no || world.model.open?.taken != null) return;
      const amount = fenOf(world.model.open?.amount ?? 0);
      world.charges.set(chargeIdOf(out_trade_no, 1), { paid: world.memory.now, amount, taken: amount });
      world.scenario.accepts(
        payOrder({ out_trade_no, charge_id: chargeIdOf(out_trade_no, 1), amount, provider: 'sandbox' }),
      );
      world.model.payOpen();
    }),
  ),
  fc.constant(step('cancels the renewal', cancelRenewal)),
);

async function live(history: readonly Step[], seen: Set<string>, forgetful = false): Promise<void> {
  const world = new World(forgetful);
  for (const one of history) {
    await one.run(world);
    world.check();
  }
  for (const { event } of world.memory.log) {
    seen.add(event.type === 'AgreementEnded' ? event.data.reason : event.type);
  }
}

const agrees = step('agrees', (world) => {
  world.buy(true);
  world.model.agree();
});
const behaves = (behavior: Behavior): Step =>
  step(behavior, ({ model }) => {
    model.behavior = behavior;
  });
function kill(world: World): void {
  world.life = 2;
}

/** Cases that chance may not meet. */
const examples: [Step[]][] = [
  [[agrees, step('hidden', hide), hours(800)]],
  [[agrees, behaves('fail'), hours(900)]],
  [[agrees, behaves('late'), hours(800)]],
  [[agrees, behaves('fail'), hours(750), step('cancels', cancelRenewal)]],
  [[agrees, step('killed', kill), hours(800)]],
];

it('long histories with two workers that are killed equal the plain model', async () => {
  const seen = new Set<string>();
  const histories = fc.array(steps, { minLength: 5, maxLength: 30, size: 'max' });
  const property = fc.asyncProperty(histories, (history) => live(history, seen));
  await fc.assert(property, { numRuns: 60, examples });
  const hard = ['RenewalPaid', 'RenewalFailed', 'fan', 'declined', 'order_closed', 'refunded', 'not_on_sale'];
  expect(hard.filter((one) => !seen.has(one))).toEqual([]);
});

it('renewals keep the day of the month: from 31 January to the last days of the months after', async () => {
  const world = new World();
  world.memory.now = Date.parse('2026-01-31T04:00:00Z');
  world.model.now = world.memory.now;
  for (const one of [agrees, hours(24 * 75)]) await one.run(world);
  world.check();
  const run = runOf(world.memory.stateOf(membershipKind, membershipStream(CREATOR, LI)), PLAN);
  const ends = run?.run.grants.map(({ until }) => new Date(until ?? 0).toISOString().slice(0, 10));
  expect(ends).toEqual(['2026-02-28', '2026-03-31', '2026-04-30']);
});

it('negative control: a provider that forgets its charges takes money twice', async () => {
  await live([agrees, hours(800)], new Set());
  await expect(live([agrees, hours(800)], new Set(), true)).rejects.toThrow();
});
