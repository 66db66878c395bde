import { z } from 'zod';
import { page, perPage, seconds, whole } from './fields.ts';

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
