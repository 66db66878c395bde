import type { Updateable } from 'kysely';
import type { Pool } from 'pg';
import type { Clock } from '#services/runtime/clock.ts';
import { queriesOn } from '#services/runtime/queries.ts';
import type { Tables } from '#services/runtime/tables.gen.ts';
import type { Message } from './messages.ts';

/** An undeliverable message, without text and recipient. */
interface Undelivered {
  id: number;
  template: Message['template'];
  created_at: number;
  failed_at: number;
  attempts: number;
  failure: string;
  /** Expired codes are deleted. */
  can_retry: boolean;
}

/** Undeliverable messages, until they are retried or dismissed. */
export interface UndeliveredMessages {
  /** Newest first. */
  list(range: { limit: number; offset: number }): Promise<{ list: Undelivered[]; total_count: number }>;
  /** False if there is no such message, or its text was removed. */
  retry(id: number): Promise<boolean>;
  dismiss(id: number): Promise<boolean>;
}

const failed = (pool: Pool) =>
  queriesOn(pool).selectFrom('runtime.outbox').where('failed_at', 'is not', null);

/** How many there are, and since when (milliseconds). */
export async function countUndelivered(pool: Pool): Promise<{ count: number; since: number }> {
  const { count, since } = await failed(pool)
    .select((is) => [is.fn.countAll<number>().as('count'), is.fn.min('failed_at').as('since')])
    .executeTakeFirstOrThrow();
  return { count, since: since ?? 0 };
}

export function openUndelivered(pool: Pool, clock: Clock): UndeliveredMessages {
  const change = async (id: number, set: Updateable<Tables['runtime.outbox']>): Promise<boolean> => {
    const { numUpdatedRows } = await queriesOn(pool)
      .updateTable('runtime.outbox')
      .set({ ...set, failed_at: null })
      .where('id', '=', id)
      .where('failed_at', 'is not', null)
      .$if(set.sealed !== null, (those) => those.where('sealed', 'is not', null))
      .executeTakeFirst();
    return numUpdatedRows === 1n;
  };
  return {
    async list({ limit, offset }) {
      const { count: total_count } = await countUndelivered(pool);
      const list = await failed(pool)
        .select(['id', 'template', 'created_at', 'failed_at', 'attempts', 'failure'])
        .select((is) => is('sealed', 'is not', null).as('can_retry'))
        .$castTo<Undelivered>()
        .orderBy('failed_at', 'desc')
        .orderBy('id', 'desc')
        .limit(limit)
        .offset(offset)
        .execute();
      return { list, total_count };
    },
    retry: (id) => change(id, { failure: '', attempts: 0, due_at: clock.now() }),
    dismiss: (id) => change(id, { sealed: null, sealed_to: null }),
  };
}
