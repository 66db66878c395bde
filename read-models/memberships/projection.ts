import type { ClientBase } from 'pg';
import type { MembershipGrant } from '#events/memberships.ts';
import type { RecordedEvent } from '#events/recorded-event.ts';
import type { DataOf } from '#events/registry.ts';
import type { Moved, Projection } from '../engine/projection.ts';
import { addRows, relation, upsertRows } from '../engine/rows.ts';
import { pick, selected } from '../engine/table.ts';
import { memberChanges } from './member-changes.ts';
import { MEMBER_CHANGES, MEMBERSHIP_SPANS, type SpanRow } from './tables.ts';

type MovedGrant = DataOf<'MembershipMovedIn'>['grants'][number];
type Pair = { creator_id: string; user_id: string };

const pairOf = ({ creator_id, user_id }: Pair): string => `${creator_id} ${user_id}`;

/** What recurs by a grant. Of an upgrade it is the plan's price, not the paid difference. */
const recurringOf = ({
  from_plan,
  paid,
  months,
  monthly_price,
}: Pick<MovedGrant, 'from_plan' | 'paid' | 'months' | 'monthly_price'>) =>
  from_plan === null ? { paid, months } : { paid: monthly_price, months: 1 };

/** Every span of the fans in a batch, oldest first. */
class Spans {
  readonly #ofPair: Map<string, SpanRow[]>;
  readonly changed = new Set<SpanRow>();

  constructor(rows: readonly SpanRow[]) {
    this.#ofPair = Map.groupBy(rows, pairOf);
  }

  /** Adds the spans of each fan to the changes, or takes them away. */
  count(changes: ReturnType<typeof memberChanges>, sign: 1 | -1): void {
    for (const spans of this.#ofPair.values()) {
      const [first] = spans;
      if (first) changes.add(first.creator_id, spans, sign);
    }
  }

  /** The newest span of a fan that fits. */
  #newest(pair: Pair, fits: (span: SpanRow) => boolean): SpanRow | undefined {
    return this.#ofPair.get(pairOf(pair))?.findLast(fits);
  }

  begin(grant: MembershipGrant, run_id: string, span: number, from_at: number): void {
    const { creator_id, user_id, plan_id, plan_name, independent, paid, months, until: until_at } = grant;
    const orders = grant.run_id === null ? grant.out_trade_no : '';
    const what = { plan_id, plan_name, independent, run_id, orders, paid, months };
    this.#add({ span, creator_id, user_id, ...what, from_at, until_at, moved: false });
  }

  #add(row: SpanRow): void {
    const key = pairOf(row);
    this.#ofPair.set(key, [...(this.#ofPair.get(key) ?? []), row]);
    this.changed.add(row);
  }

  /** The newest span of the run; of an event that names none, of the plan. */
  #ofRun(grant: Pair & Pick<MembershipGrant, 'run_id'>, plan: string): SpanRow | undefined {
    const { run_id } = grant;
    return this.#newest(grant, (span) => (run_id === null ? span.plan_id === plan : span.run_id === run_id));
  }

  extend(grant: MembershipGrant): void {
    const span = this.#ofRun(grant, grant.plan_id);
    if (!span) return;
    span.until_at = grant.until;
    span.paid = grant.paid;
    span.months = grant.months;
    if (grant.run_id === null) span.orders += ` ${grant.out_trade_no}`;
    this.changed.add(span);
  }

  upgrade(grant: DataOf<'MembershipUpgraded'>, position: number, at: number): void {
    const before = this.#ofRun(grant, grant.from_plan);
    if (before) this.#end(before, at);
    const recurring = { ...grant, ...recurringOf(grant) };
    this.begin(recurring, before?.run_id ?? grant.run_id ?? grant.out_trade_no, position, at);
  }

  #end(span: SpanRow, at: number): void {
    if (span.until_at !== null && span.until_at <= at) return;
    span.until_at = Math.max(at, span.from_at);
    this.changed.add(span);
  }

  /** The membership goes on in another account of the person. */
  moveOut({ run_id, ...pair }: DataOf<'MembershipMovedOut'>, at: number): void {
    for (const span of this.#ofPair.get(pairOf(pair)) ?? []) {
      if (span.run_id !== run_id) continue;
      span.moved = true;
      this.changed.add(span);
      this.#end(span, at);
    }
  }

  /** With the plans before the present one, for no time: a refund of an upgrade brings back the last of them. */
  moveIn(data: DataOf<'MembershipMovedIn'>, span: number, at: number): void {
    const { creator_id, user_id, run_id, independent, begin, grants } = data;
    const last = (plan: string) => grants.findLast(({ plan_id }) => plan_id === plan);
    for (const grant of grants) {
      if (grant !== last(grant.plan_id)) continue;
      const { plan_id, plan_name } = grant;
      const what = { plan_id, plan_name, independent, run_id, orders: '', ...recurringOf(grant) };
      const times =
        grant === grants.at(-1)
          ? { from_at: Math.max(at, begin), until_at: grant.until }
          : { from_at: at, until_at: at };
      this.#add({ span, creator_id, user_id, ...what, ...times, moved: false });
    }
  }

  revoke(data: DataOf<'MembershipRevoked'>, position: number, at: number): void {
    const { out_trade_no, run_id, runs_on, next } = data;
    const planned = next && this.#newest(data, (one) => one.run_id === next.run_id);
    if (planned) {
      Object.assign(planned, { from_at: next.from, until_at: next.until });
      this.changed.add(planned);
    }
    // The fan may have begun another membership since.
    const span = this.#newest(data, (one) =>
      run_id === null
        ? one.run_id === out_trade_no || one.orders.split(' ').includes(out_trade_no)
        : one.run_id === run_id,
    );
    if (!span) return;
    if (runs_on?.plan_id === span.plan_id) {
      span.until_at = runs_on.until;
      this.changed.add(span);
      return;
    }
    this.#end(span, at);
    if (runs_on === null) return;
    // The plan before the upgrade runs again, from now to its own end.
    const isBefore = (one: SpanRow): boolean => one.run_id === span.run_id && one.plan_id === runs_on.plan_id;
    const before = this.#newest(data, isBefore) ?? span;
    const { until: until_at } = runs_on;
    const what = { plan_id: runs_on.plan_id, plan_name: runs_on.plan_name };
    this.#add({ ...before, ...what, span: position, from_at: at, until_at });
  }
}

