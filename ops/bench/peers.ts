import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import type { NewEvent } from '#events/envelope.ts';
import { closedLoop, type LoadResult, timedLoop } from './load.ts';

/** Outside the project: the peers are measured, never a part of it. */
const FOLDER = join(tmpdir(), 'fanwatt-bench-peers');
const EMMETT = '@event-driven-io/emmett';
const EMMETT_POSTGRESQL = '@event-driven-io/emmett-postgresql';

interface PeerEvent {
  type: string;
  data: object;
  metadata?: object;
}

/** The used part of Emmett's event store. */
interface EmmettStore {
  schema: { migrate(): Promise<unknown> };
  appendToStream(
    stream: string,
    events: PeerEvent[],
    options?: { expectedStreamVersion: unknown },
  ): Promise<unknown>;
  close(): Promise<void>;
}

interface EmmettPostgresql {
  getPostgreSQLEventStore(connectionString: string): EmmettStore;
}

interface Emmett {
  STREAM_DOES_NOT_EXIST: unknown;
  CommandHandler<State>(options: {
    evolve: (state: State, event: PeerEvent) => State;
    initialState: () => State;
    retry: { onVersionConflict: { retries: number; minTimeout: number; factor: number } };
  }): (store: EmmettStore, stream: string, decide: (state: State) => PeerEvent[]) => Promise<unknown>;
}

async function load(): Promise<{ emmett: Emmett; postgresql: EmmettPostgresql }> {
  await mkdir(FOLDER, { recursive: true });
  await writeFile(join(FOLDER, 'package.json'), JSON.stringify({ private: true, type: 'module' }));
  await promisify(execFile)('npm', ['install', '--no-audit', '--no-fund', EMMETT, EMMETT_POSTGRESQL], {
    cwd: FOLDER,
  });
  const open = (name: string): Promise<unknown> =>
    import(pathToFileURL(join(FOLDER, 'node_modules', name, 'dist', 'index.js')).href);
  // The peers' own types are in a folder that does not exist during this check.
  return {
    emmett: (await open(EMMETT)) as Emmett,
    postgresql: (await open(EMMETT_POSTGRESQL)) as EmmettPostgresql,
  };
}

async function withEmmett<Result>(
  url: string,
  work: (store: EmmettStore, emmett: Emmett) => Promise<Result>,
): Promise<Result> {
  const { emmett, postgresql } = await load();
  const store = postgresql.getPostgreSQLEventStore(url);
  await store.schema.migrate();
  try {
    return await work(store, emmett);
  } finally {
    await store.close();
  }
}

const peerEvent = ({ type, data, metadata }: NewEvent): PeerEvent => ({ type, data, metadata });

/** Appends per second of one event each to new streams. */
export const emmettAppends = (
  url: string,
  inFlight: number,
  total: number,
  eventOf: (number: number) => NewEvent,
): Promise<number> =>
  withEmmett(url, async (store, { STREAM_DOES_NOT_EXIST }) => {
    const append = (number: number, run: string): Promise<unknown> =>
      store.appendToStream(`stock-${run}${number}`, [peerEvent(eventOf(number))], {
        expectedStreamVersion: STREAM_DOES_NOT_EXIST,
      });
    await closedLoop(inFlight, total / 5, (number) => append(number, 'warm-'));
    return (await closedLoop(inFlight, total, (number) => append(number, 'run-'))).perSecond;
  });

/** Decisions per second on one stream: read, decide, append with the expected version, retry. */
export const emmettDecisions = <State>(
  url: string,
  inFlight: number,
  seconds: number,
  decider: {
    initial: State;
    evolve: (state: State, event: PeerEvent) => State;
    decide: (state: State, number: number) => PeerEvent[];
  },
): Promise<LoadResult> =>
  withEmmett(url, (store, { CommandHandler }) => {
    const handle = CommandHandler<State>({
      initialState: () => decider.initial,
      evolve: decider.evolve,
      // Retries without a pause: the fastest it can do against itself.
      retry: { onVersionConflict: { retries: 100_000, minTimeout: 1, factor: 1 } },
    });
    return timedLoop(inFlight, seconds, (number) =>
      handle(store, 'stock-hot', (state) => decider.decide(state, number)),
    );
  });
