import fc from 'fast-check';
import { expect } from 'vitest';
import { type ChargeId, chargeIdOf, type OutTradeNo } from '#events/ids.ts';
import { fenOf } from '#events/money.ts';
import type { RecordedEvent } from '#events/recorded-event.ts';
import { PLAN_STATUS } from '#events/status.ts';
import { agreementStream, membershipStream, planStream, standingStream } from '#events/stream-names.ts';
import { businessCalendar, DEFAULT_TIME_ZONE, HOUR_MS, type Millis } from '#events/time.ts';
import type { Command } from '#services/commerce/engine/command.ts';
import { agreementKind } from '#services/commerce/memberships/agreement.ts';
import { endAgreement } from '#services/commerce/memberships/end-agreement.ts';
import { membershipKind, runOf } from '#services/commerce/memberships/membership.ts';
import { takePayment } from '#services/commerce/payments/take-payment.ts';
import { type Conditions, type History, step, World } from '#services/commerce/testing/history.ts';
import {
  cancellation,
  expiry,
  numbered,
  order,
  payment,
  refund,
  totalOf,
} from '#services/commerce/testing/orders.ts';
import {
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
import type { Process, Timer } from '../process.ts';
import { renewals } from '../processes/renewals.ts';
import { type Behavior, RenewalModel } from './renewal-model.ts';

const PLAN_OFFER = { ...sponsorship, can_ali_agreement: true };
const stream = agreementStream(PLAN, LI);
const calendar = businessCalendar(DEFAULT_TIME_ZONE);

/** A shop with one fan, a provider in plain numbers, two workers that fire every timer, and the model beside them. */
export class Renewing extends World<RenewalModel> {
  readonly charges = new Map<ChargeId, { paid: Millis | null; amount: number; taken: number }>();
  readonly timers = new Map<string, Timer>();
  readonly refunded = new Set<OutTradeNo>();
  read = 0;
  orders = 0;
  /** Calls that the workers still do before one of them dies; undefined: all. */
  life: number | undefined;
  /** The control: a provider that does not know a charge again. */
  readonly forgetful: boolean;

  constructor(conditions: Conditions, { from = NOON, forgetful = false } = {}) {
    super(conditions, given(onSale(PLAN_OFFER)), new RenewalModel(from, calendar));
    this.memory.now = from;
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

  process(): Process {
    const provider = {
      chargeAgain: (request: AgreedCharge) => this.call(async () => this.chargeAgain(request)),
    };
    return renewals({
      blocks: { rejects: async () => false },
      committer: { ...this.memory, submit: (command) => this.call(() => this.memory.submit(command)) },
      payments: { provider: () => provider as never },
    });
  }

  follow(): void {
    const process = this.process();
    for (const { event, ...recorded } of this.memory.log.slice(this.read)) {
      this.read += 1;
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
    for (const number of this.pending) memory.decide(expiry(number));
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
    const out_trade_no = numbered(this.orders);
    const agreement_amount = agreed ? fenOf(this.model.price) : undefined;
    this.accept(order({ out_trade_no, lines: [], month: 1, agreement_amount }));
    this.accept(payment(totalOf(this, out_trade_no), out_trade_no));
  }

  accept(command: Command<unknown>): void {
    expect(this.memory.decide(command).accepted).toBe(true);
  }

  /** The open renewal order, unless the provider already took its money. */
  get renewal(): OutTradeNo | undefined {
    const state = this.memory.stateOf(agreementKind, stream);
    if (state.phase !== 'active' || this.model.open?.taken != null) return undefined;
    return state.renewal?.out_trade_no;
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

const nothing = fc.constant(null);
const standing = (type: 'UserHidden' | 'UserShown') =>
  decided(standingStream(CREATOR), { type, data: { user_id: CREATOR, by: LI, reason: 'seen' } });

export const renewalHistory: History<Renewing> = {
  begin: (conditions) => new Renewing(conditions),
  steps: {
    hours: step(6, fc.integer({ min: 1, max: 800 }), async (world, count) => {
      world.follow();
      for (let n = 0; n < count; n += 1) {
        if (!world.quiet) await world.hour();
        else {
          world.memory.now += HOUR_MS;
          world.model.hour();
        }
      }
    }),
    behave: step(
      3,
      fc.constantFrom<Behavior>('success', 'fail', 'timeout', 'late'),
      ({ model }, behavior) => {
        model.behavior = behavior;
      },
    ),
    buy: step(3, fc.boolean(), (world, agreed) => {
      const { model } = world;
      if (!model.onSale || model.hidden || (agreed && model.agreed)) return;
      world.buy(agreed);
      if (agreed) model.agree();
      else model.pay(model.price);
    }),
    kill: step(2, fc.integer({ min: 1, max: 4 }), (world, life) => {
      world.life = life;
    }),
    end: step(1, nothing, ({ memory, model }) => {
      memory.decide(endAgreement({ user_id: LI, plan_id: PLAN }));
      model.end('fan');
    }),
    'price changes': step(1, fc.integer({ min: 20, max: 40 }), ({ memory, model }, yuan) => {
      model.price = yuan * 100;
      const offer = { ...PLAN_OFFER, price: fenOf(model.price) };
      memory.given([decided(planStream(PLAN), { type: 'PlanRevised', data: { plan_id: PLAN, offer } })]);
    }),
    hide: step(1, nothing, ({ memory, model }) => {
      model.onSale = false;
      memory.given([planStatus(PLAN_STATUS.hidden)]);
    }),
    show: step(1, nothing, ({ memory, model }) => {
      model.onSale = true;
      memory.given([planStatus(PLAN_STATUS.normal)]);
    }),
    // Money that is on its way is late then (pay-order.test.ts).
    'hide the creator': step(1, nothing, ({ memory, model }) => {
      if ([model.open, ...model.strays].some((one) => one?.taken != null)) return;
      model.hidden = true;
      memory.given([standing('UserHidden')]);
    }),
    'show the creator': step(2, nothing, ({ memory, model }) => {
      model.hidden = false;
      memory.given([standing('UserShown')]);
    }),
    'refund the last': step(1, nothing, (world) => {
      const last = world.paid.findLast(({ out_trade_no }) => !world.refunded.has(out_trade_no));
      if (!last || world.model.payments.length === 0) return;
      const { out_trade_no } = last;
      world.accept(refund({ out_trade_no, refund_id: `r-${out_trade_no}` }));
      world.refunded.add(out_trade_no);
      world.model.refund();
    }),
    'pay by hand': step(1, nothing, (world) => {
      const { renewal, model, memory } = world;
      if (!renewal || model.hidden) return;
      const amount = model.open?.amount ?? 0;
      world.charges.set(chargeIdOf(renewal, 1), { paid: memory.now, amount, taken: amount });
      world.accept(payment(amount, renewal));
      model.payOpen();
    }),
    'cancel the renewal': step(1, nothing, ({ renewal, memory, model }) => {
      if (!renewal) return;
      memory.decide(cancellation(renewal));
      model.cancelOpen();
    }),
  },
  length: { minLength: 5, maxLength: 30, size: 'max' },
  holds: (world) => world.check(),
};
