import type { MembershipEvent } from '#events/membership.ts';
import type { DataOf } from '#events/registry.ts';
import type { ProjectedEvent } from '../../engine/projection.ts';
import type { SponsorSpanRow } from './tables.ts';

type Granted = Extract<MembershipEvent, { data: { monthly_price: number } }>;
type DayNumber = (at: number) => number;

/** The spans of one fan with one creator, oldest first. A refund or another order never changes days that are over. */
export class FanSpans {
  readonly rows: SponsorSpanRow[];

  constructor(rows: readonly SponsorSpanRow[]) {
    this.rows = rows.map((row) => ({ ...row }));
  }

  #newest(plan: string): SponsorSpanRow | undefined {
    return this.rows.findLast(({ plan_id }) => plan_id === plan);
  }

  #end(span: SponsorSpanRow | undefined, day: number): void {
    if (span && (span.until_day === null || span.until_day > day))
      span.until_day = Math.max(day, span.from_day);
  }

  #grant(event: Granted, position: number, today: number, dayOf: DayNumber): void {
    const { type, data } = event;
    const { creator_id, user_id, plan_id, out_trade_no, paid, months } = data;
    const before =
      type === 'MembershipStarted'
        ? undefined
        : this.#newest(type === 'MembershipUpgraded' ? data.from_plan : plan_id);
    this.#end(before, today);
    // An upgrade is paid by difference: its plan's price recurs.
    const monthly =
      type === 'MembershipUpgraded' ? data.monthly_price : Math.round(paid / Math.max(months, 1));
    const until_day = data.until === null ? null : dayOf(data.until);
    this.rows.push({
      ...{ span: position, run: before?.run ?? position, creator_id, user_id, plan_id, out_trade_no },
      ...{ recurring: until_day === null ? 0 : monthly, from_day: today, until_day },
    });
  }

  /** Ends the membership that the order was part of, if it runs, or changes its plan and end. */
  #revoke(
    { out_trade_no, runs_on }: DataOf<'MembershipRevoked'>,
    position: number,
    today: number,
    dayOf: DayNumber,
  ): void {
    const run = this.rows.find((row) => row.out_trade_no === out_trade_no)?.run;
    const last = this.rows.findLast((row) => row.run === run);
    if (!last) return;
    if (runs_on === null) {
      this.#end(last, today);
      return;
    }
    const until_day = runs_on.until === null ? null : dayOf(runs_on.until);
    if (runs_on.plan_id === last.plan_id) {
      last.until_day = until_day;
      return;
    }
    // The plan before the upgrade runs again.
    const before = this.#newest(runs_on.plan_id) ?? last;
    this.#end(last, today);
    this.rows.push({ ...before, span: position, from_day: today, until_day });
  }

  take(event: ProjectedEvent, dayOf: DayNumber): void {
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
