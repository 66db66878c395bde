import { expect } from 'vitest';
import type { UserId } from '#events/ids.ts';
import type { OrderPlacedData } from '#events/order.ts';
import { membershipStream } from '#events/stream-names.ts';
import { businessCalendar, DEFAULT_TIME_ZONE, type Millis } from '#events/time.ts';
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

/** The first day and the months since; after a gap they count anew. */
function endOf({ begin, payments }: PlainRun): Millis {
  let [first, months] = [begin, 0];
  for (const { order, at } of payments) {
    if (order.upgrade === null && at > calendar.addMonths(first, months)) [first, months] = [at, 0];
    months += order.month;
  }
  return calendar.addMonths(first, months);
}

/** The memberships of one fan by the rules of docs/domain.md, payment by payment and refund by refund. */
class PlainFan {
  #runs: PlainRun[] = [];

  #open(track: string, at: Millis): PlainRun[] {
    return this.#runs.filter((run) => run.track === track && endOf(run) > at);
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

/** Each fan's memberships match the payments and full refunds. */
export function checkMemberships(memory: MemoryCommitter): void {
  const orders = new Map<string, OrderPlacedData>();
  const refunded = new Map<string, number>();
  const fans = new Map<UserId, PlainFan>(FANS.map((fan) => [fan, new PlainFan()]));
  for (const { event, metadata } of memory.log) {
    if (event.type === 'OrderPlaced') orders.set(event.data.out_trade_no, event.data);
    if (event.type !== 'OrderPaid' && event.type !== 'OrderRefunded') continue;
    const { out_trade_no, amount } = event.data;
    const order = orders.get(out_trade_no);
    if (!order?.membership) continue;
    if (event.type === 'OrderPaid') fans.get(order.user_id)?.pay(order, metadata.at);
    else {
      const back = (refunded.get(out_trade_no) ?? 0) + amount;
      refunded.set(out_trade_no, back);
      if (back === order.total_amount) fans.get(order.user_id)?.refund(out_trade_no, metadata.at);
    }
  }
  for (const [fan, plain] of fans) {
    const { runs } = memory.stateOf('membership', membershipStream(CREATOR, fan));
    const open = runs.flatMap(({ begin, grants }) => {
      const last = grants.at(-1);
      const until = last?.until ?? Number.POSITIVE_INFINITY;
      return last && until > memory.now ? [[last.plan_id, begin, until]] : [];
    });
    expect(open).toEqual(plain.openAt(memory.now));
  }
}
