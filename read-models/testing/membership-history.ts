import fc from 'fast-check';
import { newEventId, type OutTradeNo, type PlanId } from '#events/ids.ts';
import type { MembershipEvent, MembershipGrant } from '#events/memberships.ts';
import { fenOf, ZERO } from '#events/money.ts';
import type { OrderPlacedData } from '#events/orders.ts';
import type { DomainEvent } from '#events/registry.ts';
import { membershipStream, orderStream } from '#events/stream-names.ts';
import { DAY_MS } from '#events/time.ts';
import { plainFate, type Step, stepsOf } from './history.ts';

/** 2026-01-01 00:00 in Shanghai. */
const START = Date.parse('2025-12-31T16:00:00Z');
/** Months of a fixed length: memberships end at every time of a month. */
const MONTH_MS = 30 * DAY_MS;
/** Prices of plans that upgrade into each other; the two after them are independent, the last one never ends. */
const PRICES = [1_000, 2_000, 3_500, 900, 20_000] as const;
const INDEPENDENT = 3;
const PERMANENT = 4;

/** The next step of a fan: buys a plan, or gets a refund. */
export interface Act {
  creator: number;
  user: number;
  plan: number;
  months: number;
  /** Hours after what the fan did before. */
  hours: number;
  /** Milliseconds from midnight instead of the hour. */
  edge: number | null;
  /** Which of the fan's orders is refunded; null: buys. */
  refund: number | null;
  /** Another plan than the one that runs begins when that ends. */
  later: boolean;
}

export const acts: fc.Arbitrary<Act[]> = fc.array(
  fc.record({
    creator: fc.integer({ min: 0, max: 1 }),
    user: fc.integer({ min: 0, max: 3 }),
    plan: fc.oneof(fc.integer({ min: 0, max: 3 }), fc.integer({ min: 0, max: PERMANENT })),
    months: fc.integer({ min: 1, max: 4 }),
    hours: fc.integer({ min: 0, max: 24 * 50 }),
    edge: fc.constantFrom(null, -1, 0, 1),
    refund: fc.oneof(fc.constant(null), fc.constant(null), fc.nat({ max: 5 })),
    later: fc.boolean(),
  }),
  { minLength: 1, maxLength: 40 },
);

interface Held extends MembershipGrant {
  at: number;
  upgrade: boolean;
}

/** The memberships of one fan with one creator, by the rules of docs/domain/memberships.md. */
class FanHistory {
  readonly steps: Step[] = [];
  readonly #runs: Held[][] = [];
  #now = START;

