import { expect, test } from 'vitest';
import { MAX_WAITING, readQueue, writeQueue } from './scan-queue.ts';

function memory(text?: string) {
  let stored: string | null = text ?? null;
  return {
    getItem: () => stored,
    setItem: (_: string, value: string) => {
      stored = value;
    },
  };
}
const scan = (n: number) => ({ scan_id: `s${n}`, token: 't', ticket_id: `k${n}`, scanned_at: n });

test('waiting scans outlive the page', () => {
  const storage = memory();
  writeQueue(storage, [scan(1), { ...scan(2), plan_id: 'p' }]);
  expect(readQueue(storage)).toEqual([scan(1), { ...scan(2), plan_id: 'p' }]);
  writeQueue(storage, []);
  expect(readQueue(storage)).toEqual([]);
});

test('a queue has an end', () => {
  const storage = memory();
  writeQueue(
    storage,
    Array.from({ length: MAX_WAITING + 10 }, (_, n) => scan(n)),
  );
  expect(readQueue(storage)).toHaveLength(MAX_WAITING);
});

test.each(['', '{', '{}', '[1, null, {"scan_id": 5}]', 'null'])('an invalid queue (%s) is empty', (text) => {
  expect(readQueue(memory(text))).toEqual([]);
});

test('without storage nothing breaks', () => {
  const closed = {
    getItem: () => {
      throw new Error('storage is switched off');
    },
    setItem: () => {
      throw new Error('storage is switched off');
    },
  };
  expect(readQueue(closed)).toEqual([]);
  expect(() => writeQueue(closed, [scan(1)])).not.toThrow();
});
