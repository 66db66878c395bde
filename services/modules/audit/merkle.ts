import { hashOf, nodeHash } from './canonical.ts';

/** Largest power of two below n, for n ≥ 2: where RFC 6962 splits a tree. */
function split(n: number): number {
  let k = 1;
  while (k * 2 < n) k *= 2;
  return k;
}

/** Merkle tree hash of leaf hashes in order (RFC 6962, 2.1). */
export function rootOf(leaves: readonly Buffer[]): Buffer {
  const [only] = leaves;
  if (only === undefined) return hashOf();
  if (leaves.length === 1) return only;
  const k = split(leaves.length);
  return nodeHash(rootOf(leaves.slice(0, k)), rootOf(leaves.slice(k)));
}

/** Audit path of the leaf at `index` (RFC 6962, 2.1.1): sibling hashes from the leaf up. */
export function pathOf(leaves: readonly Buffer[], index: number): Buffer[] {
  if (leaves.length <= 1) return [];
  const k = split(leaves.length);
  return index < k
    ? [...pathOf(leaves.slice(0, k), index), rootOf(leaves.slice(k))]
    : [...pathOf(leaves.slice(k), index - k), rootOf(leaves.slice(0, k))];
}
