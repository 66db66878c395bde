import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { seconds, text } from '../fields/fields.ts';

const outboxMessage = z.object({
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  /** The verification code, empty in other messages */
  code: z.string(),
  time: seconds,
});
export const outboxAnswer = z.object({ list: z.array(outboxMessage) });
export const sandboxOutbox = endpoint('GET', '/api/sandbox/outbox', {
  access: 'sandbox',
  query: z.object({ account: text(120, 1) }),
  answer: outboxAnswer,
});
export const sandboxClock = endpoint('POST', '/api/sandbox/clock', {
  access: 'sandbox',
  /** Forward only; one of the two. */
  body: z.union([
    z.object({ now: seconds.min(0).max(4_102_444_800) }),
    z.object({ advance_seconds: z.number().int().min(0).max(31_622_400) }),
  ]),
  answer: z.object({ now: seconds }),
});
export type OutboxMessage = z.infer<typeof outboxMessage>;
