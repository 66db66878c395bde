import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { call, overHttp } from '#ops/actors/client.ts';
import { pay } from '#ops/actors/people.ts';
import { getMyProfile } from '#services/contract/accounts/accounts.ts';
import { editGoal, setGoalProductCount } from '#services/contract/goals/goals.ts';
import { createOrder } from '#services/contract/orders/orders.ts';
import { LIVE_PATHS } from '#services/contract/system/live.ts';
import { pidsOf } from './live/processor-time.ts';
import { residentOf } from './live/resident.ts';
import { type LiveServer, withLiveServer } from './live/server.ts';
import { openShop, signedIn } from './live/shop.ts';
import { closedLoop, percentile } from './load.ts';
import { type Bench, noMoreThan, type Row } from './row.ts';

const STREAMS = 5_000;
/** A guest may have 20 per address. */
const PER_ADDRESS = 20;
const ORDERS = 30;
const KB_PER_STREAM = 40;
const LIMIT_MS = 1_000;

interface Viewer {
  socket: Socket;
  /** When the last hint came. */
  hintAt: number;
}

/** Guests that watch the page of a creator. */
async function watching({ base }: LiveServer, creator: string, streams: number): Promise<Viewer[]> {
  const { hostname, port } = new URL(base);
  const viewers: Viewer[] = [];
  await closedLoop(50, streams, (number) => {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const address = Math.floor(number / PER_ADDRESS);
    const localAddress = `127.0.${1 + Math.floor(address / 250)}.${1 + (address % 250)}`;
    const socket = connect({ host: hostname, port: Number(port), localAddress });
    const viewer: Viewer = { socket, hintAt: 0 };
    socket.on('data', (bytes) => {
      const text = bytes.toString('latin1');
      if (text.includes('retry:')) resolve();
      if (text.includes('"topic"')) viewer.hintAt = performance.now();
    });
    socket.on('close', () => reject(new Error('a stream was closed')));
    socket.write(
      `GET ${LIVE_PATHS.creator}?user_id=${creator} HTTP/1.1\r\nhost: ${hostname}:${port}\r\n\r\n`,
    );
    viewers.push(viewer);
    return promise;
  });
  return viewers;
}

/** Viewers of one creator's page, and the time until the last of them is notified of a payment. */
export const streamsBench: Bench = ({ quick }) =>
  withLiveServer(async (server): Promise<Row[]> => {
    const [token = '', other = ''] = await signedIn(server, 2);
    const seller = overHttp(server.base, { token });
    const fan = overHttp(server.base, { token: other });
    const [goods] = await openShop(server, token, ['']);
    await call(seller, editGoal, { type: 2, monthly_income: '99999.00', desc: 'Studio' });
    await call(seller, setGoalProductCount, { status: 1 });
    const { user } = await call(seller, getMyProfile);
    const [, api] = await pidsOf(server.dataDir);
    const memory = async () => (await residentOf([api ?? 0])).together;
    const before = await memory();
    const viewers = await watching(server, user.user_id, STREAMS);
    // Longer than the interval of heartbeats.
    await pause(quick ? 1_000 : 25_000);
    const delays: number[] = [];
    for (let order = 0; order < (quick ? 3 : ORDERS); order += 1) {
      const placed = await call(fan, createOrder, {
        plan_id: goods?.plan_id,
        sku: [{ sku_id: goods?.sku_id, count: 1 }],
      });
      const paidAt = performance.now();
      await pay(fan, placed.pay.charge_id);
      while (viewers.some(({ hintAt }) => hintAt < paidAt)) await pause(10);
      delays.push(...viewers.map(({ hintAt }) => hintAt - paidAt));
      await pause(500);
    }
    const after = await memory();
    if (viewers.some(({ socket }) => socket.destroyed)) throw new Error('a stream was closed');
    for (const { socket } of viewers) socket.removeAllListeners('close').destroy();
    const name = `${STREAMS.toLocaleString('en-US')} open live streams`;
    return [
      noMoreThan(KB_PER_STREAM, {
        name: `${name}: memory of the API for each`,
        value: ((after - before) * 1_024) / STREAMS,
        unit: 'kB',
        remark: `${before.toFixed(0)} MB before, ${after.toFixed(0)} MB with all`,
      }),
      noMoreThan(LIMIT_MS, {
        name: `${name} of one creator's page: p99 from a payment to the hint`,
        value: percentile(delays, 0.99),
        unit: 'ms',
        remark: `median ${percentile(delays, 0.5).toFixed(0)} ms; all streams on one process`,
      }),
    ];
  });
