import { z } from 'zod';

const hex = z.string().regex(/^[0-9a-f]+$/);
const position = z.number().int().min(0);

export const seal = z.object({
  number: z.number().int(),
  first_position: position,
  last_position: position,
  root: hex,
  previous: hex,
  /** Unix milliseconds, as they are signed */
  sealed_at: z.number().int(),
  signature: hex,
});

/** Everything except the public key that proves an event. */
export const logProof = z.object({
  event: z.object({
    position,
    stream: z.string(),
    version: z.number().int(),
    id: z.string(),
    type: z.string(),
    schema_version: z.number().int(),
    /** The texts exactly as written */
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
export type LogProof = z.infer<typeof logProof>;
