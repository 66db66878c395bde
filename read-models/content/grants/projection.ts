import type { ClientBase } from 'pg';
import type { MembershipGrant } from '#events/memberships.ts';
import type { RecordedEvent } from '#events/recorded-event.ts';
import type { DataOf } from '#events/registry.ts';
import type { Moved, Projection } from '../../engine/projection.ts';
import { insertRows, relation, upsertRows } from '../../engine/rows.ts';
import { pick, selected } from '../../engine/table.ts';
import type { FindOrders, OrderFacts } from '../../orders/order-facts.ts';
import { GRANTS, type GrantRow, PAST_GRANTS, type PastGrantRow } from './tables.ts';

type Pair = Pick<GrantRow, 'creator_id' | 'user_id'>;

const pairOf = ({ creator_id, user_id }: Pair): string => `${creator_id} ${user_id}`;

/** An event's time and position. */
interface Moment {
  at: number;
  position: number;
}

/** The memberships that the fans of a batch have of its creators, and what its refunded orders gave. */
class Grants {
  readonly #ofPair: Map<string, GrantRow[]>;
  /** What orders gave by the piece. */
  readonly #pieces: Map<string, GrantRow[]>;
  readonly changed = new Set<GrantRow>();
  /** Memberships before an event of the batch changed them. */
  readonly past: PastGrantRow[] = [];
  /** The event that changed a row last. */
  readonly #changedBy = new Map<GrantRow, number>();

  constructor(rows: readonly GrantRow[]) {
    this.#ofPair = Map.groupBy(rows, pairOf);
    const pieces = rows.filter(({ membership }) => !membership);
    this.#pieces = Map.groupBy(pieces, ({ out_trade_no }) => out_trade_no);
  }

  #of(pair: Pair, fits: (row: GrantRow) => boolean): GrantRow[] {
    return (this.#ofPair.get(pairOf(pair)) ?? []).filter(fits);
  }

  #change(rows: readonly GrantRow[], change: Partial<GrantRow>): void {
    for (const row of rows) this.changed.add(Object.assign(row, change));
  }

  #supersede(rows: readonly GrantRow[], change: Partial<GrantRow>, { at, position }: Moment): void {
    for (const row of rows) {
      // An event can change a membership twice.
      if (this.#changedBy.get(row) === position) continue;
      this.#changedBy.set(row, position);
      this.past.push({ ...row, superseded_by: position, superseded_at: at });
    }
    this.#change(rows, change);
  }

  #add(row: Omit<GrantRow, 'ended_at' | 'ended_by' | 'refunded'>): void {
    const added = { ...row, ended_at: null, ended_by: '', refunded: false };
    const isSame = ({ out_trade_no, key }: GrantRow) => out_trade_no === row.out_trade_no && key === row.key;
    // An order gives each thing once.
    for (const same of this.#of(row, isSame)) this.changed.delete(same);
    this.#ofPair.set(pairOf(row), [...this.#of(row, (one) => !isSame(one)), added]);
    if (!row.membership) {
      const others = (this.#pieces.get(row.out_trade_no) ?? []).filter((one) => !isSame(one));
      this.#pieces.set(row.out_trade_no, [...others, added]);
    }
    this.changed.add(added);
  }

  /** A paid order gives a membership. */
  begin({ plan_id, from, until, ...grant }: MembershipGrant, { at: given_at }: Moment): void {
    const { out_trade_no, creator_id, user_id, monthly_price } = grant;
    const whose = { out_trade_no, creator_id, user_id, monthly_price };
    const times = { given_at, from_at: from, until_at: until };
    this.#add({ ...whose, key: plan_id, membership: true, units: 0, ...times });
  }

  /** The dearer plan takes the place of what is left of the other. */
  upgrade(grant: DataOf<'MembershipUpgraded'>, moment: Moment): void {
    const { at } = moment;
    const replaced = this.#of(
      grant,
      ({ membership, key, until_at, ended_at }) =>
        membership && key === grant.from_plan && ended_at === null && (until_at === null || until_at > at),
    );
    this.#supersede(replaced, { ended_at: at, ended_by: grant.out_trade_no }, moment);
    this.begin(grant, moment);
  }

  /** A refund ends a membership; what it had replaced runs again, and later ones move. */
  revoke(data: DataOf<'MembershipRevoked'>, moment: Moment): void {
    const { out_trade_no, next, moved } = data;
    this.#supersede(
      this.#of(data, (row) => row.ended_by === out_trade_no && row.out_trade_no !== out_trade_no),
      { ended_at: null, ended_by: '' },
      moment,
    );
    this.#supersede(
      this.#of(data, (row) => row.membership && row.out_trade_no === out_trade_no),
      { ended_at: moment.at, ended_by: out_trade_no, refunded: true },
      moment,
    );
    // Older events of a planned membership that begins earlier name only its first order.
    const planned = next === null ? [] : [{ out_trade_no: next.run_id, from: next.from, until: next.until }];
    for (const { out_trade_no: other, from, until } of [...planned, ...moved]) {
      const rows = this.#of(data, (row) => row.membership && row.out_trade_no === other);
      this.#supersede(rows, { from_at: from, until_at: until }, moment);
    }
  }

  buy({ out_trade_no, creator_id, user_id, parts }: OrderFacts, at: number): void {
    const whose = { out_trade_no, creator_id, user_id, membership: false, monthly_price: 0 };
    for (const { sku_id, units } of parts)
      this.#add({ ...whose, key: sku_id, units, given_at: at, from_at: at, until_at: null });
  }

  /** What was bought opens posts to the other account from now on; until then it did to the first. */
  handOver({ out_trade_no, from, to }: DataOf<'OrderHandedOver'>, creator_id: string, moment: Moment): void {
    const bought = (this.#pieces.get(out_trade_no) ?? []).filter(({ ended_at }) => ended_at === null);
    // With one that an upgrade has replaced: a refund of that brings it back.
    const isMoved = (row: GrantRow): boolean =>
      row.membership && row.out_trade_no === out_trade_no && !row.refunded;
    const first = { creator_id, user_id: from };
    const other = { creator_id, user_id: to };
    const member = this.#of(first, isMoved);
    this.#supersede([...bought, ...member], { user_id: to, given_at: moment.at }, moment);
    this.#ofPair.set(
      pairOf(first),
      this.#of(first, (row) => !isMoved(row)),
    );
    this.#ofPair.set(pairOf(other), [...this.#of(other, () => true), ...member]);
  }

  /** All the money, or all units of a SKU, are back. */
  refund(order: OrderFacts, data: DataOf<'OrderRefunded'>, at: number): void {
    const { out_trade_no } = order;
    const whole = data.refunded_before + data.amount >= order.total_amount;
    const bought = this.#pieces.get(out_trade_no) ?? [];
    for (const row of bought) {
      const back = data.units.find(({ sku_id }) => sku_id === row.key)?.count ?? 0;
      const units = Math.max(0, row.units - back);
      const ends = row.ended_at === null && (whole || units === 0);
      this.#change([row], {
        units,
        ...(ends && { ended_at: at, ended_by: out_trade_no, refunded: true }),
      });
    }
  }
}

