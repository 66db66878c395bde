import { AsyncLocalStorage } from 'node:async_hooks';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { Pool } from 'pg';
import type { UserId } from '#events/ids.ts';
import { type Reader, reader } from '#read-models/engine/reader.ts';
import type { Committer } from '#services/commerce/engine/command.ts';
import { batcher } from '#services/runtime/batcher.ts';
import { inTime, NoAnswerInTime } from '#services/runtime/deadline.ts';
import { atMost } from '#services/runtime/weight.ts';
import type { Dependencies } from './dependencies.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The highest log position that the caller has seen; null for a guest's read. */
    known: Known | null;
  }
}

interface Known {
  /** The request, in the events that it causes. */
  correlation_id: string;
  /** A member who acts for a creator. */
  member_id: UserId | undefined;
  /** Of the newest write, or of the newest state of a stream that was read; 0 for neither. */
  position: number;
}

/** On answers to writes; a client may send it back with its reads, also without a session. */
const POSITION_HEADER = 'x-position';
/** All waits of one request together. */
const MAX_WAIT_MS = 500;
/** A position is recorded before the answer, unless the database is slower. */
const MAX_NOTE_MS = 500;
/** Number of sessions whose position a process remembers. */
const REMEMBERED = 20_000;

const UPSERT = {
  name: 'session-positions',
  text: `INSERT INTO rm.session_positions (sid, position)
         SELECT sid, max(position) FROM unnest($1::text[], $2::bigint[]) AS noted (sid, position)
          GROUP BY sid ORDER BY sid
         ON CONFLICT (sid) DO UPDATE SET position = greatest(session_positions.position, excluded.position),
                                         written_at = excluded.written_at`,
};

const onlyReads = ({ method }: FastifyRequest): boolean => method === 'GET' || method === 'HEAD';

function sentPosition({ headers }: FastifyRequest): number {
  const sent = headers[POSITION_HEADER];
  return typeof sent === 'string' && /^\d{1,15}$/.test(sent) ? Number(sent) : 0;
}

type Parts = Pick<Dependencies, 'readModels' | 'committer' | 'pool'>;

/**
 * Every answer to a session includes the session's earlier writes, in any process: a write may answer from read models,
 * too. The committer's answers record their position; `runStatement` waits for it. Its commands name the request, and
 * the member of a team who acts.
 * @returns the committer for the routes
 */
export function showOwnWrites(app: FastifyInstance, { readModels, committer, pool }: Parts): Committer {
  const positions = new LRUCache<string, number>(atMost(REMEMBERED));
  const callers = new AsyncLocalStorage<Known>();
  const notes = batcher<{ sid: string; position: number }, void>(
    async (noted) => {
      await pool.query(UPSERT, [noted.map(({ sid }) => sid), noted.map(({ position }) => position)]);
      return noted.map(() => undefined);
    },
    { name: 'positions of sessions', most: 1_000, waiting: 10_000 },
  );

  function readerOf(request: FastifyRequest): Reader | undefined {
    const sid = request.session?.sid ?? null;
    const position = Math.max(sentPosition(request), (sid && positions.get(sid)) || 0);
    if (sid === null && position === 0) return undefined;
    let until: number | undefined;
    return {
      sid,
      position,
      async reach(models, wanted) {
        until ??= performance.now() + MAX_WAIT_MS;
        const left = Math.max(until - performance.now(), 0);
        await Promise.all(models.map((model) => readModels.waitFor(model, wanted, left)));
      },
    };
  }

  app.decorateRequest('known', null);
  app.addHook('preHandler', (request, _reply, done) => {
    const own = readerOf(request);
    const proceed = own ? () => reader.run(own, done) : done;
    if (!request.session && onlyReads(request)) return proceed();
    request.known = { correlation_id: request.id, position: 0, member_id: request.session?.member_id };
    callers.run(request.known, proceed);
  });
  app.addHook('onSend', async (request, reply) => {
    const position = request.known?.position ?? 0;
    if (position === 0) return;
    reply.header(POSITION_HEADER, position);
    const sid = request.session?.sid;
    if (sid === undefined || position <= (positions.get(sid) ?? 0)) return;
    positions.set(sid, position);
    // The write is complete: the answer does not depend on this record.
    await inTime(notes.add({ sid, position }), MAX_NOTE_MS, 'positions of sessions').catch(
      (error: unknown) => {
        if (error instanceof NoAnswerInTime) return;
        request.log.warn({ err: error }, 'the position of a session was not noted');
      },
    );
  });

  function know(position: number): void {
    const known = callers.getStore();
    if (known && position > known.position) known.position = position;
  }
  return {
    close: () => committer.close(),
    read: (streams, look) => committer.read(streams, look),
    async submit(command) {
      const { member_id, correlation_id } = callers.getStore() ?? {};
      const outcome = await committer.submit({
        ...command,
        correlation_id: command.correlation_id ?? correlation_id,
        // An act is recorded under the name of the person who did it.
        ...(member_id !== undefined && { actor: `user:${member_id}` }),
      });
      if (outcome.accepted) know(outcome.position);
      return outcome;
    },
    async readAt(streams, look) {
      const answer = await committer.readAt(streams, look);
      know(answer.position);
      return answer;
    },
  };
}

/** Removes positions that every read model has passed long ago. */
export const forgetPositions = (pool: Pool): Promise<unknown> =>
  pool.query(`DELETE FROM rm.session_positions WHERE written_at < now() - interval '1 hour'`);
