import { appendFile, open } from 'node:fs/promises';
import type { Pool } from 'pg';
import { z } from 'zod';
import { readJson } from '#events/checked.ts';
import type { Millis } from '#events/time.ts';
import type { Clock } from '#services/runtime/clock.ts';
import { sealHash } from './seal.ts';
import { newestSeal, sealNumbered } from './seals.ts';
import { recordVerdict } from './verifications.ts';

/** A seal as it is published: it covers the whole log up to its position. */
const sealHead = z.object({
  number: z.int(),
  last_position: z.int(),
  /** Unix milliseconds, by the business clock */
  sealed_at: z.int(),
  /** In hex; the seal after it refers to it */
  hash: z.string(),
  /** Ed25519, in hex */
  signature: z.string(),
});
type SealHead = z.infer<typeof sealHead>;

/** A place outside of the database. */
export interface HeadStore {
  /** The newest; undefined before the first. Rejects when the place does not answer. */
  read(): Promise<SealHead | undefined>;
  write(head: SealHead): Promise<void>;
}

const TIMEOUT_MS = 10_000;
/** A head has some 300 bytes. */
const TAIL_BYTES = 4_096;

/** One line for each head, the newest last. */
const headFile = (path: string): HeadStore => ({
  async read() {
    const file = await open(path, 'a+', 0o644);
    try {
      const { size } = await file.stat();
      const { buffer, bytesRead } = await file.read({
        buffer: Buffer.alloc(TAIL_BYTES),
        position: Math.max(0, size - TAIL_BYTES),
      });
      const line = buffer.subarray(0, bytesRead).toString().trimEnd().split('\n').at(-1);
      if (!line) return undefined;
      const head = readJson(sealHead, line);
      if (!head) throw new Error(`${path}: its last line is no seal`);
      return head;
    } finally {
      await file.close();
    }
  },
  write: (head) => appendFile(path, `${JSON.stringify(head)}\n`),
});

/** PUT replaces the newest, GET reads it; 404 before the first. A user in the address is sent as Basic authorization. */
function headAddress(address: string, timeout: Millis): HeadStore {
  const url = new URL(address);
  const login =
    url.username && Buffer.from(`${url.username}:${decodeURIComponent(url.password)}`).toString('base64');
  url.username = '';
  url.password = '';
  const send = async (method: 'GET' | 'PUT', body: string | null): Promise<Response> => {
    const answer = await fetch(url, {
      method,
      body,
      redirect: 'error',
      headers: { 'content-type': 'application/json', ...(login && { authorization: `Basic ${login}` }) },
      signal: AbortSignal.timeout(timeout),
    });
    if (answer.ok || (method === 'GET' && answer.status === 404)) return answer;
    await answer.body?.cancel();
    throw new Error(`SEAL_HEADS: ${url.host} answers ${method} with ${answer.status}`);
  };
  return {
    async read() {
      const answer = await send('GET', null);
      const text = (await answer.text()).slice(0, TAIL_BYTES);
      if (answer.status === 404 || text === '') return undefined;
      const head = readJson(sealHead, text);
      if (!head) throw new Error(`SEAL_HEADS: ${url.host} answers with no seal`);
      return head;
    },
    write: async (head) => void (await (await send('PUT', JSON.stringify(head))).text()),
  };
}

/**
 * @param place an absolute path, or an http(s) address
 * @param timeout milliseconds that an address has for an answer
 */
export const openHeadStore = (place: string, timeout = TIMEOUT_MS): HeadStore =>
  place.startsWith('/') ? headFile(place) : headAddress(place, timeout);

/** How often the newest seal is published and the place compared. */
const EVERY_MS = 60_000;

interface Parts {
  pool: Pool;
  clock: Clock;
  store: HeadStore;
}

/**
 * Publishes the newest seal. When the log has no longer the published one (it was cut, or an older backup was restored),
 * that is recorded as the result of a verification, and nothing is published any more.
 * @returns the time of the next look
 */
export async function publishHead({ pool, clock, store }: Parts): Promise<number> {
  const next = clock.now() + EVERY_MS;
  const [outside, newest] = [await store.read(), await newestSeal(pool)];
  if (outside) {
    const { number: seal, last_position: position, hash } = outside;
    const own = await sealNumbered(pool, seal);
    if (!own || sealHash(own).toString('hex') !== hash) {
      await recordVerdict(pool, clock.now(), { intact: false, position, seal, what: 'log_cut' });
      return next;
    }
  }
  if (newest && newest.number > (outside?.number ?? 0)) {
    const { number, last_position, sealed_at, signature } = newest;
    const hash = sealHash(newest).toString('hex');
    await store.write({ number, last_position, sealed_at, hash, signature: signature.toString('hex') });
  }
  return next;
}
