import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rootFrom } from '#services/contract/audit/log-proof.ts';
import { leafHash } from './canonical.ts';
import { pathOf, rootOf } from './merkle.ts';

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

  it('leads from every leaf to its root, and from nothing else', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.uint8Array({ minLength: 1, maxLength: 8 }), { minLength: 1, maxLength: 40 }),
        fc.nat(),
        async (entries, n) => {
          const leaves = entries.map((entry) => leafHash(entry));
          const index = n % leaves.length;
          const path = pathOf(leaves, index).map((hash) => Uint8Array.from(hash));
          const found = async (leaf: Uint8Array, at: number, way: typeof path) => {
            const root = await rootFrom(Uint8Array.from(leaf), at, leaves.length, way);
            return root && Buffer.from(root).toString('hex');
          };
          const root = rootOf(leaves).toString('hex');
          const leaf = leaves[index]!;
          expect(await found(leaf, index, path)).toBe(root);
          expect(await found(leafHash(Buffer.from('another')), index, path)).not.toBe(root);
          expect(await found(leaf, leaves.length, path)).toBeUndefined();
          if (path.length > 0) expect(await found(leaf, index, path.slice(1))).not.toBe(root);
        },
      ),
    );
  });
});
