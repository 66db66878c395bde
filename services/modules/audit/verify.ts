import type { Pool } from 'pg';
import { canonicalEvent, leafHash } from './canonical.ts';
import { rootOf } from './merkle.ts';
import { isGenuine, NO_SEAL, type Seal, sealHash } from './seal.ts';
import { sealKeysOf } from './seal-keys.ts';
import { everySeal } from './seals.ts';
import { storedEvents } from './stored-events.ts';

export type Verdict =
  | { intact: true; seals: number; events: number; through: number }
  /** The first thing that is not as it was sealed. */
  | { intact: false; position: number; seal: number; what: Fault };

export type Fault =
  /** The event was changed, or is another one. */
  | 'event_differs'
  | 'event_missing'
  /** The seal was not made by the holder of the key, or was changed. */
  | 'signature_wrong'
  /** A seal is missing, or does not follow on from the one before. */
  | 'chain_broken'
  /**
   * The stored hashes do not give the root. The position is the first changed event; if events and hashes were
   * changed together, it is the first position of the seal.
   */
  | 'hashes_differ'
  /** The log has no longer a seal that was published outside: its end was cut off, or it is another log. */
  | 'log_cut';

const LEAF_BYTES = 32;

const leavesIn = (bytes: Buffer): Buffer[] =>
  Array.from({ length: bytes.length / LEAF_BYTES }, (_, n) =>
    bytes.subarray(n * LEAF_BYTES, (n + 1) * LEAF_BYTES),
  );

function sealFault(
  seal: Seal & { leaves: Buffer },
  before: Seal | undefined,
  keys: readonly string[],
): Fault | undefined {
  const follows =
    seal.number === (before?.number ?? 0) + 1 &&
    seal.first_position === (before?.last_position ?? 0) + 1 &&
    seal.previous.equals(before ? sealHash(before) : NO_SEAL);
  if (!follows) return 'chain_broken';
  if (!keys.some((key) => isGenuine(seal, key))) return 'signature_wrong';
  return rootOf(leavesIn(seal.leaves)).equals(seal.root) ? undefined : 'hashes_differ';
}

/** The first event of a seal's range that is not as it was sealed. */
async function eventFault(
  pool: Pool,
  { first_position, last_position, leaves }: Seal & { leaves: Buffer },
): Promise<{ position: number; what: Fault } | undefined> {
  const sealed = leavesIn(leaves);
  let expected = first_position;
  for await (const page of storedEvents(pool, first_position, last_position)) {
    for (const event of page) {
      if (event.position !== expected) return { position: expected, what: 'event_missing' };
      const leaf = sealed[expected - first_position];
      if (!leaf?.equals(leafHash(canonicalEvent(event))))
        return { position: expected, what: 'event_differs' };
      expected += 1;
    }
  }
  return expected <= last_position ? { position: expected, what: 'event_missing' } : undefined;
}

/** The difference in the data of a seal; if hashes do not give the root, they are checked one by one. */
async function faultAt(pool: Pool, seal: Seal & { leaves: Buffer }, what: Fault): Promise<number> {
  const found = what === 'hashes_differ' ? await eventFault(pool, seal) : undefined;
  return found?.position ?? seal.first_position;
}

/**
 * Recomputes every seal from the stored log, oldest first, and names the first position that differs. Memory holds
 * one seal's events.
 * @param publicKey SPKI, PEM: the keys of the settings; they vouch for former ones
 * @param onProgress called after each seal with its position
 */
export async function verifyLog(
  pool: Pool,
  publicKey: string,
  onProgress: (position: number) => void = () => undefined,
): Promise<Verdict> {
  let before: Seal | undefined;
  let events = 0;
  const keysOf = await sealKeysOf(pool, publicKey);
  for await (const seal of everySeal(pool)) {
    const fault = sealFault(seal, before, keysOf(seal.number));
    if (fault) {
      const position = await faultAt(pool, seal, fault);
      return { intact: false, position, seal: seal.number, what: fault };
    }
    const found = await eventFault(pool, seal);
    if (found) return { intact: false, seal: seal.number, ...found };
    events += seal.last_position - seal.first_position + 1;
    before = seal;
    onProgress(seal.last_position);
  }
  return { intact: true, seals: before?.number ?? 0, events, through: before?.last_position ?? 0 };
}
