import type { ClientBase } from 'pg';
import type { RecordedEvent } from '#events/recorded-event.ts';
import type { Moved, Projection } from '../engine/projection.ts';
import { insertRows, upsertRows } from '../engine/rows.ts';
import { bigint, id, type Row, table } from '../engine/table.ts';

export const REPLY_POOLS = table(
  'reply_pools',
  {
    pool_id: id(),
    creator_id: id(),
    /** lines ever added; sent or dropped; and lines that paid orders wait for */
    added: bigint(),
    taken: bigint(),
    waiting: bigint(),
  },
  {
    key: ['pool_id'],
    fillfactor: 50,
  },
);

/** The fill that added the lines of a pool; texts are stored by fill. */
const REPLY_FILLS = table(
  'reply_fills',
  {
    pool_id: id(),
    first: bigint(),
    count: bigint(),
    fill_id: id(),
  },
  {
    key: ['pool_id', 'first'],
  },
);

const GIVEN_REPLIES = table(
  'given_replies',
  {
    out_trade_no: id(),
    pool_id: id(),
    first: bigint(),
    count: bigint(),
  },
  {
    key: ['out_trade_no', 'pool_id', 'first'],
  },
);

/** The lines that an order still lacks; 0 when complete. */
export const AWAITED_REPLIES = table(
  'awaited_replies',
  {
    out_trade_no: id(),
    pool_id: id(),
    units: bigint(),
  },
  {
    key: ['out_trade_no', 'pool_id'],
  },
);

type PoolMove = Row<typeof REPLY_POOLS>;
type AwaitedRow = Row<typeof AWAITED_REPLIES>;

interface Changes {
  fills: Row<typeof REPLY_FILLS>[];
  handovers: Row<typeof GIVEN_REPLIES>[];
  awaited: Map<string, AwaitedRow>;
  pools: Map<string, PoolMove>;
  users: Set<string>;
}

function collect(events: readonly RecordedEvent[]): Changes {
  const changes: Changes = {
    fills: [],
    handovers: [],
    awaited: new Map(),
    pools: new Map(),
    users: new Set(),
  };
  for (const event of events) {
    const pool = (pool_id: string): PoolMove => {
      const { creator_id } = event.metadata;
      const known = changes.pools.get(pool_id) ?? { pool_id, creator_id, added: 0, taken: 0, waiting: 0 };
      changes.pools.set(pool_id, known);
      return known;
    };
    const wait = (pool_id: string, out_trade_no: string, units: number): void => {
      const key = `${pool_id} ${out_trade_no}`;
      const known = changes.awaited.get(key) ?? { out_trade_no, pool_id, units: 0 };
      changes.awaited.set(key, { ...known, units: known.units + units });
      pool(pool_id).waiting += units;
    };
    switch (event.type) {
      case 'RepliesAdded': {
        const { pool_id, first, count, fill_id } = event.data;
        changes.fills.push({ pool_id, first, count, fill_id });
        pool(pool_id).added += count;
        break;
      }
      case 'RepliesDropped':
        pool(event.data.pool_id).taken += event.data.count;
        break;
      case 'RepliesGiven': {
        const { pool_id, out_trade_no, user_id, first, count, waited } = event.data;
        changes.handovers.push({ out_trade_no, pool_id, first, count });
        changes.users.add(user_id);
        pool(pool_id).taken += count;
        if (waited) wait(pool_id, out_trade_no, -count);
        break;
      }
      case 'RepliesAwaited':
        changes.users.add(event.data.user_id);
        wait(event.data.pool_id, event.data.out_trade_no, event.data.units);
        break;
      case 'RepliesForgone':
        wait(event.data.pool_id, event.data.out_trade_no, -event.data.units);
        break;
      default:
        break;
    }
  }
  return changes;
}

async function project(events: readonly RecordedEvent[], tx: ClientBase): Promise<Moved> {
  const { fills, handovers, awaited, pools, users } = collect(events);
  await insertRows(tx, REPLY_FILLS, fills);
  await insertRows(tx, GIVEN_REPLIES, handovers);
  await upsertRows(tx, AWAITED_REPLIES, [...awaited.values()], { add: ['units'] });
  await upsertRows(tx, REPLY_POOLS, [...pools.values()], { add: ['added', 'taken', 'waiting'] });
  return { creators: new Set([...pools.values()].map(({ creator_id }) => creator_id)), users };
}

/** Pools of random replies: remaining lines, receivers, and waiting orders. Texts are stored separately. */
export const replies: Projection = {
  name: 'replies',
  version: 2,
  types: ['RepliesAdded', 'RepliesDropped', 'RepliesGiven', 'RepliesAwaited', 'RepliesForgone'],
  whole: ['replies'],
  tables: [REPLY_POOLS, REPLY_FILLS, GIVEN_REPLIES, AWAITED_REPLIES],
  project,
};
