import { type ClientBase, escapeLiteral, type Pool } from 'pg';
import { isSecondBeginning } from '#events/beginnings.ts';
import type { LogBatch } from '#events/log/subscription/batch.ts';
import { failsAgain } from '#events/log/subscription/failure.ts';
import { CheckpointMoved } from '#events/log/subscription/subscribe.ts';
import type { RecordedEvent } from '#events/recorded-event.ts';
import { kindOfStream } from '#events/stream-names.ts';
import { CHECKPOINT_CHANNEL, noticeText } from './checkpoint-notice.ts';
import { type Generation, schemaOf } from './generations.ts';
import type { Moved, Projection } from './projection.ts';
import { inTransaction } from './transaction.ts';
import { writeNow } from './writes.ts';

/** The events are not the next ones; nothing was written. */
export class OutOfOrder extends Error {}

/** A projection could not take events in, and would fail the same way again; nothing was written. */
export class ProjectionFailed extends Error {}

/** Throws OutOfOrder unless positions grow and the versions of streams followed whole have no gap. */
export function assertOrder(projection: Projection, batch: LogBatch): void {
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

/** Compare-and-set; its row lock makes two projectors of one generation take turns. Nobody else writes its values. */
const moveSql = (
  { name, generation, state, decisions }: Generation,
  { after, through, true_at }: LogBatch,
): string =>
  `UPDATE rm.generations SET position = ${through}, true_at = greatest(true_at, ${true_at})
    WHERE name = ${escapeLiteral(name)} AND generation = ${generation} AND state = ${escapeLiteral(state)}
      AND position = ${after} AND decisions = ${decisions}`;

function assertMoved(rowCount: number, { name, generation }: Generation, { after }: LogBatch): void {
  if (rowCount !== 1) throw new CheckpointMoved(`${name} ${generation} is no longer at ${after}`);
}

/** Throws CheckpointMoved. */
export async function moveCheckpoint(tx: ClientBase, generation: Generation, batch: LogBatch): Promise<void> {
  const { rowCount } = await tx.query(moveSql(generation, batch));
  assertMoved(rowCount ?? 0, generation, batch);
}

export const announceSql = ({ name }: Projection, { through }: LogBatch, moved: Moved): string =>
  `SELECT pg_notify('${CHECKPOINT_CHANNEL}', ${escapeLiteral(noticeText(name, through, moved))})`;

/** Nobody's data changed. */
export const NOBODY: Moved = { creators: new Set(), users: new Set() };

/** Folds a batch. Second beginnings of streams, which older logs can have, change no read model. */
export async function foldIn(
  tx: ClientBase,
  projection: Projection,
  events: readonly RecordedEvent[],
): Promise<Moved> {
  const leavesOut = !projection.comparesVersions && events.some(isSecondBeginning);
  const counted = leavesOut ? events.filter((one) => !isSecondBeginning(one)) : events;
  return counted.length === 0 ? NOBODY : projection.project(counted, tx);
}

/** Folds and writes a batch. Throws ProjectionFailed. */
export async function take(tx: ClientBase, projection: Projection, { events }: LogBatch): Promise<Moved> {
  if (events.length === 0) return NOBODY;
  try {
    const moved = await foldIn(tx, projection, events);
    await writeNow(tx);
    return moved;
  } catch (error) {
    if (!failsAgain(error)) throw error;
    throw new ProjectionFailed(`${projection.name} cannot take events in`, { cause: error });
  }
}

/** Removes events that the generation leaves out, with later ones of their streams, which depend on them. */
export function withoutLeftOut({ left_out }: Generation, batch: LogBatch): LogBatch {
  if (left_out.size === 0) return batch;
  const isIn = ({ stream, position }: RecordedEvent): boolean =>
    position < (left_out.get(stream) ?? Number.POSITIVE_INFINITY);
  return { ...batch, events: batch.events.filter(isIn) };
}

/** Applies a batch to a generation's tables, inside a transaction whose search path is their schema. */
export async function applyBatchIn(
  tx: ClientBase,
  projection: Projection,
  generation: Generation,
  input: LogBatch,
): Promise<void> {
  const batch = withoutLeftOut(generation, input);
  assertOrder(projection, batch);
  await moveCheckpoint(tx, generation, batch);
  const moved = await take(tx, projection, batch);
  if (generation.state === 'live') await tx.query(announceSql(projection, batch, moved));
}

/**
 * Applies a batch exactly once or not at all. Returns the generation at its new position. The checkpoint
 * moves on the way in and is announced on the way out: a round trip costs more than either.
 */
export async function applyBatch(
  pool: Pool,
  projection: Projection,
  generation: Generation,
  input: LogBatch,
): Promise<Generation> {
  const batch = withoutLeftOut(generation, input);
  assertOrder(projection, batch);
  await inTransaction(pool, schemaOf(generation), (tx) => take(tx, projection, batch), {
    opening: {
      sql: moveSql(generation, batch),
      done: (rowCount) => assertMoved(rowCount, generation, batch),
    },
    closing: (moved) => (generation.state === 'live' ? announceSql(projection, batch, moved) : ''),
  });
  return { ...generation, position: batch.through };
}
