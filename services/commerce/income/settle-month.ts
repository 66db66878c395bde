import type { Actor } from '#events/envelope.ts';
import { derivedEventId, type UserId } from '#events/ids.ts';
import type { SettlementEvent } from '#events/income.ts';
import { fenOf } from '#events/money.ts';
import { balanceStream, settlementStream } from '#events/stream-names.ts';
import type { BusinessCalendar, Millis } from '#events/time.ts';
import { isRefusal } from '#services/runtime/refusal.ts';
import { accept, type Command, type Decided, refuse } from '../engine/command.ts';
import { checkedReason } from '../engine/staff-reason.ts';
import { settlementKind } from './settlement.ts';

/** The sums of a creator's month from its lines; the rest follows from the calendar. */
export type MonthSums = Omit<SettlementEvent['data'], 'available_at' | 'reason'>;

/** Who has a month settled, and why. */
export interface SettlementOrder {
  by: Actor;
  reason: string;
  correlation_id?: string;
}

const AVAILABLE_HOUR = 10;

/** The first instant after a business month, and when its income can be withdrawn: the 1st, 0:00 and 10:00. */
export function endOfMonth(
  calendar: BusinessCalendar,
  month: string,
): { ends_at: Millis; available_at: Millis } {
  const [year = 0, number = 1] = month.split('-').map(Number);
  const next = number === 12 ? { year: year + 1, month: 1 } : { year, month: number + 1 };
  const first = { ...next, day: 1, minute: 0, second: 0 };
  return {
    ends_at: calendar.instantOf({ ...first, hour: 0 }),
    available_at: calendar.instantOf({ ...first, hour: AVAILABLE_HOUR }),
  };
}

/** Automatic, on the 1st. */
const SCHEDULED: SettlementOrder = { by: 'process:settlement', reason: 'scheduled' };

/**
 * Settles a creator's month once, for any number of calls. Refuses an unfinished month (state_does_not_allow), and a
 * manual one without a reason; a settled month is answered with its settlement.
 */
export function settleMonth(
  figures: MonthSums,
  { by, reason, correlation_id }: SettlementOrder = SCHEDULED,
): Command<{ settled: boolean; evidence: SettlementEvent['data'] }> {
  const { user_id, month } = figures;
  const stream = settlementStream(month, user_id);
  const balance = balanceStream(user_id);
  return {
    name: 'settle_month',
    actor: by,
    correlation_id,
    streams: [stream, balance],
    decide(states, now) {
      const before = states.get(settlementKind, stream);
      if (before.phase === 'settled') return accept([], { settled: false, evidence: before.evidence });
      const { ends_at, available_at } = endOfMonth(states.calendar, month);
      if (now < ends_at) return refuse({ code: 'state_does_not_allow' });
      const why = checkedReason(reason, 'reason', true);
      if (isRefusal(why)) return refuse(why);
      const evidence = { ...figures, available_at, reason: why };
      return accept(settledEvents(user_id, evidence), { settled: true, evidence });
    },
  };
}

function settledEvents(user_id: UserId, evidence: SettlementEvent['data']): Decided[] {
  const { month, net, available_at } = evidence;
  return [
    {
      stream: settlementStream(month, user_id),
      creator_id: user_id,
      event: { type: 'MonthSettled', data: evidence },
      id: derivedEventId('MonthSettled', month, user_id),
    },
    {
      stream: balanceStream(user_id),
      creator_id: user_id,
      event: { type: 'IncomeSettled', data: { user_id, month, net: fenOf(net), available_at } },
      id: derivedEventId('IncomeSettled', month, user_id),
    },
  ];
}
