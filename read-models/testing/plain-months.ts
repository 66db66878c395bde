import type { MembershipGrant } from '#events/memberships.ts';
import type { OrderPlacedData } from '#events/orders.ts';
import type { RecordedEvent } from '#events/recorded-event.ts';

/**
 * The figures of months, hours and SKUs recomputed from events by their definitions (docs/domain/stats.md), slowly.
 * Shares no code with the read models.
 */
const HOURS_8 = 8 * 3_600_000;
/** Shanghai has kept UTC+8 without a change since 1991. */
const local = (at: number): string => new Date(at + HOURS_8).toISOString();
const endOf = (day: string): number => Date.parse(`${day}T24:00:00Z`) - HOURS_8 - 1;
const lastDayOf = (month: string): string => {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10);
};
const monthAfter = (month: string, by = 1): string => {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number - 1 + by, 1)).toISOString().slice(0, 7);
};

type Revoked = {
  runs_on: { plan_id: string; until: number | null } | null;
  next: { run_id: string; from: number; until: number | null } | null;
};
interface Live {
  run_id: string;
  from: number;
  until: number | null;
  recurring: number;
}

/** The memberships of each fan at a moment: only what had happened by then counts. */
function membersAt(
  events: readonly RecordedEvent[],
  creator_id: string,
  moment: number,
): Map<string, Live[]> {
  const fans = new Map<string, Live[]>();
  const amounts = new Map<string, number>();
  for (const { type, data, metadata } of events) {
    if (!type.startsWith('Membership') || type === 'MembershipExpired' || metadata.at > moment) continue;
    const input = data as MembershipGrant & Revoked;
    if (input.creator_id !== creator_id) continue;
    const { user_id, plan_id, until } = input;
    const run_id = String(input.run_id);
    const held = fans.get(user_id) ?? [];
    const before = held.find((one) => one.run_id === run_id);
    const rest = held.filter((one) => one !== before);
    const ended = before?.until != null && before.until <= metadata.at;
    if (type === 'MembershipRevoked') {
      const { runs_on, next } = input;
      if (!before || ended) continue;
      for (const one of rest) if (one.run_id === next?.run_id) Object.assign(one, next);
      const recurring = amounts.get(`${run_id} ${runs_on?.plan_id}`) ?? 0;
      fans.set(user_id, runs_on ? [...rest, { ...before, until: runs_on.until, recurring }] : rest);
      continue;
    }
    const monthly =
      type === 'MembershipUpgraded' ? input.monthly_price : Math.round(input.paid / input.months);
    const recurring = until === null ? 0 : monthly;
    amounts.set(`${run_id} ${plan_id}`, recurring);
    fans.set(user_id, [...rest, { run_id, from: before?.from ?? input.from, until, recurring }]);
  }
  for (const [fan, held] of fans) {
    fans.set(
      fan,
      held.filter(({ from, until }) => from <= moment && (until === null || until > moment)),
    );
  }
  return fans;
}

interface Payment {
  order: OrderPlacedData;
  at: string;
  amount: number;
}

export function plainPayments(events: readonly RecordedEvent[], creator_id: string): Payment[] {
  const orders = new Map<string, OrderPlacedData>();
  const payments: Payment[] = [];
  for (const { type, data, metadata } of events) {
    const fields = data as OrderPlacedData & { amount: number };
    if (type === 'OrderPlaced') orders.set(fields.out_trade_no, fields);
    const order = orders.get(fields.out_trade_no);
    if (type === 'OrderPaid' && order?.creator_id === creator_id) {
      payments.push({ order, at: local(metadata.at), amount: fields.amount });
    }
  }
  return payments;
}

/** @param today the last day that counts */
export function plainMonths(
  events: readonly RecordedEvent[],
  creator_id: string,
  months: readonly string[],
  today: string,
) {
  const payments = plainPayments(events, creator_id);
  const dayOf = (month: string): string => (today.startsWith(month) ? today : lastDayOf(month));
  const sponsorsOf = (month: string): Set<string> => {
    const day = dayOf(month);
    const paid = payments.filter(({ at }) => at.startsWith(month) && at.slice(0, 10) <= day);
    const members = [...membersAt(events, creator_id, endOf(day))].filter(([, held]) => held.length > 0);
    return new Set([...paid.map(({ order }) => order.user_id), ...members.map(([fan]) => fan)]);
  };
  const first = payments.map(({ at }) => at.slice(0, 7)).sort()[0] ?? today.slice(0, 7);
  const all = new Map<string, Set<string>>();
  for (let month = first; month <= today.slice(0, 7); month = monthAfter(month))
    all.set(month, sponsorsOf(month));
  const of = (month: string): Set<string> => all.get(month) ?? new Set();
  const newOf = (month: string): string[] =>
    [...of(month)].filter((fan) => ![...all].some(([other, fans]) => other < month && fans.has(fan)));
  return {
    months: months.map((month) => {
      const [fans, last] = [of(month), of(monthAfter(month, -1))];
      const kept = [...fans].filter((fan) => last.has(fan)).length;
      const fresh = newOf(month).length;
      const recurring = [...membersAt(events, creator_id, endOf(dayOf(month))).values()]
        .flat()
        .filter((one) => one.recurring > 0);
      return {
        month,
        sponsors: fans.size,
        new: fresh,
        kept,
        returned: fans.size - kept - fresh,
        lost: [...last].filter((fan) => !fans.has(fan)).length,
        recurring: recurring.reduce((sum, one) => sum + one.recurring, 0),
        memberships: recurring.length,
      };
    }),
    cohorts: months.map((month) => {
      const fans = newOf(month);
      const later = months.filter((one) => one >= month);
      return { month, sponsors: later.map((one) => fans.filter((fan) => of(one).has(fan)).length) };
    }),
  };
}

/** Paid orders by weekday (1 is Monday) and hour. */
export function plainHours(payments: readonly Payment[]) {
  const hours = new Map<string, { weekday: number; hour: number; orders: number; gross: number }>();
  for (const { at, amount } of payments) {
    const weekday = new Date(at).getUTCDay() || 7;
    const hour = Number(at.slice(11, 13));
    const known = hours.get(`${weekday} ${hour}`) ?? { weekday, hour, orders: 0, gross: 0 };
    hours.set(`${weekday} ${hour}`, { ...known, orders: known.orders + 1, gross: known.gross + amount });
  }
  return [...hours.values()].sort((one, other) => one.weekday - other.weekday || one.hour - other.hour);
}
