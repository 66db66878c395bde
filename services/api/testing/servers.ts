import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { Agent } from 'undici';
import type { EventLog, StreamWrite } from '#events/log/log.ts';
import { logRefusesBeginnings } from '#events/testing/second-beginnings.ts';
import type { Dependencies } from '#services/api/http/dependencies.ts';
import { startCommitter } from '#services/commerce/committer/committer.ts';
import { type DataOf, type Endpoint, type InputOf, requestOf } from '#services/contract/endpoint.ts';
import { buildApp } from '../app.ts';
import type { Refused } from '../http/refusal-text.ts';
import type { TestApi, TestUser } from './test-api.ts';

export interface Answer<Data> {
  ec: number;
  em: string;
  data: Data;
}

/** The pause before an append without a guard, ms. Meanwhile the other server decides by the same state. */
const LATE_MS = 20;

/** Its appends expect no version, without waiting for turns: most races lose their guard. */
export function expectingNothing(log: EventLog, late_ms = LATE_MS): EventLog {
  const careless = (write: StreamWrite): StreamWrite => ({ ...write, expected: 'any' });
  const without: EventLog = {
    ...log,
    async append(writes) {
      await pause(late_ms);
      return log.append(writes.filter(({ events }) => events.length > 0).map(careless));
    },
    exclusively: (work) => work(without),
  };
  return without;
}

/**
 * Two API processes (in one process of the operating system) listening on one database.
 * @param guarded false removes the expected versions of every append, and the log's check of beginnings: the negative
 *   control of a race; or through which log the servers' committers write
 * @param instead replaces parts, to remove another guard
 * @param late_ms the pause before an append without a guard
 */
export async function startServers(
  api: TestApi,
  guarded: boolean | ((log: EventLog) => EventLog) = true,
  instead: Partial<Dependencies> = {},
  late_ms = LATE_MS,
) {
  const second = await api.another();
  if (!guarded) await logRefusesBeginnings(api.deps.pool, false);
  const apps: FastifyInstance[] = [];
  const used: Dependencies['committer'][] = [];
  const committers: Dependencies['committer'][] = [];
  for (const deps of [api.deps, second.deps]) {
    const own = { ...deps, ...instead };
    if (guarded !== true) {
      const log = guarded ? guarded(deps.log) : expectingNothing(deps.log, late_ms);
      own.committer = startCommitter({ log, clock: deps.clock, pool: deps.pool });
      committers.push(own.committer);
    }
    used.push(own.committer);
    const app = await buildApp(own);
    await app.listen({ port: 0, host: '127.0.0.1' });
    apps.push(app);
  }
  const origins = apps.map((app) => {
    const address = app.server.address();
    if (address === null || typeof address === 'string') throw new Error('a test server does not listen');
    return `http://127.0.0.1:${address.port}`;
  });
  const origin = (n: number): string => origins[n % origins.length] ?? '';
  const agent = new Agent({ connections: 64 });

  const send = (
    n: number,
    path: string,
    body: string | Uint8Array | undefined,
    headers: Record<string, string>,
  ) =>
    agent.request({
      origin: origin(n),
      path,
      method: body === undefined ? 'GET' : 'POST',
      headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
      ...(body !== undefined && { body }),
    });

  /** Sends to the n-th server, by turns, with these headers. */
  async function callWith<E extends Endpoint>(
    n: number,
    endpoint: E,
    input: InputOf<E>,
    headers: Record<string, string>,
  ): Promise<Answer<DataOf<E> & Refused['data']>> {
    const { method, url, body } = requestOf(endpoint, input);
    const sent = method === 'GET' ? undefined : JSON.stringify(body ?? {});
    const { statusCode, body: answer } = await send(n, url, sent, headers);
    if (statusCode !== 200) throw new Error(`${url} answered ${statusCode}: ${await answer.text()}`);
    // The envelope that every route answers with.
    return (await answer.json()) as Answer<never>;
  }

  const depsOf = (n: number): Dependencies => (n % 2 === 0 ? api.deps : second.deps);

  return {
    /** Address of the n-th server, by turns. */
    origin,
    /** Dependencies of the n-th server, by turns. */
    deps: depsOf,
    /** The servers know each other, and forward commands. */
    async join(): Promise<void> {
      await api.join();
      await second.join();
      while (api.deps.replicas.others().length === 0) await pause(20);
    },
    /** Where the n-th server's processes would submit, by turns. */
    committer(n: number): Dependencies['committer'] {
      const found = used[n % used.length];
      if (!found) throw new Error('no server runs');
      return found;
    },
    /** Sends to the n-th server, by turns. */
    call: <E extends Endpoint>(n: number, endpoint: E, input: InputOf<E>, as: TestUser, key?: string) =>
      callWith(n, endpoint, input, {
        authorization: `Bearer ${as.token}`,
        ...(key !== undefined && { 'idempotency-key': key }),
      }),
    callWith,
    /** A provider's notice, byte for byte, to the n-th server. Returns the HTTP status: 200 acknowledges it. */
    async notify(n: number, body: Uint8Array, headers: Readonly<Record<string, string>>): Promise<number> {
      const { statusCode, body: answer } = await send(n, '/api/pay/notify/sandbox', body, { ...headers });
      await answer.dump();
      return statusCode;
    },
    async close(): Promise<void> {
      await agent.close();
      for (const app of apps) await app.close();
      for (const committer of committers) await committer.close();
    },
  };
}

export type Servers = Awaited<ReturnType<typeof startServers>>;
