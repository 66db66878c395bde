import type { Pool } from 'pg';
import { messageOf, takeSettingAside } from '#events/log/subscription/set-aside.ts';
import { applyBatch, applyBatchIn, ProjectionFailed } from './apply.ts';
import { type Generation, schemaOf } from './generations.ts';
import { type Batch, type ProjectedEvent, type Projection, projected, projectedBatch } from './projection.ts';
import { inTransaction } from './transaction.ts';

export interface Taking {
  pool: Pool;
  projection: Projection;
  /** Called for each event after it was set aside. */
  onSetAside?: ((error: EventSetAside) => void) | undefined;
  signal?: AbortSignal | undefined;
}

/** A read model is incomplete from this event's position on. */
class EventSetAside extends Error {
  override name = 'EventSetAside';
}

/** A read model with more skipped streams is faulty and stops. */
export const MOST_SET_ASIDE = 20;

/** Moves the checkpoint past an event and leaves its stream out from there, both or neither. */
async function setAside(
  { pool, projection, onSetAside }: Taking,
  generation: Generation,
  batch: Batch,
  event: ProjectedEvent,
  cause: unknown,
): Promise<Generation> {
  if (generation.set_aside.length >= MOST_SET_ASIDE) throw cause;
  const { name, generation: number } = generation;
  const { position, stream, type } = event;
  await inTransaction(pool, schemaOf(generation), async (tx) => {
    await applyBatchIn(tx, projection, generation, { ...batch, events: [] });
    await tx.query(
      'INSERT INTO rm.set_aside (name, generation, stream, position, type, error) VALUES ($1, $2, $3, $4, $5, $6)',
      [name, number, stream, position, type, messageOf(cause)],
    );
  });
  onSetAside?.(
    new EventSetAside(
      `${name} leaves ${stream} out from position ${position} (${type}) on: ${messageOf(cause)}`,
      {
        cause,
      },
    ),
  );
  return { ...generation, position: batch.through, set_aside: [...generation.set_aside, stream] };
}

/** Like applyBatch, but sets an event that its projection cannot apply aside, with its stream. */
export async function applySettingAside(
  taking: Taking,
  generation: Generation,
  given: Batch,
): Promise<Generation> {
  const { pool, projection, signal } = taking;
  let at = generation;
  await takeSettingAside(
    {
      signal,
      async take(batch) {
        at = await applyBatch(pool, projection, at, projectedBatch(batch));
      },
      failsAgain: (error) => error instanceof ProjectionFailed,
      async setAside(batch, event, error) {
        const cause = error instanceof ProjectionFailed ? error.cause : error;
        at = await setAside(taking, at, projectedBatch(batch), projected(event), cause);
      },
    },
    given,
  );
  return at;
}
