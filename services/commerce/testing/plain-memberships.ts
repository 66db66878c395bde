import { deepEqual, equal } from 'node:assert/strict';
import type { UserId } from '#events/ids.ts';
import type { OrderPlacedData } from '#events/orders.ts';
import type { DomainEvent } from '#events/registry.ts';
import { membershipStream } from '#events/stream-names.ts';
import { businessCalendar, DEFAULT_TIME_ZONE, HOUR_MS, type Millis } from '#events/time.ts';
import { membershipKind } from '../memberships/membership.ts';
import type { MemoryCommitter } from './memory-committer.ts';
import { FANS } from './mixed-shop.ts';
import { CREATOR } from './scenario.ts';

const calendar = businessCalendar(DEFAULT_TIME_ZONE);

interface Payment {
  order: OrderPlacedData;
  at: Millis;
}

/** The payments of one membership, from its begin on. */
interface PlainRun {
  track: string;
  begin: Millis;
  payments: Payment[];
}

/** The first day and the months since; after a gap they start again. */
function countOf({ begin, payments }: PlainRun): [Millis, number] {
  let [first, months] = [begin, 0];
  for (const { order, at } of payments) {
    if (order.upgrade === null && at > calendar.addMonths(first, months)) [first, months] = [at, 0];
    months += order.month;
  }
  return [first, months];
}
const endOf = (run: PlainRun): Millis => calendar.addMonths(...countOf(run));

/** The memberships of one fan by the rules of docs/domain/memberships.md, payment by payment and refund by refund. */
class PlainFan {
  #runs: PlainRun[] = [];

  #open(track: string, at: Millis): PlainRun[] {
    return this.#runs.filter((run) => run.track === track && endOf(run) > at);
  }

  /**
   * The difference per month, for each month of the present run that is ahead, and for the hours of the one that runs.
   */
  difference({ membership, upgrade }: OrderPlacedData, now: Millis): number {
    const present = this.#open('main', now).find(({ begin }) => begin <= now);
    const before = present?.payments.at(-1)?.order.membership?.monthly_price ?? 0;
    if (!present || !membership || !upgrade) return 0;
    const [first, months] = countOf(present);
    let [whole, hours, of] = [0, 0, 1];
    for (let month = endOf(present), n = 1; month > now; n += 1) {
      const start = calendar.addMonths(first, months - n);
      if (start > now) whole += 1;
      else [hours, of] = [Math.round((month - now) / HOUR_MS), (month - start) / HOUR_MS];
      month = start;
    }
    const share = whole + (whole === 0 ? Math.max(hours, 1) : hours) / of;
    return (membership.monthly_price - before) * share;
  }

  pay(order: OrderPlacedData, at: Millis): void {
    const { plan_name, membership, upgrade } = order;
    const track = membership?.independent ? plan_name : 'main';
    const open = this.#open(track, at);
    const present = open.find(({ begin }) => begin <= at);
    const same = open
      .filter(({ payments }) => payments.at(-1)?.order.plan_name === plan_name)
      .toSorted((one, other) => endOf(other) - endOf(one))[0];
    const run = upgrade ? present : same;
    if (run) run.payments.push({ order, at });
    else {
      const begin = membership?.after !== undefined && present ? endOf(present) : at;
      this.#runs.push({ track, begin, payments: [{ order, at }] });
    }
  }

  refund(number: string, now: Millis): void {
    const isIt = ({ order }: Payment): boolean => order.out_trade_no === number;
    const run = this.#runs.find(({ payments }) => payments.some(isIt));
    if (!run) return;
    const follows = this.#open(run.track, now).find(({ begin }) => begin > now && begin === endOf(run));
    run.payments = run.payments.filter((one) => !isIt(one));
    if (run.payments.length === 0) this.#runs = this.#runs.filter((one) => one !== run);
    const end = run.payments.length === 0 ? now : Math.max(endOf(run), now);
    if (follows && follows !== run) follows.begin = Math.min(follows.begin, end);
  }

  /** Plan, begin and end of what is not over. */
  openAt(now: Millis): [string, Millis, Millis][] {
    const open = this.#runs.filter((run) => endOf(run) > now);
    return open.map((run) => [run.payments.at(-1)?.order.plan_name ?? '', run.begin, endOf(run)]);
  }
}

/** Each fan's memberships, from the payments and full refunds. */
export class PlainMemberships {
  readonly #orders = new Map<string, OrderPlacedData>();
  readonly #refunded = new Map<string, number>();
  readonly #fans = new Map<UserId, PlainFan>(FANS.map((fan) => [fan, new PlainFan()]));
  #read = 0;

  /** Applies new events of the log. */
  readOn({ log }: MemoryCommitter): void {
    for (const { event, metadata } of log.slice(this.#read)) this.#apply(event, metadata.at);
    this.#read = log.length;
  }

  #apply(event: DomainEvent, at: Millis): void {
    if (event.type === 'OrderPlaced') {
      this.#orders.set(event.data.out_trade_no, event.data);
      const { upgrade, user_id } = event.data;
      const plain = this.#fans.get(user_id)?.difference(event.data, at) ?? 0;
      // Rounded up to a fen; a hair less than a fen is the computer's.
      if (upgrade) equal(upgrade.left?.amount, Math.ceil(plain - 1e-6));
    }
    if (event.type !== 'OrderPaid' && event.type !== 'OrderRefunded') return;
    const { out_trade_no, amount } = event.data;
    const order = this.#orders.get(out_trade_no);
    if (!order?.membership) return;
    const fan = this.#fans.get(order.user_id);
    if (event.type === 'OrderPaid') {
      fan?.pay(order, at);
      return;
    }
    const back = (this.#refunded.get(out_trade_no) ?? 0) + amount;
    this.#refunded.set(out_trade_no, back);
    if (back === order.total_amount) fan?.refund(out_trade_no, at);
  }

  /** The states of memberships are the same. */
  check(memory: MemoryCommitter): void {
    for (const [fan, plain] of this.#fans) {
      const { runs } = memory.stateOf(membershipKind, membershipStream(CREATOR, fan));
      const open = runs.flatMap(({ begin, grants }) => {
        const last = grants.at(-1);
        const until = last?.until ?? Number.POSITIVE_INFINITY;
        return last && until > memory.now ? [[last.plan_id, begin, until]] : [];
      });
      deepEqual(open, plain.openAt(memory.now));
    }
  }
}
