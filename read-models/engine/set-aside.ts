import { setTimeout as pause } from 'node:timers/promises';
import type { Pool } from 'pg';
import { applyBatch, applyBatchIn, ProjectionFailed, withoutSetAside } from './apply.ts';
import { type Generation, schemaOf } from './generations.ts';
import type { Batch, ProjectedEvent, Projection } from './projection.ts';
import { inTransaction } from './transaction.ts';

export interface Taking {
  pool: Pool;
  projection: Projection;
  /** Told of each event that was set aside, once that is written. */
  onSetAside?: ((error: EventSetAside) => void) | undefined;
  signal?: AbortSignal | undefined;
}

/** A read model is incomplete from this event's position on. */
class EventSetAside extends Error {
  override name = 'EventSetAside';
}

/** Pauses before an event that failed alone is tried again; after the last of them it is set aside. */
const PAUSES_MS: readonly number[] = [100, 300, 900];

/** A read model that leaves more streams out than this has a mistake of its own, and stands still instead. */
export const MOST_SET_ASIDE = 20;

const messageOf = (error: unknown): string =>
  error instanceof Error ? `${error.name}: ${error.message}` : String(error);

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
      [name, number, stream, position, type, messageOf(cause).slice(0, 1_000)],
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

/** An event alone: tried again with pauses. */
async function applyOne(taking: Taking, generation: Generation, batch: Batch): Promise<Generation> {
  let failure: unknown;
  for (const pauseMs of PAUSES_MS) {
    await pause(pauseMs, undefined, { signal: taking.signal });
    try {
      return await applyBatch(taking.pool, taking.projection, generation, batch);
    } catch (error) {
      if (!(error instanceof ProjectionFailed)) throw error;
      failure = error.cause;
    }
  }
  const [event] = batch.events;
  if (!event) throw failure;
  return setAside(taking, generation, batch, event, failure);
}

/**
 * Takes a batch in as applyBatch does. One that its projection cannot take in is halved until the event that fails is
 * alone. When that event goes on failing, it is set aside with its stream, and the rest is taken in. Failures that pass
 * by themselves, as that of a lost connection, are thrown.
 */
export async function applySettingAside(
  taking: Taking,
  generation: Generation,
  given: Batch,
): Promise<Generation> {
  const batch = withoutSetAside(generation, given);
  try {
    return await applyBatch(taking.pool, taking.projection, generation, batch);
  } catch (error) {
    if (!(error instanceof ProjectionFailed)) throw error;
    taking.signal?.throwIfAborted();
    const { events } = batch;
    if (events.length <= 1) return applyOne(taking, generation, batch);
    const half = Math.floor(events.length / 2);
    const through = events[half - 1]?.position ?? batch.after;
    const before = events.slice(0, half);
    const true_at = Math.max(
      ...before.map(({ recorded_at, metadata }) => Math.max(recorded_at, metadata.at)),
    );
    const at = await applySettingAside(taking, generation, { ...batch, through, true_at, events: before });
    return applySettingAside(taking, at, { ...batch, after: through, events: events.slice(half) });
  }
}
