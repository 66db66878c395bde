import type { MembershipEvent } from '#events/memberships.ts';
import type { RecordedEvent } from '#events/recorded-event.ts';
import type { DataOf } from '#events/registry.ts';
import type { SponsorSpanRow } from './tables.ts';

type Granted = Extract<MembershipEvent, { data: { monthly_price: number } }>;
type DayNumber = (at: number) => number;

/** Of a day and a moment the earlier day; null never comes. */
const earlierOf = (day: number | null, at: number | null, dayOf: DayNumber): number | null => {
  if (at === null) return day;
  return Math.min(day ?? Number.POSITIVE_INFINITY, dayOf(at));
};

/** The spans of one fan with one creator, oldest first. A refund or another order never changes days that are over. */
export class FanSpans {
  readonly rows: SponsorSpanRow[];
  /** Those that are new or different. */
  readonly changed = new Set<SponsorSpanRow>();

  constructor(rows: readonly SponsorSpanRow[]) {
    this.rows = rows.map((row) => ({ ...row }));
  }

  /** The newest span of a run; of an event that names none, of the plan. */
  #newest(run_id: string | null, plan: string): SponsorSpanRow | undefined {
    return this.rows.findLast((row) => (run_id === null ? row.plan_id === plan : row.run_id === run_id));
  }

  #end(span: SponsorSpanRow | undefined, day: number): void {
    if (!span || (span.until_day !== null && span.until_day <= day)) return;
    span.until_day = Math.max(day, span.from_day);
    this.changed.add(span);
  }

  #add(span: SponsorSpanRow): void {
    this.rows.push(span);
    this.changed.add(span);
  }

  #grant(event: Granted, position: number, today: number, dayOf: DayNumber): void {
    const { type, data } = event;
    const { creator_id, user_id, plan_id, out_trade_no, paid, months } = data;
    const before =
      type === 'MembershipStarted'
        ? undefined
        : this.#newest(data.run_id, type === 'MembershipUpgraded' ? data.from_plan : plan_id);
    this.#end(before, today);
    // An upgrade is paid by difference: its plan's price recurs.
    const monthly =
      type === 'MembershipUpgraded' ? data.monthly_price : Math.round(paid / Math.max(months, 1));
    const until_day = data.until === null ? null : dayOf(data.until);
    const run_id = before?.run_id ?? data.run_id ?? out_trade_no;
    // A planned one begins later. A purchase for a membership from another account counts from its day.
    const from_day =
      type === 'MembershipStarted'
        ? Math.max(today, dayOf(data.from))
        : Math.max(today, before?.from_day ?? 0);
    this.#add({
      span: position,
      run_id,
      creator_id,
      user_id,
      plan_id,
      out_trade_no,
      recurring: until_day === null ? 0 : monthly,
      from_day,
      until_day,
    });
  }

  /**
   * Ends what the order gave to this fan, or changes its plan and end. Other accounts can have paid for the same
   * membership, so its end is no later one of this fan.
   */
  #revoke(
    { out_trade_no, run_id, runs_on, next }: DataOf<'MembershipRevoked'>,
    position: number,
    today: number,
    dayOf: DayNumber,
  ): void {
    const planned = this.rows.findLast((row) => row.run_id === next?.run_id);
    if (next && planned) {
      planned.from_day = dayOf(next.from);
      planned.until_day = earlierOf(planned.until_day, next.until, dayOf);
      this.changed.add(planned);
    }
    const run = run_id ?? this.rows.find((row) => row.out_trade_no === out_trade_no)?.run_id;
    const rows = this.rows.filter((row) => row.run_id === run);
    const last = rows.at(-1);
    if (!last || (last.until_day !== null && last.until_day <= today)) return;
    const paidElse = rows.some((row) => row.out_trade_no !== out_trade_no);
    if (runs_on === null || !paidElse) {
      this.#end(last, today);
      return;
    }
    const until_day = earlierOf(last.until_day, runs_on.until, dayOf);
    if (runs_on.plan_id === last.plan_id) {
      last.until_day = until_day;
      this.changed.add(last);
      return;
    }
    this.#end(last, today);
    // The plan before the upgrade runs again, unless another account paid for it.
    const before = rows.findLast((row) => row.plan_id === runs_on.plan_id);
    if (before) this.#add({ ...before, span: position, from_day: today, until_day });
  }

  take(event: RecordedEvent, dayOf: DayNumber): void {
    const today = dayOf(event.metadata.at);
    switch (event.type) {
      case 'MembershipStarted':
      case 'MembershipExtended':
      case 'MembershipUpgraded':
        this.#grant(event, event.position, today, dayOf);
        break;
      case 'MembershipRevoked':
        this.#revoke(event.data, event.position, today, dayOf);
        break;
      default:
        break;
    }
  }
}
