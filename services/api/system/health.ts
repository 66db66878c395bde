import type { Pool } from 'pg';
import type { ReadyAnswer } from '#services/contract/system/calls.ts';

/** The positions of all followers of the log. */
export type Health = Omit<ReadyAnswer, 'status' | 'reason' | 'lag'>;

/** A longer lag is shown on pages; shorter ones are normal, for example at a start of the worker. */
export const LAG_SHOWN_SECONDS = 60;

const seconds = (of: string): string => `trunc(extract(epoch FROM now() - ${of}))::int`;

/** The age of the next event is the lag of a follower, by the database's clock, which cannot be moved. */
const follower = (from: string): string => `
  SELECT f.name, f.position, h.position - f.position AS behind,
         coalesce(${seconds('e.recorded_at')}, 0) AS seconds_behind, a.*
    FROM ${from} f CROSS JOIN log.head h
    LEFT JOIN log.events e ON e.position = f.position + 1`;

/** What a follower set aside, and the most of one creator with one cause. */
const setAside = (table: string, where: string): string => `
  (SELECT count(*) FROM ${table} s WHERE ${where}) AS set_aside,
  coalesce((SELECT ${seconds('min(s.at)')} FROM ${table} s WHERE ${where}), 0) AS set_aside_seconds,
  coalesce((SELECT count(*) FROM ${table} s WHERE ${where} GROUP BY s.creator_id, s.type, s.kind
             ORDER BY 1 DESC LIMIT 1), 0) AS set_aside_most`;

const HEALTH = `
  WITH models AS (
    ${follower(`(SELECT name, generation, position FROM rm.generations WHERE state = 'live')`)}
    CROSS JOIN LATERAL (
      SELECT (SELECT min(l.position) FROM rm.left_out l WHERE l.name = f.name AND l.generation = f.generation)
               AS incomplete_from, ${setAside('rm.set_aside', 's.name = f.name AND s.generation = f.generation')},
             (SELECT count(*) FROM rm.skipped s WHERE s.name = f.name) AS skipped) a),
  processes AS (
    ${follower('runtime.process_checkpoints')}
    CROSS JOIN LATERAL (SELECT ${setAside('runtime.set_aside', 's.process = f.name')}) a
    -- A process that no worker of this version runs has a checkpoint that does not move.
    WHERE EXISTS (SELECT FROM runtime.heartbeats b WHERE b.figures->'processes' ? f.name))
  SELECT json_build_object(
    'position', (SELECT position FROM log.head),
    'read_models', (SELECT coalesce(json_agg(models ORDER BY name), '[]') FROM models),
    'processes', (SELECT coalesce(json_agg(processes ORDER BY name), '[]') FROM processes),
    'begun_twice', (SELECT count(DISTINCT stream) FROM log.second_beginnings),
    'worker_seen', (SELECT ${seconds('max(beat_at)')} FROM runtime.heartbeats WHERE process = 'worker')
  ) AS health`;

/** After this time the connection is closed, so that the next query uses another. */
const MAX_QUERY_MS = 5_000;

export async function healthOf(pool: Pick<Pool, 'query'>): Promise<Health> {
  const { rows } = await pool.query<{ health: Health }>({
    name: 'health',
    text: HEALTH,
    query_timeout: MAX_QUERY_MS,
  });
  if (!rows[0]) throw new Error('asking for the health gave no row');
  return rows[0].health;
}

/** One query a second answers all who ask. */
export function oncePerSecond<Result>(ask: () => Promise<Result>): () => Promise<Result> {
  let known: Promise<Result> | undefined;
  return () => {
    if (known === undefined) {
      known = ask();
      setTimeout(() => {
        known = undefined;
      }, 1_000).unref();
    }
    return known;
  };
}

/** A part of the server that needs attention. */
export interface StoppedPart {
  kind: 'stopped' | 'incomplete';
  /** `worker`, `read_model:NAME` or `process:NAME` */
  part: string;
  /** For how long, as far as it is known. */
  seconds: number;
  /** The events that were set aside. */
  count: number;
}

/** Signs of life come every five seconds. */
const WORKER_GONE_SECONDS = 30;

/** Followers that are behind, and those that have set events aside. */
export function stopped({ read_models, processes, worker_seen }: Health): StoppedPart[] {
  const followers = [
    ...read_models.map((one) => ({ ...one, part: `read_model:${one.name}` })),
    ...processes.map((one) => ({ ...one, part: `process:${one.name}` })),
  ];
  const late = followers.filter(({ seconds_behind }) => seconds_behind >= LAG_SHOWN_SECONDS);
  // A server whose worker never ran has no sign of life; it counts as stopped if events wait.
  const gone = worker_seen === null ? late.length > 0 : worker_seen >= WORKER_GONE_SECONDS;
  const longest = Math.max(worker_seen ?? 0, ...late.map(({ seconds_behind }) => seconds_behind));
  return [
    ...(gone
      ? [{ kind: 'stopped' as const, part: 'worker', seconds: worker_seen ?? longest, count: 1 }]
      : []),
    ...late.map(({ part, seconds_behind: seconds }) => ({
      kind: 'stopped' as const,
      part,
      seconds,
      count: 1,
    })),
    ...followers
      .filter(({ set_aside }) => set_aside > 0)
      .map(({ part, set_aside: count, set_aside_seconds: seconds }) => ({
        kind: 'incomplete' as const,
        part,
        seconds,
        count,
      })),
  ];
}
