import type { RecordedEvent } from '#events/envelope.ts';
import type { OutTradeNo } from '#events/ids.ts';
import { keptOfStreams } from '#events/log/stream-pages.ts';
import { orderStream } from '#events/stream-names.ts';
import { type ExplainedStat, explainStat } from '#read-models/orders/explain.ts';
import { type Area, routesOf } from '../http/area.ts';
import { wire } from '../http/money.ts';
import { explainPeriod, isRefused } from '../http/periods.ts';
import { orderAnswers } from '../orders/order-list.ts';
import { explainStats } from './contract.ts';

const MONEY: ReadonlySet<ExplainedStat> = new Set(['gross', 'net', 'refunds'] as const);

/** References into the vault and technical hashes say nothing to a reader. */
const UNTOLD: ReadonlySet<string> = new Set(['remark_ref', 'request_hash']);

function explainedEvent({ position, id, stream, version, type, data, metadata }: RecordedEvent) {
  const told = Object.entries(data ?? {}).filter(([field]) => !UNTOLD.has(field));
  return {
    position,
    id,
    stream,
    version,
    type,
    time: Math.floor(metadata.at / 1000),
    actor: metadata.actor,
    data: Object.fromEntries<unknown>(told),
  };
}

/** What makes a figure up: its orders, and for each what happened to it. */
export const explainRoutes: Area = (deps) => async (app) => {
  const on = routesOf(app, 'stats');
  on(explainStats, async ({ query, caller, language }) => {
    const { figure, plan_id, page, per_page } = query;
    const period = explainPeriod(query);
    if (isRefused(period)) return { code: 'bad_input', errors: [period] };
    const offset = (page - 1) * per_page;
    const { rows, as_of } = await explainStat(
      deps.pool,
      figure,
      { creator_id: caller.user_id, plan_id, ...period },
      { limit: per_page, offset },
    );
    const [found] = rows;
    if (!found) throw new Error(`explaining ${figure} gave no row`);

    // Numbers in the read model are numbers of orders: they were drawn as such.
    const streamOf = (number: string): string => orderStream(number as OutTradeNo);
    const [orders, histories] = await Promise.all([
      orderAnswers(deps, found.list, caller.user_id, language),
      keptOfStreams(
        deps.log,
        found.list.map(({ out_trade_no }) => streamOf(out_trade_no)),
        (event) => [explainedEvent(event)],
      ),
    ]);
    const told = Map.groupBy(histories, ({ stream }) => stream);
    const worded = (amount: number): string => (MONEY.has(figure) ? wire(amount) : String(amount));
    const list = orders.map((order, index) => ({
      order,
      contribution: worded(found.list[index]?.contribution ?? 0),
      events: told.get(streamOf(order.out_trade_no)) ?? [],
    }));
    return {
      figure,
      value: worded(found.value),
      list,
      has_more: offset + list.length < found.total_count,
      total_count: found.total_count,
      as_of,
    };
  });
};
