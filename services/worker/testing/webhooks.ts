import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sharedTail } from '#events/log/subscription/shared-tail.ts';
import { USER_STATUS } from '#events/status.ts';
import { type WebhookBodies, webhookBodies } from '#services/api/open/webhook-bodies.ts';
import { orderCalls } from '#services/api/testing/order-calls.ts';
import { forSale, openShop } from '#services/api/testing/shop.ts';
import { startTestApi, type TestApi, type TestUser } from '#services/api/testing/test-api.ts';
import type { WebhookTopic } from '#services/contract/open/topics.ts';
import { createWebhook } from '#services/contract/open/webhooks.ts';
import { movableClock } from '#services/runtime/clock.ts';
import { followAndFire } from '../process-runner.ts';
import { pageSkipper } from '../skip-page.ts';
import { type SenderOptions, webhookSender } from '../webhooks/sender.ts';
import { webhookCalls } from '../webhooks/webhooks.ts';

interface Received {
  path: string;
  headers: IncomingHttpHeaders;
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into it
  data: any;
}

/** Answers a call; the default is a success. */
type Answering = (call: Received, response: ServerResponse) => void | Promise<void>;

export const well: Answering = (_, response) => void response.end('{"ec":200,"em":""}');
export const status =
  (code: number, text = '', headers = {}): Answering =>
  (_, response) =>
    void response.writeHead(code, headers).end(text);

/** A creator's program: the calls it received, and its answer. */
export interface Receiver {
  url: string;
  port: number;
  received: Received[];
  answer: Answering;
  close(): void;
}

export async function startReceiver(host = '127.0.0.1'): Promise<Receiver> {
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const text = Buffer.concat(parts).toString();
    const call = { path: request.url ?? '', headers: request.headers, text, data: JSON.parse(text).data };
    receiver.received.push(call);
    await receiver.answer(call, response);
  });
  await new Promise<void>((done) => server.listen(0, host, done));
  const { port } = server.address() as AddressInfo;
  const receiver: Receiver = {
    url: `http://${host}:${port}/hook?key=a%20b`,
    port,
    received: [],
    answer: well,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
  return receiver;
}

/** An API, a creator who sells something, and the process that calls webhooks. */
export async function openHooks(sending: Partial<SenderOptions> = {}) {
  const clock = movableClock();
  const api: TestApi = await startTestApi({ clock, config: { webhookAllowPrivate: true } });
  const { deps } = api;
  const receivers = new Set<Receiver>();
  const running = new Set<{ stop(): Promise<void> }>();
  const { creator, plan, skus } = await openShop(api, [forSale('Red', '')], { need_address: true });
  const fan = await api.user('Anna');
  const calls = orderCalls(api, fan);
  const failures: unknown[] = [];
  const stores = deps.accounts.webhooks;

  /** Runs the process until it is stopped. */
  function start(
    more: Partial<SenderOptions> = {},
    bodies: WebhookBodies = webhookBodies(deps, stores.keys),
  ) {
    const stopping = new AbortController();
    // A receiver of a busy machine may take long; tests of slow ones choose a shorter time.
    const sender = webhookSender({ allowPrivate: true, answerTimeoutMs: 120_000, ...sending, ...more });
    const process = webhookCalls({
      clock,
      sender,
      log: deps.log,
      outbox: deps.outbox,
      webhooks: stores.addresses,
      deliveries: stores.deliveries,
      keys: stores.keys,
      bodies,
    });
    const onError = (_: string, error: unknown): void => void failures.push(error);
    const { pool, log } = deps;
    const tail = sharedTail({
      log,
      types: process.types,
      pauseMs: () => 20,
      onError: (error) => onError('log', error),
    });
    const counts = { position: -1, followed: 0, fired: 0, failures: 0 };
    const ended = followAndFire(
      { pool, log, tail, clock, process, counts, skipPage: pageSkipper(pool), onError },
      stopping.signal,
    );
    const worker = {
      counts,
      async stop() {
        stopping.abort();
        await ended;
        await sender.close();
        running.delete(worker);
      },
    };
    running.add(worker);
    return worker;
  }

  /** Ends receivers and workers. Calls that wait for an answer end with their receiver. */
  async function stop(): Promise<void> {
    for (const receiver of receivers) receiver.close();
    receivers.clear();
    await Promise.all([...running].map((worker) => worker.stop()));
  }

  return {
    api,
    clock,
    creator,
    fan,
    calls,
    failures,
    start,
    stores,
    plan_id: plan.plan_id,
    /** One more receiver, called for these topics. */
    async receiver(topics: WebhookTopic[] = ['order'], as: TestUser = creator) {
      const receiver = await startReceiver();
      receivers.add(receiver);
      const { webhook_id, secret } = await api.data(createWebhook, { url: receiver.url, topics }, as);
      return Object.assign(receiver, { webhook_id, secret });
    },
    buy: (more: object = {}) =>
      calls.buy({ plan_id: plan.plan_id, sku: [{ sku_id: skus[0]?.sku_id ?? '', count: 1 }], ...more }),
    pass: (ms: number) => clock.setOffset(clock.offset + ms),
    /** Removes all data of a test; only the clock keeps its time. */
    async clear() {
      await stop();
      await deps.pool.query('DELETE FROM accounts.webhooks');
      await deps.pool.query(
        'UPDATE runtime.process_checkpoints SET position = (SELECT position FROM log.head)',
      );
      await deps.pool.query('UPDATE accounts.users SET status = $1', [USER_STATUS.shown]);
      failures.length = 0;
    },
    async close() {
      await stop();
      await api.close();
    },
  };
}
