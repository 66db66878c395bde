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

/** The root that a leaf at `index` of `size` leads to along its path; undefined when the path does not fit. */
export function rootFrom(
  leaf: Buffer,
  index: number,
  size: number,
  path: readonly Buffer[],
): Buffer | undefined {
  if (index < 0 || index >= size) return undefined;
  if (size === 1) return path.length === 0 ? leaf : undefined;
  const sibling = path.at(-1);
  if (sibling === undefined) return undefined;
  const k = split(size);
  const rest = path.slice(0, -1);
  if (index < k) {
    const left = rootFrom(leaf, index, k, rest);
    return left && nodeHash(left, sibling);
  }
  const right = rootFrom(leaf, index - k, size - k, rest);
  return right && nodeHash(sibling, right);
}
