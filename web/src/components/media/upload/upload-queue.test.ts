import { expect, test } from 'vitest';
import { type Send, type SentFile, UploadQueue } from './upload-queue.ts';

const fileOf = (name: string): File => new File(['abc'], name);

/** A queue whose files are sent, or fail, when the test says so. */
function startQueue() {
  const waiting = new Map<
    string,
    { done: () => void; fail: (error: Error) => void; bytes: (n: number) => void }
  >();
  const aborted: string[] = [];
  const handed: string[] = [];
  const send: Send = (kind, file, { onBytes, signal }) =>
    new Promise<SentFile>((resolve, reject) => {
      const result = { file_id: file.name, kind, name: file.name, bytes: file.size };
      const shown = { width: 0, height: 0, seconds: 0, preview: '' };
      waiting.set(file.name, { done: () => resolve({ ...result, ...shown }), fail: reject, bytes: onBytes });
      signal.addEventListener('abort', () => {
        aborted.push(file.name);
        reject(new DOMException('', 'AbortError'));
      });
    });
  const queue = new UploadQueue(send, (error) => String(error));
  const add = (...names: string[]) =>
    queue.add('picture', names.map(fileOf), ({ file_id }) => handed.push(file_id));
  const phases = () => queue.snapshot().map(({ name, phase }) => `${name} ${phase}`);
  const settle = async (name: string, how: 'done' | 'fail') => {
    const one = waiting.get(name);
    waiting.delete(name);
    if (how === 'done') one?.done();
    else one?.fail(new Error('no'));
    await new Promise((resolve) => setTimeout(resolve));
  };
  return { queue, add, phases, settle, waiting, aborted, handed };
}

test('two files are sent at a time, and handed over in their order', async () => {
  const { add, phases, settle, handed } = startQueue();
  add('a', 'b', 'c');
  expect(phases()).toEqual(['a sending', 'b sending', 'c waiting']);
  await settle('b', 'done');
  expect(handed).toEqual([]);
  expect(phases()).toEqual(['a sending', 'b sent', 'c sending']);
  await settle('a', 'done');
  expect(handed).toEqual(['a', 'b']);
  await settle('c', 'done');
  expect(handed).toEqual(['a', 'b', 'c']);
  expect(phases()).toEqual([]);
});

test('a failed file holds up no other, names its problem, and can be tried again', async () => {
  const { queue, add, phases, settle, handed } = startQueue();
  add('a', 'b');
  await settle('a', 'fail');
  await settle('b', 'done');
  expect(handed).toEqual(['b']);
  expect(queue.snapshot()).toMatchObject([{ name: 'a', phase: 'failed', problem: 'Error: no' }]);
  queue.retry(queue.snapshot()[0]!.id);
  expect(phases()).toEqual(['a sending']);
  await settle('a', 'done');
  expect(handed).toEqual(['b', 'a']);
});

test('a cancelled file is stopped and never handed over; the next one begins', async () => {
  const { queue, add, phases, settle, aborted, handed } = startQueue();
  add('a', 'b', 'c');
  await settle('b', 'done');
  queue.cancel(queue.snapshot()[0]!.id);
  expect(aborted).toEqual(['a']);
  expect(handed).toEqual(['b']);
  expect(phases()).toEqual(['c sending']);
  await settle('c', 'done');
  expect(handed).toEqual(['b', 'c']);
});

test('leaving stops all', async () => {
  const { queue, add, aborted, handed, settle } = startQueue();
  add('a', 'b', 'c');
  queue.cancelAll();
  expect(aborted).toEqual(['a', 'b']);
  await settle('a', 'done');
  expect(handed).toEqual([]);
  expect(queue.snapshot()).toEqual([]);
});

test('listeners get the progress; the list is the same until something changes', () => {
  const { queue, add, waiting } = startQueue();
  add('a');
  let changes = 0;
  const stop = queue.subscribe(() => {
    changes += 1;
  });
  expect(queue.snapshot()).toBe(queue.snapshot());
  waiting.get('a')?.bytes(2);
  expect(queue.snapshot()[0]?.sent).toBe(2);
  expect(changes).toBe(1);
  stop();
  waiting.get('a')?.bytes(3);
  expect(changes).toBe(1);
});
