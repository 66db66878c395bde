import type { ClientBase } from 'pg';
import type { Moved, ProjectedEvent, Projection } from '../engine/projection.ts';
import { type Columns, insertRows, relation } from '../engine/rows.ts';

interface FillRow {
  pool_id: string;
  first: number;
  count: number;
  fill_id: string;
}
interface GivenRow {
  out_trade_no: string;
  pool_id: string;
  first: number;
  count: number;
}
interface AwaitedRow {
  out_trade_no: string;
  pool_id: string;
  units: number;
}
/** By how many lines a pool moved. */
interface PoolMove {
  pool_id: string;
  creator_id: string;
  added: number;
  taken: number;
  waiting: number;
}

const FILL: Columns<FillRow> = { pool_id: 'text', first: 'integer', count: 'integer', fill_id: 'text' };
const GIVEN: Columns<GivenRow> = {
  out_trade_no: 'text',
  pool_id: 'text',
  first: 'integer',
  count: 'integer',
};
const AWAITED: Columns<AwaitedRow> = { out_trade_no: 'text', pool_id: 'text', units: 'integer' };
const POOL_MOVE: Columns<PoolMove> = {
  pool_id: 'text',
  creator_id: 'text',
  added: 'integer',
  taken: 'integer',
  waiting: 'integer',
};

const DDL = `
  CREATE TABLE reply_pools (
    pool_id    text COLLATE "C" PRIMARY KEY,
    creator_id text COLLATE "C" NOT NULL,
    -- lines ever added; given or dropped; and lines that paid orders wait for
    added      integer NOT NULL,
    taken      integer NOT NULL,
    waiting    integer NOT NULL
  ) WITH (fillfactor = 50);
  -- Which lines of a pool came with which fill: under it their texts lie.
  CREATE TABLE reply_fills (
    pool_id text COLLATE "C" NOT NULL,
    first   integer NOT NULL,
    count   integer NOT NULL,
    fill_id text COLLATE "C" NOT NULL,
    PRIMARY KEY (pool_id, first)
  );
  CREATE TABLE given_replies (
    out_trade_no text COLLATE "C" NOT NULL,
    pool_id      text COLLATE "C" NOT NULL,
    first        integer NOT NULL,
    count        integer NOT NULL,
    PRIMARY KEY (out_trade_no, pool_id, first)
  );
  -- What an order still lacks; 0 once it has everything.
  CREATE TABLE awaited_replies (
    out_trade_no text COLLATE "C" NOT NULL,
    pool_id      text COLLATE "C" NOT NULL,
    units        integer NOT NULL,
    PRIMARY KEY (out_trade_no, pool_id)
  );`;

interface News {
  fills: FillRow[];
  given: GivenRow[];
  awaited: Map<string, AwaitedRow>;
  pools: Map<string, PoolMove>;
  users: Set<string>;
}

function collect(events: readonly ProjectedEvent[]): News {
  const news: News = { fills: [], given: [], awaited: new Map(), pools: new Map(), users: new Set() };
  for (const event of events) {
    const pool = (pool_id: string): PoolMove => {
      const { creator_id } = event.metadata;
      const known = news.pools.get(pool_id) ?? { pool_id, creator_id, added: 0, taken: 0, waiting: 0 };
      news.pools.set(pool_id, known);
      return known;
    };
    const wait = (pool_id: string, out_trade_no: string, units: number): void => {
      const key = `${pool_id} ${out_trade_no}`;
      const known = news.awaited.get(key) ?? { out_trade_no, pool_id, units: 0 };
      news.awaited.set(key, { ...known, units: known.units + units });
      pool(pool_id).waiting += units;
    };
    switch (event.type) {
      case 'RepliesAdded': {
        const { pool_id, first, count, fill_id } = event.data;
        news.fills.push({ pool_id, first, count, fill_id });
        pool(pool_id).added += count;
        break;
      }
      case 'RepliesDropped':
        pool(event.data.pool_id).taken += event.data.count;
        break;
      case 'RepliesGiven': {
        const { pool_id, out_trade_no, user_id, first, count, waited } = event.data;
        news.given.push({ out_trade_no, pool_id, first, count });
        news.users.add(user_id);
        pool(pool_id).taken += count;
        if (waited) wait(pool_id, out_trade_no, -count);
        break;
      }
      case 'RepliesAwaited':
        news.users.add(event.data.user_id);
        wait(event.data.pool_id, event.data.out_trade_no, event.data.units);
        break;
      case 'RepliesForgone':
        wait(event.data.pool_id, event.data.out_trade_no, -event.data.units);
        break;
      default:
        break;
    }
  }
  return news;
}

async function project(events: readonly ProjectedEvent[], tx: ClientBase): Promise<Moved> {
  const { fills, given, awaited, pools, users } = collect(events);
  await insertRows(tx, 'reply_fills', FILL, fills);
  await insertRows(tx, 'given_replies', GIVEN, given);
  const waits = relation(AWAITED, [...awaited.values()]);
  await tx.query(
    `INSERT INTO awaited_replies AS a (${waits.names}) SELECT ${waits.names} FROM ${waits.sql}
     ON CONFLICT (out_trade_no, pool_id) DO UPDATE SET units = a.units + excluded.units`,
    waits.values,
  );
  const moves = relation(POOL_MOVE, [...pools.values()]);
  await tx.query(
    `INSERT INTO reply_pools AS p (${moves.names}) SELECT ${moves.names} FROM ${moves.sql}
     ON CONFLICT (pool_id) DO UPDATE
       SET added = p.added + excluded.added, taken = p.taken + excluded.taken,
           waiting = p.waiting + excluded.waiting`,
    moves.values,
  );
  return { creators: new Set([...pools.values()].map(({ creator_id }) => creator_id)), users };
}

/** Pools of random replies: how many lines are left, who got which, and who waits. Their texts lie elsewhere. */
export const replies: Projection = {
  name: 'replies',
  version: 1,
  types: ['RepliesAdded', 'RepliesDropped', 'RepliesGiven', 'RepliesAwaited', 'RepliesForgone'],
  whole: ['replies'],
  tables: ['reply_pools', 'reply_fills', 'given_replies', 'awaited_replies'],
  ddl: DDL,
  indexes: '',
  project,
};
