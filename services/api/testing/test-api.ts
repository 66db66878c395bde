import { deepStrictEqual } from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import type { UserId } from '#events/ids.ts';
import { createTestDatabase } from '#events/testing/database.ts';
import { allProjections } from '#read-models/all.ts';
import { runProjections } from '#read-models/engine/runner.ts';
import type { Dependencies } from '#services/api/http/dependencies.ts';
import { addressOf, type DataOf, type Endpoint, type InputOf } from '#services/contract/endpoint.ts';
import type { StaffRole } from '#services/modules/accounts/roles.ts';
import { accountName } from '#services/modules/messages/account-name.ts';
import { type MovableClock, movableClock } from '#services/runtime/clock.ts';
import { type Config, readConfig } from '#services/runtime/config.ts';
import { createPool } from '#services/runtime/database.ts';
import { migrate } from '#services/runtime/migrate.ts';
import { allMigrations } from '#services/runtime/migrations.ts';
import { secretsOf } from '#services/runtime/secrets.ts';
import { createTelemetry } from '#services/telemetry/telemetry.ts';
import { buildApp } from '../app.ts';
import type { Refused } from '../http/refusal-text.ts';
import { type Opened, openDependencies } from '../open-dependencies.ts';
import { type Reply, sent } from './sent.ts';

/** A signed-in user. */
export interface TestUser {
  user_id: UserId;
  token: string;
  name: string;
}

type Query = Readonly<Record<string, string | number>>;
type Headers = Readonly<Record<string, string>>;
/** The data of a success, with what a refusal may carry. */
type ReplyOf<E extends Endpoint> = Reply<DataOf<E> & Refused['data']>;

export interface TestApi {
  app: FastifyInstance;
  deps: Dependencies;
  databaseUrl: string;
  /** A user with a session, without the detour over codes and passwords. */
  user(name?: string): Promise<TestUser>;
  /** A user who became a creator through the API. */
  creator(name?: string): Promise<TestUser & { url_slug: string }>;
  staff(role: StaffRole): Promise<TestUser>;
  get(url: string, as?: TestUser, query?: Query): Promise<Reply>;
  post(url: string, body?: object, as?: TestUser, headers?: Headers): Promise<Reply>;
  /** Calls an endpoint with input that its schema takes. The data of a success has exactly the fields of its schema. */
  call<E extends Endpoint>(
    endpoint: E,
    input: InputOf<E>,
    as?: TestUser,
    headers?: Headers,
  ): Promise<ReplyOf<E>>;
  /** The same, for the data of a success; a refusal fails the test. */
  data<E extends Endpoint>(
    endpoint: E,
    input: InputOf<E>,
    as?: TestUser,
    headers?: Headers,
  ): Promise<DataOf<E>>;
  /** `call` with any input: also what the schema refuses. */
  send<E extends Endpoint>(endpoint: E, input: object, as?: TestUser, headers?: Headers): Promise<ReplyOf<E>>;
  /**
   * A second API process on the same database (in this process of the operating system).
   * @param listenAt another address of the database, for the connection that listens
   */
  another(listenAt?: string): Promise<Pick<Opened, 'deps' | 'join'> & { app: FastifyInstance }>;
  /** This process and others that join know each other. */
  join: Opened['join'];
  /** Waits until every projection has reached the log's head. */
  projected(): Promise<void>;
  /** Prints the newest errors that this process logged. */
  explain(): void;
  close(): Promise<void>;
}

export interface TestApiOptions {
  config?: Partial<Config>;
  clock?: MovableClock;
  /** Whether projections run in this process; default: true. */
  projections?: boolean;
}

const SETTINGS = {
  SANDBOX: '1',
  RATE_LIMITS: 'off',
  PAGE_CARDS: 'off',
  PORT: '0',
  PUBLIC_URL: 'http://localhost',
};

