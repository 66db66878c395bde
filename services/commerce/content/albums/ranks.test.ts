import fc from 'fast-check';
import { expect, test } from 'vitest';
import { MAX_RANK, ranksFor } from './ranks.ts';

const ids = (ranks: readonly { post_id: string }[]) => ranks.map(({ post_id }) => post_id);
const mapOf = (placed: readonly { post_id: string; rank: number }[]) =>
  new Map(placed.map(({ post_id, rank }) => [post_id, rank]));

/** One move, or one new post, of a random list. */
const step = fc.record({ from: fc.nat(30), to: fc.nat(30), fresh: fc.boolean() });

test('ranks grow in the order of the list; one move changes one rank, but for a renumbering', () => {
  let renumbered = 0;
  fc.assert(
    fc.property(fc.array(step, { maxLength: 120 }), (steps) => {
      let placed = ranksFor(['a', 'b', 'c'], new Map());
      for (const [n, { from, to, fresh }] of steps.entries()) {
        const list = ids(placed);
        const [one = ''] = fresh ? [`p${n}`] : list.splice(from % list.length, 1);
        list.splice(to % (list.length + 1), 0, one);
        const next = ranksFor(list, mapOf(placed));
        expect(ids(next)).toEqual(list);
        for (const [index, { rank }] of next.entries()) {
          expect(Number.isSafeInteger(rank)).toBe(true);
          expect(rank).toBeGreaterThan(next[index - 1]?.rank ?? 0);
        }
        const before = mapOf(placed);
        const changed = next.filter(({ post_id, rank }) => before.get(post_id) !== rank);
        if (changed.length > 1) renumbered += 1;
        else expect(changed.length).toBeLessThanOrEqual(1);
        placed = next;
      }
    }),
    { numRuns: 100 },
  );
  expect(renumbered).toBeLessThan(100 * 120 * 0.02);
});

test('a place that is full, and the largest rank, give all posts new ranks', () => {
  const full = new Map([
    ['a', 1],
    ['b', 2],
  ]);
  expect(ids(ranksFor(['a', 'x', 'b'], full))).toEqual(['a', 'x', 'b']);
  expect(ranksFor(['a', 'x', 'b'], full).map(({ rank }) => rank)).toEqual([2 ** 20, 2 ** 21, 3 * 2 ** 20]);
  expect(ranksFor(['x', 'a'], full)[0]?.rank).toBe(2 ** 20);
  const last = new Map([['a', MAX_RANK]]);
  expect(ranksFor(['a', 'b'], last)[1]?.rank).toBe(2 ** 21);
});

test('the opposite order keeps one rank, and a sorted list keeps all', () => {
  const before = mapOf(ranksFor(['a', 'b', 'c', 'd'], new Map()));
  expect(ranksFor(['a', 'b', 'c', 'd'], before)).toEqual(
    [...before].map(([post_id, rank]) => ({ post_id, rank })),
  );
  const opposite = ranksFor(['d', 'c', 'b', 'a'], before);
  expect(opposite.filter(({ post_id, rank }) => before.get(post_id) === rank)).toHaveLength(1);
});