  /** The run that fits and is not over: one that has begun, or a planned one. */
  #open(planned: boolean, fits: (last: Held) => boolean): Held[] | undefined {
    return this.#runs.find((run) => {
      const [first, last] = [run[0], run.at(-1)];
      const isPlanned = first !== undefined && first.from > this.#now;
      return isPlanned === planned && last && fits(last) && (last.until === null || last.until > this.#now);
    });
  }

  #write(stream: string, event: DomainEvent, creator_id: string): void {
    const metadata = { creator_id, actor: 'process:test' as const, at: this.#now };
    this.steps.push({ stream, event: { id: newEventId(), ...event, metadata } as Step['event'] });
  }

  act(act: Act, prefix: string, number: number): void {
    this.#now += act.hours * 3_600_000 + 1;
    if (act.edge !== null) {
      this.#now = START + Math.ceil((this.#now + 1 - START) / DAY_MS) * DAY_MS + act.edge;
    }
    if (act.refund !== null) this.#refund(act.refund);
    else this.#buy(act, prefix, number);
  }

  #buy({ creator, user, plan, months, edge, later }: Act, prefix: string, number: number): void {
    const price = PRICES[plan] ?? 0;
    const independent = plan >= INDEPENDENT;
    const total = price * months - (edge ?? 0) * 7;
    const ordered = stepsOf(plainFate({ creator, user, plan: 0, total }), prefix, number);
    const [placed] = ordered;
    if (!placed) throw new Error('no order');
    // The first event of an order.
    const { creator_id, user_id, out_trade_no } = placed.event.data as OrderPlacedData;
    const plan_id = `${creator_id}m${plan}` as PlanId;
    const isSame = (last: Held): boolean => last.plan_id === plan_id;
    const isMain = (last: Held): boolean => !last.independent;
    const planned = this.#open(true, isMain);
    const same = this.#open(false, isSame) ?? this.#open(true, isSame);
    const main = independent ? undefined : this.#open(false, isMain);
    const before = (same ?? main)?.at(-1);
    const other = same === undefined && main !== undefined;
    const [plans, upgrade] = [other && later, other && !later];
    if (before && (before.until === null || (upgrade && before.monthly_price >= price))) return;
    // One plan at most is planned, and nothing reaches into it.
    if (planned && !independent && !upgrade && same !== planned) return;
    const from = same || plans ? (before?.until ?? this.#now) : this.#now;
    const until = upgrade ? (before?.until ?? null) : plan === PERMANENT ? null : from + months * MONTH_MS;
    const run_id = (upgrade ? main : same)?.[0]?.run_id ?? out_trade_no;
    const what = { creator_id, user_id, run_id, out_trade_no, plan_id, plan_name: plan_id, independent };
    const sold = { monthly_price: fenOf(price), paid: fenOf(total), months: upgrade ? 0 : months };
    const grant: MembershipGrant = { ...what, ...sold, from, until };
    for (const { stream, event } of ordered) this.#write(stream, event as DomainEvent, creator_id);
    const event: MembershipEvent =
      upgrade && before
        ? { type: 'MembershipUpgraded', data: { ...grant, from_plan: before.plan_id } }
        : { type: same ? 'MembershipExtended' : 'MembershipStarted', data: grant };
    this.#write(membershipStream(creator_id, user_id), event, creator_id);
    const run = upgrade ? main : same;
    if (run) run.push({ ...grant, at: this.#now, upgrade });
    else this.#runs.push([{ ...grant, at: this.#now, upgrade }]);
  }

  /** The grants one after the other, not before they were paid. @returns those that were not over and moved */
  #retime(run: Held[], begin: number, held: readonly Held[]) {
    const moved = [];
    for (const one of held) {
      const from = Math.max(one.at, run.at(-1)?.until ?? begin);
      const until = one.until === null ? null : from + one.months * MONTH_MS;
      run.push({ ...one, from, until });
      const over = one.until !== null && one.until <= this.#now;
      if (!over && from !== one.from) moved.push({ out_trade_no: one.out_trade_no, from, until });
    }
    return moved;
  }

  #refund(nth: number): void {
    const all = this.#runs.flat();
    const gone = all[nth % Math.max(all.length, 1)];
    const run = gone && this.#runs.find((one) => one.includes(gone));
    if (!gone || !run) return;
    const index = run.indexOf(gone);
    const later = run.slice(index + 1);
    if (later.some(({ upgrade }) => upgrade) || (gone.upgrade && later.length > 0)) return;
    const planned =
      run === this.#open(false, (last) => !last.independent) && this.#open(true, (last) => !last.independent);
    const begin = Math.max(run[0]?.from ?? 0, gone.at);
    run.splice(index);
    const moved = this.#retime(run, begin, later);
    if (run.length === 0) this.#runs.splice(this.#runs.indexOf(run), 1);
    const last = run.at(-1);
    const runs = last !== undefined && (last.until === null || last.until > this.#now);
    const { creator_id, user_id, run_id, out_trade_no, plan_id, independent } = gone;
    const runs_on = runs ? { plan_id: last.plan_id, plan_name: last.plan_name, until: last.until } : null;
    const end = runs_on ? (runs_on.until ?? 0) : this.#now;
    let next = null;
    if (planned && end < (planned[0]?.from ?? 0)) {
      moved.push(...this.#retime(planned, end, planned.splice(0)));
      const after = planned.at(-1);
      if (after)
        next = {
          run_id: planned[0]?.run_id ?? out_trade_no,
          ...planOf(after),
          from: end,
          until: after.until,
        };
    }
    this.#write(orderStream(out_trade_no as OutTradeNo), refunded(gone), creator_id);
    const parties = { creator_id, user_id, payer: user_id };
    const data = { ...parties, run_id, out_trade_no, plan_id, independent, runs_on, next, moved };
    this.#write(membershipStream(creator_id, user_id), { type: 'MembershipRevoked', data }, creator_id);
  }
}

const planOf = ({ plan_id, plan_name }: Held) => ({ plan_id, plan_name });

const refunded = ({ out_trade_no, paid: amount }: Held): DomainEvent => ({
  type: 'OrderRefunded',
  data: {
    out_trade_no,
    amount,
    refund_id: 'r',
    refunded_before: ZERO,
    reason: '',
    by: 'creator',
    units: [],
    ticket_ids: [],
  },
});

/** The history of each fan with each creator. */
export function membershipSteps(all: readonly Act[], prefix: string): Step[][] {
  const fans = new Map<string, FanHistory>();
  all.forEach((act, number) => {
    const key = `${act.creator} ${act.user}`;
    const fan = fans.get(key) ?? new FanHistory();
    fans.set(key, fan);
    fan.act(act, prefix, number);
  });
  return [...fans.values()].map(({ steps }) => steps);
}
