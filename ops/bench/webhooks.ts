import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { Agent } from 'undici';
import { call, overHttp } from '#ops/actors/client.ts';
import { createWebhook, replayWebhook } from '#services/contract/open/webhooks.ts';
import { type LiveServer, withLiveServer } from './live/server.ts';
import { closedLoop } from './load.ts';
import { buyFor, openForOrders } from './orders.ts';
import { atLeast, type Bench, type Row } from './row.ts';

const IN_FLIGHT = 16;
const PLAIN_CALLS = 20_000;
const LOOK_EVERY_MS = 100;
const MAX_SECONDS = 300;

/** A receiver on this machine that answers immediately, and the times of its first and last call. */
async function startReceiver() {
  const seen = { calls: 0, firstAt: 0, lastAt: 0, bytes: 0 };
  const server = createServer((request, response) => {
    request.on('data', (part: Buffer) => {
      seen.bytes += part.length;
    });
    request.on('end', () => {
      seen.calls += 1;
      seen.lastAt = performance.now();
      seen.firstAt ||= seen.lastAt;
      response.end('{"ec":200,"em":""}');
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return {
    seen,
    origin: `http://127.0.0.1:${port}`,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

async function untilSent({ pool }: LiveServer): Promise<void> {
  for (let looks = 0; looks < (MAX_SECONDS * 1_000) / LOOK_EVERY_MS; looks += 1) {
    const { rowCount } = await pool.query(
      `SELECT FROM accounts.webhooks WHERE replay_through IS NOT NULL
       UNION ALL SELECT FROM accounts.webhook_deliveries WHERE due_at IS NOT NULL LIMIT 1`,
    );
    if (rowCount === 0) return;
    await pause(LOOK_EVERY_MS);
  }
  throw new Error(`calls of webhooks still wait after ${MAX_SECONDS} s`);
}

/** Calls per second to one address: the paid orders are replayed, so that all are due together. */
export const webhooksBench: Bench = ({ quick }) =>
  withLiveServer(async (server): Promise<Row[]> => {
    const stage = await openForOrders(server);
    await buyFor(server, stage, quick ? 2 : 15);
    const receiver = await startReceiver();
    const agent = new Agent({ connections: IN_FLIGHT });
    try {
      const creator = overHttp(server.base, { token: stage.creator });
      const url = `${receiver.origin}/hook`;
      const { webhook_id } = await call(creator, createWebhook, { url, topics: ['order'] });
      await call(creator, replayWebhook, { webhook_id });
      await untilSent(server);
      const { calls, firstAt, lastAt, bytes } = receiver.seen;
      const perSecond = (calls - 1) / ((lastAt - firstAt) / 1_000);
      const body = Buffer.alloc(Math.round(bytes / calls), 'x');
      const plain = await closedLoop(IN_FLIGHT, quick ? 1_000 : PLAIN_CALLS, async () => {
        const answer = await agent.request({ origin: receiver.origin, path: '/hook', method: 'POST', body });
        await answer.body.dump();
      });
      return [
        atLeast(1 / 20, {
          name: 'webhooks of paid orders to one local receiver: written, signed twice, sent, recorded',
          value: perSecond,
          unit: 'per second',
          reference: { name: 'POSTs of the same size, by a client alone', value: plain.perSecond },
          remark: `${calls.toLocaleString('en-US')} calls of ${body.length.toLocaleString('en-US')} bytes`,
        }),
      ];
    } finally {
      await agent.destroy();
      receiver.close();
    }
  });
