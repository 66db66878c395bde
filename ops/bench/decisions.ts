import { Pool } from 'pg';
import { newEventId, newPlanId, newSkuId, newUserId, type OutTradeNo } from '#events/ids.ts';
import { logMigrations, postgresLog } from '#events/log/postgres/postgres-log.ts';
import type { DomainEvent } from '#events/registry.ts';
import { stockStream } from '#events/stream-names.ts';
import { startCommitter } from '#services/commerce/committer/committer.ts';
import { accept, type Command, refuse } from '#services/commerce/engine/command.ts';
import { canHold, evolveStock, noStock, type StockState, stockKind } from '#services/commerce/stock/stock.ts';
import { systemClock } from '#services/runtime/clock.ts';
import { closedLoop } from './load.ts';
import { emmettDecisions } from './peers.ts';
import { atLeast, type Bench, type Row } from './row.ts';
import { withScratchDatabase } from './scratch-database.ts';

const IN_FLIGHT = 256;
const EMMETT_SECONDS = 10;
const migrations = [
  { area: 'log', folder: logMigrations },
  { area: 'commerce', folder: new URL('../../services/commerce/migrations/', import.meta.url) },
];

const creator = newUserId();
const plan = newPlanId();
const sku = newSkuId();
const stream = stockStream(sku);

const held = (number: number): DomainEvent => ({
  type: 'StockHeld',
  data: {
    sku_id: sku,
    // A number in the form of an order's.
    out_trade_no: `2${number.toString().padStart(26, '0')}` as OutTradeNo,
    count: 1,
    expires_at: 1_780_000_000_000 + number,
  },
});

/** The rule that both sides decide by. */
const decide = (state: StockState, number: number): DomainEvent[] =>
  canHold(state, 1) ? [held(number)] : [];

const command = (number: number): Command<null> => ({
  name: 'hold',
  actor: `user:${creator}`,
  correlation_id: newEventId(),
  streams: [stream],
  decide(states) {
    const events = decide(states.get(stockKind, stream), number);
    if (events.length === 0) return refuse({ code: 'out_of_stock' });
    return accept(
      events.map((event) => ({ stream, event, creator_id: creator })),
      null,
    );
  },
});

const offer = (stock: number): Command<null> => ({
  ...command(0),
  name: 'offer',
  decide: () =>
    accept(
      [
        {
          stream,
          event: { type: 'StockSet', data: { sku_id: sku, plan_id: plan, stock } },
          creator_id: creator,
        },
      ],
      null,
    ),
});

const ours = (server: string, total: number): Promise<number> =>
  withScratchDatabase(server, migrations, async (url) => {
    const pool = new Pool({ connectionString: url, max: 4 });
    const log = postgresLog(pool);
    const committer = startCommitter({ log, clock: systemClock, pool });
    try {
      await committer.submit(offer(total * 2));
      const buy = async (number: number): Promise<void> => {
        const { accepted } = await committer.submit(command(number));
        if (!accepted) throw new Error('sold out, though there is enough');
      };
      await closedLoop(IN_FLIGHT, total / 5, buy);
      return (await closedLoop(IN_FLIGHT, total, buy)).perSecond;
    } finally {
      await committer.close();
      await log.close();
      await pool.end();
    }
  });

const emmett = (server: string, seconds: number): Promise<number> =>
  withScratchDatabase(server, [], async (url) => {
    const decider = {
      initial: { ...noStock, stock: 1_000_000 },
      // It reads the events that were written.
      evolve: (state: StockState, event: { type: string; data: object }) =>
        evolveStock(state, event as DomainEvent, 0),
      decide,
    };
    return (await emmettDecisions(url, IN_FLIGHT, seconds, decider)).perSecond;
  });

/** Decisions per second on one hot stream, 256 in flight. */
export const decisionsBench: Bench = async ({ databaseUrl, peers, quick }): Promise<Row[]> => {
  const value = await ours(databaseUrl, quick ? 10_000 : 100_000);
  const peer = peers ? await emmett(databaseUrl, quick ? 3 : EMMETT_SECONDS) : undefined;
  return [
    atLeast(200, {
      name: 'decisions on one hot stream, 256 in flight',
      value,
      unit: 'per second',
      reference: { name: 'the same through Emmett: read, decide, append, retry', value: peer },
    }),
  ];
};