async function spansOf(events: readonly RecordedEvent[], tx: ClientBase): Promise<Spans> {
  const pairs = new Map<string, Pair>();
  for (const { data } of events) {
    // Every type of this projection names both.
    const pair = data as Pair;
    pairs.set(pairOf(pair), pair);
  }
  const { sql, values } = relation(pick(MEMBERSHIP_SPANS, 'creator_id', 'user_id'), [...pairs.values()]);
  const { rows } = await tx.query<SpanRow>(
    `SELECT ${selected(MEMBERSHIP_SPANS.columns, 's.')}
       FROM ${sql} JOIN membership_spans s USING (creator_id, user_id) ORDER BY s.span, s.from_at, s.until_at`,
    values,
  );
  return new Spans(rows);
}

async function project(events: readonly RecordedEvent[], tx: ClientBase): Promise<Moved> {
  const spans = await spansOf(events, tx);
  const changes = memberChanges();
  spans.count(changes, -1);
  const moved = { creators: new Set<string>(), users: new Set<string>() };
  for (const { type, data, position, metadata } of events) {
    const { creator_id, user_id } = data as Pair; // as above
    moved.creators.add(creator_id);
    moved.users.add(user_id);
    switch (type) {
      case 'MembershipStarted':
        spans.begin(data, data.run_id ?? data.out_trade_no, position, data.from);
        break;
      case 'MembershipExtended':
        spans.extend(data);
        break;
      case 'MembershipUpgraded':
        spans.upgrade(data, position, metadata.at);
        break;
      case 'MembershipRevoked':
        spans.revoke(data, position, metadata.at);
        break;
      case 'MembershipMovedOut':
        spans.moveOut(data, metadata.at);
        break;
      case 'MembershipMovedIn':
        spans.moveIn(data, position, metadata.at);
        break;
      default:
        break;
    }
  }
  await upsertRows(tx, MEMBERSHIP_SPANS, [...spans.changed], {
    set: ['paid', 'months', 'from_at', 'until_at', 'orders', 'moved'],
  });
  spans.count(changes, 1);
  await addRows(tx, MEMBER_CHANGES, changes.rows(), ['members', 'memberships', 'recurring']);
  return moved;
}

/** Members of each plan with begin and end, for any moment. */
export const memberships: Projection = {
  name: 'memberships',
  version: 7,
  types: [
    'MembershipStarted',
    'MembershipExtended',
    'MembershipUpgraded',
    'MembershipExpired',
    'MembershipRevoked',
    'MembershipMovedOut',
    'MembershipMovedIn',
  ],
  whole: ['membership'],
  tables: [MEMBERSHIP_SPANS, MEMBER_CHANGES],
  project,
};
