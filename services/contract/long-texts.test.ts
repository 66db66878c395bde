import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { z } from 'zod';
import type { Endpoint } from './endpoint.ts';

/** As large as a body can be, of what takes long to compare, count or bring into one form. */
const texts = ['x', ' ', '\n', 'a\u0301\u0323', '\ufdfa'].map((part) =>
  part.repeat(Math.floor(1_000_000 / Buffer.byteLength(part))),
);
const MOST_MS = 60;

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'path' in value && 'method' in value;

/** The fields of all bodies and queries. */
async function fields(): Promise<[name: string, field: z.ZodType][]> {
  const found: [string, z.ZodType][] = [];
  for (const file of readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })) {
    if (!file.endsWith('.ts') || file.endsWith('.test.ts')) continue;
    const module: Record<string, unknown> = await import(new URL(file, import.meta.url).href);
    for (const { path, body, query } of Object.values(module).filter(isEndpoint)) {
      for (const input of [body, query]) {
        if (!(input instanceof z.ZodObject)) continue;
        for (const [key, field] of Object.entries(input.shape))
          found.push([`${path} ${key}`, field as z.ZodType]);
      }
    }
  }
  return found;
}

/** The quickest of three tries, in ms: others may use the processor. */
function msOf(work: () => unknown): number {
  const tries = [1, 2, 3].map(() => {
    const started = performance.now();
    work();
    return performance.now() - started;
  });
  return Math.min(...tries);
}

test('no field takes long to refuse a text of a megabyte', async () => {
  const all = await fields();
  expect(all.length).toBeGreaterThan(300);
  const slow = all.filter(([, field]) => texts.some((text) => msOf(() => field.safeParse(text)) > MOST_MS));
  expect(slow.map(([name]) => name)).toEqual([]);
});
