import type { ClientBase } from 'pg';
import type { MembershipGrant } from '#events/memberships.ts';
import type { RecordedEvent } from '#events/recorded-event.ts';
import type { DataOf } from '#events/registry.ts';
import type { Moved, Projection } from '../../engine/projection.ts';
import { relation, upsertRows } from '../../engine/rows.ts';
import { pick, selected } from '../../engine/table.ts';
import type { FindOrders, OrderFacts } from '../../orders/order-facts.ts';
import { GRANTS, type GrantRow } from './tables.ts';

type Pair = Pick<GrantRow, 'creator_id' | 'user_id'>;

const pairOf = ({ creator_id, user_id }: Pair): string => `${creator_id} ${user_id}`;

/** The memberships that the fans of a batch have of its creators, and what its refunded orders gave. */
class Grants {
  readonly #ofPair: Map<string, GrantRow[]>;
  readonly changed = new Set<GrantRow>();

  constructor(rows: readonly GrantRow[]) {
    this.#ofPair = Map.groupBy(rows, pairOf);
  }

  #of(pair: Pair, fits: (row: GrantRow) => boolean): GrantRow[] {
    return (this.#ofPair.get(pairOf(pair)) ?? []).filter(fits);
  }

  #change(rows: readonly GrantRow[], change: Partial<GrantRow>): void {
    for (const row of rows) this.changed.add(Object.assign(row, change));
  }

  #add(row: Omit<GrantRow, 'ended_at' | 'ended_by' | 'refunded'>): void {
    const added = { ...row, ended_at: null, ended_by: '', refunded: false };
    const isSame = ({ out_trade_no, key }: GrantRow) => out_trade_no === row.out_trade_no && key === row.key;
    // An order gives each thing once.
    for (const same of this.#of(row, isSame)) this.changed.delete(same);
    this.#ofPair.set(pairOf(row), [...this.#of(row, (one) => !isSame(one)), added]);
    this.changed.add(added);
  }

  /** A paid order gives a membership. */
  begin({ plan_id, from, until, ...grant }: MembershipGrant): void {
    const { out_trade_no, creator_id, user_id, monthly_price } = grant;
    const whose = { out_trade_no, creator_id, user_id, monthly_price };
    this.#add({ ...whose, key: plan_id, membership: true, units: 0, from_at: from, until_at: until });
  }

  /** The dearer plan takes the place of what is left of the other. */
  upgrade(grant: DataOf<'MembershipUpgraded'>, at: number): void {
    const replaced = this.#of(
      grant,
      ({ membership, key, until_at, ended_at }) =>
        membership && key === grant.from_plan && ended_at === null && (until_at === null || until_at > at),
    );
    this.#change(replaced, { ended_at: at, ended_by: grant.out_trade_no });
    this.begin(grant);
  }

  /** A refund ends a membership; what it had replaced runs again, and later ones move. */
  revoke(data: DataOf<'MembershipRevoked'>, at: number): void {
    const { out_trade_no, next, moved } = data;
    this.#change(
      this.#of(data, (row) => row.ended_by === out_trade_no && row.out_trade_no !== out_trade_no),
      { ended_at: null, ended_by: '' },
    );
    this.#change(
      this.#of(data, (row) => row.membership && row.out_trade_no === out_trade_no),
      { ended_at: at, ended_by: out_trade_no, refunded: true },
    );
    // Older events of a planned membership that begins earlier name only its first order.
    const planned = next === null ? [] : [{ out_trade_no: next.run_id, from: next.from, until: next.until }];
    for (const { out_trade_no: other, from, until } of [...planned, ...moved]) {
      const rows = this.#of(data, (row) => row.membership && row.out_trade_no === other);
      this.#change(rows, { from_at: from, until_at: until });
    }
  }

  buy({ out_trade_no, creator_id, user_id, parts }: OrderFacts, at: number): void {
    const whose = { out_trade_no, creator_id, user_id, membership: false, monthly_price: 0 };
    for (const { sku_id, units } of parts)
      this.#add({ ...whose, key: sku_id, units, from_at: at, until_at: null });
  }

  /** All the money, or all units of a SKU, are back. */
  refund(order: OrderFacts, data: DataOf<'OrderRefunded'>, at: number): void {
    const { out_trade_no } = order;
    const whole = data.refunded_before + data.amount >= order.total_amount;
    const bought = this.#of(order, (row) => !row.membership && row.out_trade_no === out_trade_no);
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

/** A fan can have any number of purchases: only those of refunded orders are read. */
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
  if (type !== 'OrderPaid' && type !== 'OrderRefunded') return undefined;
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
  const refunded = events.flatMap(({ type, data }) => (type === 'OrderRefunded' ? [data.out_trade_no] : []));
  const grants = await grantsOf(members, refunded, tx);
  const pairs = [...members, ...orders];
  for (const event of events) {
    const { at } = event.metadata;
    const order = pieceOrderOf(event, orderOf);
    switch (event.type) {
      case 'MembershipStarted':
      case 'MembershipExtended':
        grants.begin(event.data);
        break;
      case 'MembershipUpgraded':
        grants.upgrade(event.data, at);
        break;
      case 'MembershipRevoked':
        grants.revoke(event.data, at);
        break;
      case 'OrderPaid':
        if (order) grants.buy(order, at);
        break;
      case 'OrderRefunded':
        if (order) grants.refund(order, event.data, at);
        break;
      default:
        break;
    }
  }
  await upsertRows(tx, GRANTS, [...grants.changed]);
  return {
    creators: new Set(pairs.map(({ creator_id }) => creator_id)),
    users: new Set(pairs.map(({ user_id }) => user_id)),
  };
}

/** Memberships and purchases of fans, by order: rights to read follow from them. */
export const grants = (findOrders: FindOrders): Projection => ({
  name: 'grants',
  version: 1,
  types: ['OrderPlaced', 'OrderPaid', 'OrderRefunded', ...MEMBERSHIP_TYPES],
  whole: [],
  tables: [GRANTS],
  project: (events, tx) => project(events, tx, findOrders),
});
