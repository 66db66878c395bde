import type { Pool } from 'pg';
import { copyToEventStore, differences } from '#events/log/eventstoredb/copy.ts';
import { type EventStore, openEventStore } from '#events/log/eventstoredb/event-store.ts';
import { catchUp, mirrorHead } from '#events/log/eventstoredb/mirror.ts';
import { requireCommonPast, requireServer } from '#events/log/eventstoredb/require-usable.ts';
import { Problem } from '#ops/problem.ts';
import { type Env, runProgram, withDatabase } from '#ops/program.ts';
import { moveLog, recordLogKind } from '#services/runtime/settings/identity.ts';
import { progressBar } from './progress-bar.ts';

/** `npm run log -- …`: the events of the database and of EventStoreDB, the server at EVENT_LOG. */
const USAGE = `use: npm run log -- copy-to-eventstore   adds to EventStoreDB the events that only the database has;
                                         from then on EventStoreDB keeps the log. Events that only
                                         EventStoreDB has are read first
     npm run log -- rebuild-mirror       adds to the database the events that only EventStoreDB has
     npm run log -- move-to-database     the same; from then on the database keeps the log alone
     npm run log -- compare              compares all events: position, id, bytes, time
rebuild-mirror is refused where the database keeps the log.
All need EVENT_LOG. The others end with the comparison, and continue where an earlier run was killed.`;

/** Work over positions of the log, with its progress on a terminal. */
async function over(
  name: string,
  head: number,
  work: (reached: (position: number) => void) => Promise<unknown>,
): Promise<void> {
  const draw = progressBar(process.stderr);
  const began = performance.now();
  let first: number | undefined;
  try {
    await work((position) => {
      first ??= position;
      const rate = (1_000 * (position - first)) / Math.max(1, performance.now() - began);
      const remaining = rate > 0 ? (head - position) / rate : undefined;
      draw({ name, position, head, rate, remaining });
    });
  } finally {
    draw.done();
  }
}

const rebuildMirror = async (pool: Pool, store: EventStore): Promise<void> =>
  over('reading', await store.head(), (reached) => catchUp(pool, store, { reached }));

/** Where the log is after an action, if the comparison finds no difference. */
const MOVES = { 'copy-to-eventstore': 'EventStoreDB', 'move-to-database': 'PostgreSQL' } as const;

const actions: Readonly<Record<string, ((pool: Pool, store: EventStore) => Promise<void>) | undefined>> = {
  async 'copy-to-eventstore'(pool, store) {
    // A mirror that was started without EVENT_LOG can lack events.
    await rebuildMirror(pool, store);
    await over('copying', await mirrorHead(pool), (reached) => copyToEventStore(pool, store, reached));
  },
  'rebuild-mirror': rebuildMirror,
  'move-to-database': rebuildMirror,
  compare: async () => undefined,
};

/** @returns false when the events differ */
export async function workOnLog(
  words: readonly string[],
  env: Env,
  print: (line: string) => void,
): Promise<boolean> {
  const [action = '', ...more] = words;
  const act = more.length === 0 ? actions[action] : undefined;
  if (!act) throw new Problem(USAGE);
  if (!env.EVENT_LOG) throw new Problem('EVENT_LOG: not set; the log is in the database alone');
  // A log that the database keeps gets no events from elsewhere. The other actions move it, or change nothing.
  const changes = action === 'rebuild-mirror' ? [] : ['EVENT_LOG'];
  return withDatabase(
    env,
    'log',
    { max: 4, statementTimeoutMs: 0, changes },
    async ({ config: { eventLog = '' }, pool }) => {
      const store = openEventStore(eventLog);
      try {
        await requireServer(store);
        await requireCommonPast(store, pool);
        await act(pool, store);
        const head = await mirrorHead(pool);
        const faults: string[] = [];
        await over('comparing', head, async (reached) =>
          faults.push(...(await differences(pool, store, reached))),
        );
        for (const fault of faults) print(fault);
        if (faults.length > 0) return false;
        print(`${head} events: the database and EventStoreDB are equal`);
        if (action === 'copy-to-eventstore' || action === 'move-to-database')
          await moveLog(pool, MOVES[action]);
        else if (action === 'rebuild-mirror') await recordLogKind(pool, { eventLog });
        return true;
      } finally {
        await store.close();
      }
    },
  );
}

if (import.meta.main) {
  await runProgram(USAGE, () => workOnLog(process.argv.slice(2), process.env, (line) => console.info(line)));
}