/** The whole application on a separate database, with its projections, called by `inject`. */
export async function startTestApi(options: TestApiOptions = {}): Promise<TestApi> {
  const database = await createTestDatabase('whole');
  const dataDir = await mkdtemp(join(tmpdir(), 'fanwatt-test-'));
  const config: Config = {
    ...readConfig({ ...SETTINGS, DATA_DIR: dataDir }),
    databaseUrl: database.url,
    ...options.config,
  };
  const clock = options.clock ?? movableClock();
  /** Lines of JSON. Tests provoke errors, too: they are printed only where a test fails. */
  const errors: string[] = [];
  const logger = pino(
    { level: 'error' },
    {
      write(line) {
        errors.push(line);
        errors.splice(0, errors.length - 5);
      },
    },
  );
  const telemetry = { ...createTelemetry({ process: 'test' }), logger };
  const secrets = secretsOf(database.url);
  const pool = createPool(database.url, { name: 'test', max: 10 });
  await migrate(pool, allMigrations);

  const opened: (Opened & { app: FastifyInstance })[] = [];
  async function open(ownClock: MovableClock, listenAt = database.url) {
    const one = await openDependencies({
      config,
      clock: ownClock,
      secrets,
      telemetry: { ...createTelemetry({ process: 'test' }), logger },
      pool,
      databaseUrl: listenAt,
    });
    const app = await buildApp(one.deps);
    await app.ready();
    opened.push({ ...one, app });
    return { app, deps: one.deps, join: one.join };
  }
  const first = await open(clock);
  const { app, deps } = first;

  const projections = allProjections(deps.calendar);
  const runner =
    options.projections === false
      ? undefined
      : runProjections({
          pool,
          log: deps.log,
          projections,
          onError: (name, error) => telemetry.logger.error({ err: error, name }, 'projection failed'),
        });

  let users = 0;
  const bearer = (as?: TestUser): Record<string, string> =>
    as ? { authorization: `Bearer ${as.token}` } : {};

  async function user(name = `fan ${users + 1}`): Promise<TestUser> {
    users += 1;
    const account = accountName(`user${users}@example.com`);
    const user_id = await deps.accounts.members.add({ name, ...(account && { account }) });
    if (user_id === undefined) throw new Error('the test user exists already');
    return { user_id, name, token: app.sessionTokens.issue(await deps.accounts.sessions.open(user_id)) };
  }

  const post: TestApi['post'] = (url, body, as, headers) =>
    sent(app, { method: 'POST', url, payload: body ?? {}, headers: { ...bearer(as), ...headers } });

  const send: TestApi['send'] = async (endpoint, input, as, headers) => {
    const { method, answer } = endpoint;
    const { url, rest } = addressOf(endpoint, input);
    const carried = method === 'POST' ? { payload: rest } : { query: stringsOf(rest) };
    const reply = await sent<never>(app, { method, url, ...carried, headers: { ...bearer(as), ...headers } });
    if ((reply.ec === 200 || reply.ec === 202) && answer)
      deepStrictEqual(answer.parse(reply.data), reply.data);
    return reply;
  };

  const api: TestApi = {
    app,
    deps,
    join: first.join,
    databaseUrl: database.url,
    user,
    async creator(name = `creator ${users + 1}`) {
      const made = await user(name);
      const url_slug = `creator${users}x`;
      const { ec, data } = await post('/api/creator/edit-basic', { name, url_slug }, made);
      if (ec !== 200) throw new Error(`the test creator was refused: ${JSON.stringify(data)}`);
      return { ...made, url_slug };
    },
    async staff(role) {
      const made = await user(role);
      await deps.accounts.staff.grant(made.user_id, role);
      return made;
    },
    get: (url, as, query) => sent(app, { method: 'GET', url, query: stringsOf(query), headers: bearer(as) }),
    post,
    call: send,
    async data(endpoint, input, as, headers) {
      const { ec, em, data } = await send(endpoint, input, as, headers);
      if (ec !== 200 && ec !== 202)
        throw new Error(`${endpoint.path} was refused: ${em} ${JSON.stringify(data)}`);
      return data;
    },
    send,
    another: (listenAt) => open(movableClock(), listenAt),
    explain: () => void process.stderr.write(errors.join('')),
    async projected() {
      const head = await deps.log.head();
      for (const { name } of projections) {
        if (!(await deps.readModels.waitFor(name, head, 60_000))) {
          throw new Error(`projection ${name} did not reach position ${head} in time`);
        }
      }
    },
    async close() {
      await runner?.stop();
      for (const one of opened.reverse()) {
        await one.app.close();
        await one.close();
      }
      await pool.end();
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
      // The test file's module stays loaded, and with it this object: it must not keep the whole application.
      for (const part of Object.keys(api)) Reflect.deleteProperty(api, part);
    },
  };
  return api;
}

const stringsOf = (query: Readonly<Record<string, unknown>> = {}): Record<string, string> =>
  Object.fromEntries(
    Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  );
