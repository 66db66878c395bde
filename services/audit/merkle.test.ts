import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { leafHash } from './canonical.ts';
import { pathOf, rootFrom, rootOf } from './merkle.ts';

const leavesOf = (entries: readonly string[]) => entries.map((entry) => leafHash(Buffer.from(entry, 'hex')));

// The entries that implementations of RFC 6962 try themselves on, and the roots of the first n of them.
const ENTRIES = [
  '',
  '00',
  '10',
  '2021',
  '3031',
  '40414243',
  '5051525354555657',
  '606162636465666768696a6b6c6d6e6f',
];
const ROOTS: readonly [number, string][] = [
  [0, 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'],
  [1, '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d'],
  [2, 'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125'],
  [3, 'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77'],
  [8, '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328'],
];

describe('the tree', () => {
  it.each(ROOTS)('of the first %i entries has the root that RFC 6962 says', (n, root) => {
    expect(rootOf(leavesOf(ENTRIES.slice(0, n))).toString('hex')).toBe(root);
  });

  it('leads from every leaf to its root, and from nothing else', () => {
    fc.assert(
      fc.property(
        fc.array(fc.uint8Array({ minLength: 1, maxLength: 8 }), { minLength: 1, maxLength: 40 }),
        fc.nat(),
        (entries, n) => {
          const leaves = entries.map((entry) => leafHash(entry));
          const index = n % leaves.length;
          const root = rootOf(leaves);
          const path = pathOf(leaves, index);
          const leaf = leaves[index]!;
          expect(rootFrom(leaf, index, leaves.length, path)?.equals(root)).toBe(true);
          const other = leafHash(Buffer.from('another'));
          expect(rootFrom(other, index, leaves.length, path)?.equals(root) ?? false).toBe(false);
          expect(rootFrom(leaf, leaves.length, leaves.length, path)).toBeUndefined();
          if (path.length > 0) {
            expect(rootFrom(leaf, index, leaves.length, path.slice(1))?.equals(root) ?? false).toBe(false);
          }
        },
      ),
    );
  });
});
