import { z } from 'zod';
import { id, page, perPage, seconds, whole } from './fields.ts';

export const publicKey = z.object({
  /** Ed25519, SPKI, PEM */
  public_key: z.string(),
});

const hex = z.string().regex(/^[0-9a-f]+$/);
const seal = z.object({
  number: z.number().int(),
  first_position: z.number().int(),
  last_position: z.number().int(),
  root: hex,
  previous: hex,
  /** Unix milliseconds, as they are signed */
  sealed_at: z.number().int(),
  signature: hex,
});

/** Everything but the public key that shows that an event stands in the log as it is told. */
const proof = z.object({
  event: z.object({
    position: z.number().int(),
    stream: z.string(),
    version: z.number().int(),
    id: z.string(),
    type: z.string(),
    schema_version: z.number().int(),
    /** The very texts that were written */
    data: z.string(),
    metadata: z.string(),
    /** Microseconds since 1970, in digits */
    recorded_at: z.string(),
  }),
  index: z.number().int(),
  size: z.number().int(),
  path: z.array(hex),
  seal,
});

export const sealsQuery = z.object({ page, per_page: perPage });
export const sealsAnswer = z.object({
  list: z.array(seal.extend({ time: seconds })),
  has_more: z.boolean(),
  total_count: z.number().int(),
  /** Position through which the log is sealed, and where it stands */
  sealed_through: z.number().int(),
  head: z.number().int(),
});

export const proofQuery = z.object({ position: whole(1, Number.MAX_SAFE_INTEGER) });
/** null while the event waits for its seal, a minute at most */
export const proofAnswer = z.object({ proof: proof.nullable(), public_key: z.string() });

/** The first thing that is not as it was sealed: an event, a seal, or what is kept with it. */
const fault = z.enum(['event_differs', 'event_missing', 'signature_wrong', 'chain_broken', 'hashes_differ']);
const verification = z.object({
  number: z.number().int(),
  asked_by: z.object({ user_id: id, name: z.string() }),
  started_at: seconds,
  /** null while it goes on */
  finished_at: seconds.nullable(),
  /** `broken_off`: it ended without a verdict */
  state: z.enum(['running', 'intact', 'differs', 'broken_off']),
  /** Position reached, of the position through which the log was sealed when it began */
  position: z.number().int(),
  head: z.number().int(),
  /** Seals and events that are as they were sealed; null unless `intact` */
  intact: z.object({ seals: z.number().int(), events: z.number().int() }).nullable(),
  /** null unless `differs` */
  differs: z.object({ position: z.number().int(), seal: z.number().int(), what: fault }).nullable(),
});
/** The newest one; null before the first. */
export const verificationAnswer = z.object({ verification: verification.nullable() });
export const startVerification = z.object({});

export type Verification = z.infer<typeof verification>;