/** A fan can have any number of purchases: only those of refunded and handed over orders are read. */
async function grantsOf(
  members: readonly Pair[],
  refunded: readonly string[],
  tx: ClientBase,
): Promise<Grants> {
  const distinct = [...new Map(members.map((pair) => [pairOf(pair), pair])).values()];
  if (distinct.length + refunded.length === 0) return new Grants([]);
  const { sql, values } = relation(pick(GRANTS, 'creator_id', 'user_id'), distinct);
  const { rows } = await tx.query<GrantRow>(
    `SELECT ${selected(GRANTS.columns, 'g.')} FROM ${sql} JOIN grants g USING (creator_id, user_id) WHERE g.membership
     UNION ALL
     SELECT ${selected(GRANTS.columns, 'g.')} FROM grants g
      WHERE NOT g.membership AND g.out_trade_no = ANY ($${values.length + 1})`,
    [...values, refunded],
  );
  return new Grants(rows);
}

/** The order of an event that can change what a fan has bought by the piece; imported contacts have no account. */
function pieceOrderOf(
  { type, data }: RecordedEvent,
  orderOf: (out_trade_no: string) => OrderFacts,
): OrderFacts | undefined {
  if (type !== 'OrderPaid' && type !== 'OrderRefunded' && type !== 'OrderHandedOver') return undefined;
  const order = orderOf(data.out_trade_no);
  return order.imported || order.parts.length === 0 ? undefined : order;
}

const MEMBERSHIP_TYPES = [
  'MembershipStarted',
  'MembershipExtended',
  'MembershipUpgraded',
  'MembershipRevoked',
] as const;

async function project(
  events: readonly RecordedEvent[],
  tx: ClientBase,
  findOrders: FindOrders,
): Promise<Moved> {
  const orderOf = await findOrders(events, tx);
  const members = events.flatMap(
    (event): Pair[] => (MEMBERSHIP_TYPES.some((type) => type === event.type) ? [event.data as Pair] : []), // by its type
  );
  const orders = events.flatMap((event) => pieceOrderOf(event, orderOf) ?? []);
  const changed = events.flatMap(({ type, data }) =>
    type === 'OrderRefunded' || type === 'OrderHandedOver' ? [data.out_trade_no] : [],
  );
  const owners = events.flatMap(({ type, data, metadata: { creator_id } }): Pair[] =>
    type === 'OrderHandedOver' ? [data.from, data.to].map((user_id) => ({ creator_id, user_id })) : [],
  );
  const grants = await grantsOf([...members, ...owners], changed, tx);
  const pairs = [...members, ...orders, ...owners];
  for (const event of events) {
    const { at } = event.metadata;
    const moment = { at, position: event.position };
    const order = pieceOrderOf(event, orderOf);
    switch (event.type) {
      case 'MembershipStarted':
      case 'MembershipExtended':
        grants.begin(event.data, moment);
        break;
      case 'MembershipUpgraded':
        grants.upgrade(event.data, moment);
        break;
      case 'MembershipRevoked':
        grants.revoke(event.data, moment);
        break;
      case 'OrderPaid':
        if (order) grants.buy(order, at);
        break;
      case 'OrderHandedOver':
        grants.handOver(event.data, event.metadata.creator_id, moment);
        break;
      case 'OrderRefunded':
        if (order) grants.refund(order, event.data, at);
        break;
      default:
        break;
    }
  }
  await upsertRows(tx, GRANTS, [...grants.changed]);
  await insertRows(tx, PAST_GRANTS, grants.past);
  return {
    creators: new Set(pairs.map(({ creator_id }) => creator_id)),
    users: new Set(pairs.map(({ user_id }) => user_id)),
  };
}

/** Memberships and purchases of fans, by order: rights to read follow from them. */
export const grants = (findOrders: FindOrders): Projection => ({
  name: 'grants',
  version: 4,
  types: ['OrderPlaced', 'OrderPaid', 'OrderRefunded', 'OrderHandedOver', ...MEMBERSHIP_TYPES],
  whole: [],
  tables: [GRANTS, PAST_GRANTS],
  project: (events, tx) => project(events, tx, findOrders),
});
