import type { Readable } from 'node:stream';

/** Bytes of a refused body that are still read; after more the connection is closed. */
const MAX_BYTES = 67_108_864;

/**
 * Reads a body that is refused and forgets it. Answered while they still send, most clients never look at the
 * answer: they report a broken connection. Node's own request timeout limits its duration.
 */
export function drainBody(raw: Readable): Promise<void> {
  return new Promise((resolve) => {
    if (raw.readableEnded || raw.destroyed) return resolve();
    let bytes = 0;
    const count = (chunk: Buffer): void => {
      bytes += chunk.length;
      if (bytes <= MAX_BYTES) return;
      raw.off('data', count);
      raw.pause();
      resolve();
    };
    raw.on('data', count);
    for (const end of ['end', 'close', 'error']) raw.once(end, () => resolve());
    raw.resume();
  });
}
