import type { Pool } from 'pg';
import type { StoredEvent } from './canonical.ts';
import { pathOf } from './merkle.ts';
import type { Seal } from './seal.ts';
import { sealOver } from './seals.ts';
import { storedEvents } from './stored-events.ts';

/** Proof that an event is in the log as stated: everything but the public key. Hashes and signature in hex. */
export interface Proof {
  event: StoredEvent;
  /** Place of the event under its seal, from 0, and how many are there. */
  index: number;
  size: number;
  path: string[];
  seal: {
    number: number;
    first_position: number;
    last_position: number;
    root: string;
    previous: string;
    sealed_at: number;
    signature: string;
  };
}

const LEAF_BYTES = 32;
const hex = (bytes: Buffer): string => bytes.toString('hex');

function proofUnder(over: Seal & { leaves: Buffer }, event: StoredEvent): Proof {
  const size = over.last_position - over.first_position + 1;
  const index = event.position - over.first_position;
  const leaves = Array.from({ length: size }, (_, n) =>
    over.leaves.subarray(n * LEAF_BYTES, (n + 1) * LEAF_BYTES),
  );
  const { number, first_position, last_position, root, previous, sealed_at, signature } = over;
  return {
    event,
    index,
    size,
    path: pathOf(leaves, index).map(hex),
    seal: {
      number,
      first_position,
      last_position,
      sealed_at,
      root: hex(root),
      previous: hex(previous),
      signature: hex(signature),
    },
  };
}

/** The proofs of events that are sealed, in the order of the log; positions that are not sealed are left out. */
export async function proofsOf(pool: Pool, positions: readonly number[]): Promise<Proof[]> {
  const proofs: Proof[] = [];
  let seal: (Seal & { leaves: Buffer }) | undefined;
  for (const position of positions.toSorted((a, b) => a - b)) {
    // Neighbouring events are usually under one large seal.
    if (seal === undefined || seal.last_position < position) seal = await sealOver(pool, position);
    const pages = storedEvents(pool, position, position);
    const [event] = (await pages.next()).value ?? [];
    if (seal && event) proofs.push(proofUnder(seal, event));
  }
  return proofs;
}

/** Undefined for a position that is not there or not sealed yet. */
export async function proofOf(pool: Pool, position: number): Promise<Proof | undefined> {
  const [proof] = await proofsOf(pool, [position]);
  return proof;
}
