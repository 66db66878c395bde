import { z } from 'zod';
import { endpoint } from '#services/contract/endpoint.ts';

const count = z.number().int();

const readModel = z.object({
  name: z.string(),
  /** All events up to it are in the read model, except those set aside. */
  position: count,
  /** Events after it. */
  behind: count,
  /** How long the oldest of those events has waited, in seconds; 0 when there is none. */
  seconds_behind: count,
  /** Position of the first event that was set aside; null when the read model is complete. */
  incomplete_from: count.nullable(),
  /** Streams that are left out since one of their events could not be read in. */
  set_aside: count,
  /** How long ago the first of them was set aside; 0 when there is none. */
  set_aside_seconds: count,
  /** The largest number of them from one creator with one cause. */
  set_aside_most: count,
  /** Streams that an operator decided to leave out. */
  skipped: count,
});

const process = readModel.omit({ incomplete_from: true, skipped: true });

/** Whether this process can serve: the database answers and commands are decided. Lag does not change `status`. */
export const readyAnswer = z.object({
  status: z.enum(['ready', 'not ready']),
  /** Why it is not ready; empty when it is. */
  reason: z.enum([
    '',
    'database does not answer',
    'disk of the database is full',
    'the log takes no appends',
    'commands are not decided',
  ]),
  position: count,
  /** Events that the slowest read model is behind. */
  lag: count,
  read_models: z.array(readModel),
  /** Processes that follow events and act on them. */
  processes: z.array(process),
  /** Streams that the log begins twice: damage by an older program, see docs/operating.md. */
  begun_twice: count,
  /** Seconds since the worker's last sign of life; null when none is known. */
  worker_seen: count.nullable(),
});

/** Read models that are more than a minute behind, or incomplete. */
const lagAnswer = z.object({
  read_models: z.array(readModel.pick({ name: true, seconds_behind: true, incomplete_from: true })),
});
export const getLag = endpoint('GET', '/api/lag', {
  access: 'guest',
  answer: lagAnswer,
  description: 'Read models that are incomplete or more than a minute behind.',
});

export type ReadyAnswer = z.infer<typeof readyAnswer>;
export type LagAnswer = z.infer<typeof lagAnswer>;
