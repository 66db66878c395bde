import type { Pool } from 'pg';
import type { LogBatch } from '#events/log/subscription/batch.ts';
import type { Failure } from '#events/log/subscription/general-fault.ts';
import { messageOf, takeSettingAside } from '#events/log/subscription/set-aside.ts';
import { applyBatch, applyBatchIn, ProjectionFailed, take, withoutLeftOut } from './apply.ts';
import { type Generation, schemaOf } from './generations.ts';
import type { Projection } from './projection.ts';
import { inTransaction } from './transaction.ts';

export interface ApplyOptions {
  pool: Pool;
  projection: Projection;
  /** Called after an event was set aside; if one creator has many, only for some of them. */
  onSetAside?: ((error: EventSetAside) => void) | undefined;
  signal?: AbortSignal | undefined;
}

/** A read model is incomplete from this event's position on. */
class EventSetAside extends Error {
  override name = 'EventSetAside';
}

/** Rolls a transaction back. */
class TakenBack extends Error {}

/** Moves the checkpoint past an event and leaves its stream out from there, both or neither. */
async function setAside(
  { pool, projection }: ApplyOptions,
  generation: Generation,
  batch: LogBatch,
  { event, error, kind, creator_id, person }: Failure,
): Promise<Generation> {
  const { name, generation: number } = generation;
  const { position, stream, type } = event;
  await inTransaction(pool, schemaOf(generation), async (tx) => {
    await applyBatchIn(tx, projection, generation, { ...batch, events: [] });
    await tx.query(
      `INSERT INTO rm.set_aside (name, generation, stream, position, type, error, kind, creator_id, person)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
      [name, number, stream, position, type, messageOf(error), kind, creator_id, person],
    );
  });
  return {
    ...generation,
    position: batch.through,
    set_aside: [...generation.set_aside, stream],
    left_out: new Map(generation.left_out).set(stream, position),
  };
}

/** Applies events, then rolls back. Throws ProjectionFailed. */
async function attempt(
  { pool, projection }: ApplyOptions,
  generation: Generation,
  batch: LogBatch,
): Promise<void> {
  await inTransaction(pool, schemaOf(generation), async (tx) => {
    await take(tx, projection, withoutLeftOut(generation, batch));
    throw new TakenBack();
  }).catch((error) => {
    if (!(error instanceof TakenBack)) throw error;
  });
}

/** Like applyBatch, but sets an event that its projection cannot apply aside, with its stream. */
export async function applySettingAside(
  taking: ApplyOptions,
  generation: Generation,
  input: LogBatch,
): Promise<Generation> {
  const { pool, projection, signal, onSetAside } = taking;
  const { name } = projection;
  let at = generation;
  await takeSettingAside(
    {
      signal,
      rows: {
        pool,
        table: 'rm.set_aside',
        where: 'name = $1 AND generation = $2',
        values: [name, generation.generation],
      },
      async take(batch) {
        at = await applyBatch(pool, projection, at, batch);
      },
      attempt: (events, batch) => attempt(taking, at, { ...batch, events }),
      failsAgain: (error) => error instanceof ProjectionFailed,
      causeOf: (error) => (error instanceof ProjectionFailed ? error.cause : error),
      async setAside(batch, failure) {
        at = await setAside(taking, at, batch, failure);
      },
      onSetAside({ event: { stream, position, type }, error: cause, creator_id }) {
        const text = `${name} leaves ${stream} out from position ${position} (${type}) on`;
        onSetAside?.(new EventSetAside(`${text}, creator ${creator_id}: ${messageOf(cause)}`, { cause }));
      },
    },
    input,
  );
  return at;
}
