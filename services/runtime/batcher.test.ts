import { AsyncLocalStorage } from 'node:async_hooks';
import { describe, expect, it } from 'vitest';
import { batcher } from './batcher.ts';

/** A batch that waits until it is released, so that a test controls concurrent items. */
function heldBatches() {
  const seen: string[][] = [];
  const release: (() => void)[] = [];
  const run = async (items: readonly string[]): Promise<string[]> => {
    seen.push([...items]);
    await new Promise<void>((resolve) => release.push(resolve));
    return items.map((item) => item.toUpperCase());
  };
  const letGo = async (): Promise<void> => {
    while (release.length === 0) await new Promise(setImmediate);
    release.shift()?.();
  };
  return { seen, run, letGo };
}

describe('batcher', () => {
  it('puts items added during a batch into the next one, and answers each item', async () => {
    const { seen, run, letGo } = heldBatches();
    const batches = batcher(run, { name: 'test', most: 10, waiting: 10 });
    const first = batches.add('a');
    await new Promise(setImmediate);
    await new Promise(setImmediate);
    const others = [batches.add('b'), batches.add('c')];
    await letGo();
    await letGo();
    expect(await first).toBe('A');
    expect(await Promise.all(others)).toEqual(['B', 'C']);
    expect(seen).toEqual([['a'], ['b', 'c']]);
  });

  it('runs in the context of nobody who adds to it', async () => {
    const caller = new AsyncLocalStorage<string>();
    const run = async (items: readonly string[]) => items.map(() => caller.getStore());
    const batches = batcher(run, { name: 'test', most: 2, waiting: 10 });
    expect(await caller.run('ann', () => batches.add('a'))).toBeUndefined();
  });

  it('never exceeds its limit', async () => {
    const { seen, run, letGo } = heldBatches();
    const batches = batcher(run, { name: 'test', most: 2, waiting: 10 });
    const all = ['a', 'b', 'c'].map((item) => batches.add(item));
    await letGo();
    await letGo();
    expect(await Promise.all(all)).toEqual(['A', 'B', 'C']);
    expect(seen).toEqual([['a', 'b'], ['c']]);
  });

  it('keeps items of one key apart and in order', async () => {
    const { seen, run, letGo } = heldBatches();
    const batches = batcher(run, { name: 'test', most: 10, waiting: 10, keyOf: (item) => item[0] ?? '' });
    const all = ['a1', 'a2', 'b1', 'a3'].map((item) => batches.add(item));
    for (let batch = 0; batch < 3; batch += 1) await letGo();
    await Promise.all(all);
    expect(seen).toEqual([['a1', 'b1'], ['a2'], ['a3']]);
  });

  it('fails the items of a failed batch and continues with the next', async () => {
    let fails = true;
    const batches = batcher(
      async (items: readonly number[]) => {
        if (!fails) return items;
        fails = false;
        throw new Error('the database went away');
      },
      { name: 'test', most: 1, waiting: 10 },
    );
    const [first, second] = [batches.add(1), batches.add(2)];
    await expect(first).rejects.toThrow('the database went away');
    expect(await second).toBe(2);
  });

  it('rejects items above the limit, with an error that callers know', async () => {
    const { run, letGo } = heldBatches();
    const batches = batcher(run, { name: 'test', most: 1, waiting: 1 });
    const first = batches.add('a');
    await expect(batches.add('b')).rejects.toMatchObject({ name: 'Overloaded' });
    await letGo();
    await first;
    await batches.idle();
  });
});
