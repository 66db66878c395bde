import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as pause } from 'node:timers/promises';

/** Default pause after a batch. */
const LINGER_MS = 8;

/** Items that come while a batch is on its way share the next one: many small writes cost one round trip. */
export interface Batcher<Item, Answer> {
  /** Rejects when the item's batch fails, or immediately with BatcherFull when too many wait. */
  add(item: Item): Promise<Answer>;
  /** Resolves when nothing waits and nothing is on its way. */
  idle(): Promise<void>;
}

class BatcherFull extends Error {
  constructor(name: string) {
    super(`${name}: too many waiting`);
    // The name by which the API knows that the same call may succeed a moment later.
    this.name = 'Overloaded';
  }
}

export interface BatcherOptions<Item> {
  /** For errors: the name of the batch. */
  name: string;
  /** Largest batch. */
  most: number;
  /** More waiting than this are turned away. */
  waiting: number;
  /** Pause after a batch in ms, so that more items share a round trip. Long where no caller waits for the answer. */
  lingerMs?: number;
  /** Items of one key never share a batch: they go in the order in which they came. */
  keyOf?: (item: Item) => string;
}

interface Waiting<Item, Answer> {
  item: Item;
  resolve(answer: Answer): void;
  reject(error: unknown): void;
}

/** @param run processes a batch and returns one result per item, in the same order */
export function batcher<Item, Answer>(
  run: (items: readonly Item[]) => Promise<readonly Answer[]>,
  { name, most, waiting: mostWaiting, lingerMs = LINGER_MS, keyOf }: BatcherOptions<Item>,
): Batcher<Item, Answer> {
  let queue: Waiting<Item, Answer>[] = [];
  let working: Promise<void> | undefined;
  /** A batch is of all callers: it does not run in the context of the first one. */
  const outside = AsyncLocalStorage.snapshot();

  const nextBatch = (): Waiting<Item, Answer>[] => {
    if (!keyOf) return queue.splice(0, most);
    const batch: Waiting<Item, Answer>[] = [];
    const later: Waiting<Item, Answer>[] = [];
    const keys = new Set<string>();
    for (const entry of queue) {
      const key = keyOf(entry.item);
      if (batch.length < most && !keys.has(key)) batch.push(entry);
      else later.push(entry);
      keys.add(key);
    }
    queue = later;
    return batch;
  };

  const runBatch = async (batch: readonly Waiting<Item, Answer>[]): Promise<void> => {
    try {
      const answers = await run(batch.map(({ item }) => item));
      if (answers.length !== batch.length)
        throw new Error(`${name}: ${answers.length} answers to ${batch.length}`);
      for (const [index, entry] of batch.entries()) entry.resolve(answers[index] as Answer);
    } catch (error) {
      for (const entry of batch) entry.reject(error);
    }
  };

  const work = async (): Promise<void> => {
    // Items added in the same turn of the event loop join the first batch.
    await new Promise(setImmediate);
    while (queue.length > 0) {
      await runBatch(nextBatch());
      await pause(lingerMs);
    }
    working = undefined;
  };

  return {
    add(item) {
      if (queue.length >= mostWaiting) return Promise.reject(new BatcherFull(name));
      return new Promise<Answer>((resolve, reject) => {
        queue.push({ item, resolve, reject });
        working ??= outside(work);
      });
    },
    async idle() {
      while (working) await working;
    },
  };
}
