/** A process that stops for good at a step of its append, until its parent kills it (interrupted-append.test.ts). */
import { setTimeout as pause } from 'node:timers/promises';
import type { StreamWrite } from '../../log.ts';
import { openPool } from '../../postgres/open-pool.ts';
import { openEventStore } from '../event-store.ts';
import { eventStoreLog } from '../event-store-log.ts';

export type Step = 'checked in the tables' | 'written to EventStoreDB' | 'committed to the tables';

export interface WriterInput {
  url: string;
  stream: string;
  database: string;
  step: Step;
  writes: StreamWrite[];
}

const { url, stream, database, step, writes } = JSON.parse(process.argv[2] ?? '') as WriterInput;

async function reach(reached: Step): Promise<void> {
  if (reached !== step) return;
  process.send?.(reached);
  await pause(600_000);
}

const store = openEventStore(url, stream);
const log = eventStoreLog(
  {
    ...store,
    async append(head, events) {
      await reach('checked in the tables');
      const written = await store.append(head, events);
      await reach('written to EventStoreDB');
      return written;
    },
  },
  openPool({ connectionString: database }),
);
await log.append(writes);
await reach('committed to the tables');
