import type { ClientBase, Pool } from 'pg';
import { kindOfStream } from '#events/stream-names.ts';
import { type Generation, schemaOf } from './generations.ts';
import { movedMessage } from './moved.ts';
import type { Batch, Moved, Projection } from './projection.ts';
import { inTransaction } from './transaction.ts';

/** Somebody else moved the checkpoint, or the tables were swapped: look again where it stands. */
export class CheckpointMoved extends Error {}

/** The events are not what must come next; nothing was written. */
export class OutOfOrder extends Error {}

/** Throws OutOfOrder unless positions grow and the versions of streams followed whole have no gap. */
function assertOrder(projection: Projection, batch: Batch): void {
  const whole = new Set(projection.whole);
  const versions = new Map<string, number>();
  let last = batch.after;
  for (const { position, stream, version } of batch.events) {
    if (position <= last || position > batch.through) {
      throw new OutOfOrder(
        `${projection.name}: position ${position} after ${last}, through ${batch.through}`,
      );
    }
    last = position;
    const before = versions.get(stream);
    versions.set(stream, version);
    if (before !== undefined && whole.has(kindOfStream(stream)) && version !== before + 1) {
      throw new OutOfOrder(`${projection.name}: ${stream} goes from version ${before} to ${version}`);
    }
  }
}

/** Compare-and-set; its row lock makes two projectors of one generation take turns. Throws CheckpointMoved. */
export async function moveCheckpoint(tx: ClientBase, generation: Generation, batch: Batch): Promise<void> {
  const { rowCount } = await tx.query({
    name: 'rm-move-checkpoint',
    text: `UPDATE rm.generations SET position = $5, true_at = greatest(true_at, $6)
            WHERE name = $1 AND generation = $2 AND state = $3 AND position = $4`,
    values: [
      generation.name,
      generation.generation,
      generation.state,
      batch.after,
      batch.through,
      batch.true_at,
    ],
  });
  if (rowCount !== 1) {
    throw new CheckpointMoved(
      `${generation.name} ${generation.generation} no longer stands at ${batch.after}`,
    );
  }
}

const NOBODY: Moved = { creators: new Set(), users: new Set() };

/** Takes a batch into a generation's tables within a transaction whose search path is their schema. */
export async function takeIn(
  tx: ClientBase,
  projection: Projection,
  generation: Generation,
  batch: Batch,
): Promise<Moved> {
  assertOrder(projection, batch);
  await moveCheckpoint(tx, generation, batch);
  const moved = batch.events.length === 0 ? NOBODY : await projection.project(batch.events, tx);
  if (generation.state === 'live') {
    await tx.query({
      name: 'rm-announce',
      text: `SELECT pg_notify('read_model_moved', $1)`,
      values: [movedMessage(projection.name, batch.through, moved)],
    });
  }
  return moved;
}

/** Takes a batch in, once and whole or not at all. Returns the generation at its new position. */
export async function applyBatch(
  pool: Pool,
  projection: Projection,
  generation: Generation,
  batch: Batch,
): Promise<Generation> {
  await inTransaction(pool, schemaOf(generation), (tx) => takeIn(tx, projection, generation, batch));
  return { ...generation, position: batch.through };
}
