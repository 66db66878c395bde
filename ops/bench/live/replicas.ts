import { watchLag } from '../lag.ts';
import { median, percentile } from '../load.ts';
import { buyFor, type OrderStage, openForOrders, warmUp } from '../orders.ts';
import { atLeast, atMost, type Bench, noMoreThan, type Row } from '../row.ts';
import { type LiveServer, withLiveServer } from './server.ts';

const ROUNDS = 3;
const MAX_LOOKS = 200;

interface Measured {
  server: LiveServer;
  stage: OrderStage;
  /** Orders per second, at most and at half of the lower of both. */
  rates: number[];
  lags: number[];
}

const figureOf = (metrics: string, name: string): number =>
  Number(new RegExp(`^fanwatt_${name} (\\S+)$`, 'm').exec(metrics)?.[1] ?? 0);

/** A figure of all processes behind one port: each new connection goes to one of them. */
async function totalOf(base: string, processes: number, name: string): Promise<number> {
  const found = new Map<number, number>();
  for (let looks = 0; looks < MAX_LOOKS && found.size < processes; looks += 1) {
    const answer = await fetch(`${base}/metrics`, { headers: { connection: 'close' } });
    const metrics = await answer.text();
    found.set(figureOf(metrics, 'process_id'), figureOf(metrics, name));
  }
  return [...found.values()].reduce((sum, figure) => sum + figure, 0);
}

/** Whole orders by two API processes on one port, compared with one, in turns on the same machine. */
export const replicasBench: Bench = ({ quick }) =>
  withLiveServer((one) =>
    withLiveServer(
      async (two): Promise<Row[]> => {
        const seconds = quick ? 3 : 10;
        const both: Measured[] = [];
        for (const server of [one, two]) {
          const measured = { server, stage: await openForOrders(server), rates: [], lags: [] };
          await warmUp(server, measured.stage, quick);
          both.push(measured);
        }
        const conflicts = await totalOf(two.base, 2, 'committer_conflicts_total');
        const forwarded = await totalOf(two.base, 2, 'committer_forwarded_total');
        let busy = 0;
        for (let round = 0; round < (quick ? 1 : ROUNDS); round += 1) {
          for (const { server, stage, rates } of both) {
            rates.push((await buyFor(server, stage, seconds)).perSecond);
            if (server === two) busy += seconds;
          }
        }
        const perSecond = async (name: string, before: number): Promise<number> =>
          ((await totalOf(two.base, 2, name)) - before) / busy;
        const conflictRate = await perSecond('committer_conflicts_total', conflicts);
        const forwardRate = await perSecond('committer_forwarded_total', forwarded);
        const [alone = 0, shared = 0] = both.map(({ rates }) => median(rates));
        for (const { server, stage, lags } of both) {
          const watching = await watchLag(server.databaseUrl);
          await buyFor(server, stage, seconds, { perSecond: Math.min(alone, shared) / 2 });
          lags.push(...watching.lags());
          await watching.end();
        }
        const [lagAlone = 0, lagShared = 0] = both.map(({ lags }) => percentile(lags, 0.99));
        return [
          atLeast(0.8, {
            name: 'whole orders by two API processes, 64 in flight, one creator',
            value: shared,
            unit: 'per second',
            reference: { name: 'by one API process', value: alone },
            remark: `${forwardRate.toFixed(0)} commands a second are forwarded`,
          }),
          noMoreThan(1, {
            name: 'of these, conflicts between the two',
            value: conflictRate,
            unit: 'per second',
          }),
          atMost(2, {
            name: 'lag from commit to readable in every read model, p99, two API processes, at half the rate',
            value: lagShared,
            unit: 'ms',
            reference: { name: 'one API process at this rate', value: lagAlone },
          }),
        ];
      },
      {},
      ['--replicas', '2'],
    ),
  );
