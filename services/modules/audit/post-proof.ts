import type { Pool } from 'pg';
import type { EventLog } from '#events/log/log.ts';
import { collectFromStreams } from '#events/log/stream-pages.ts';
import { postStream } from '#events/stream-names.ts';
import { type Proof, proofsOf } from './proof.ts';

/** An event of a post that names a text. */
interface Naming {
  position: number;
  type: 'PostPublished' | 'PostTextChanged';
  text_hash: string;
}

/**
 * Proofs of a post's publication and of the event that names its present text, and which texts they name; `waiting` of
 * them are not sealed yet. No proof before the publication.
 */
export async function postProof(
  { pool, log }: { pool: Pool; log: Pick<EventLog, 'readStreams'> },
  post_id: string,
): Promise<{ proofs: Proof[]; hashes: string[]; waiting: number }> {
  const events = await collectFromStreams(log, [postStream(post_id)], ({ type, data, position }): Naming[] =>
    type === 'PostPublished' || type === 'PostTextChanged'
      ? [{ position, type, text_hash: data.text_hash }]
      : [],
  );
  const published = events.findIndex(({ type }) => type === 'PostPublished');
  if (published < 0) return { proofs: [], hashes: [], waiting: 0 };
  const [first, last] = [events[published], events.at(-1)];
  const wanted = [...new Map([first, last].flatMap((one) => (one ? [[one.position, one]] : []))).values()];
  const proofs = await proofsOf(
    pool,
    wanted.map(({ position }) => position),
  );
  const hashes = [...new Set(wanted.map(({ text_hash }) => text_hash))];
  return { proofs, hashes, waiting: wanted.length - proofs.length };
}
