import { z } from 'zod';
import { seconds } from '../fields/fields.ts';

/** The refusal `draft_changed`: another window has saved the draft meanwhile. Its version, body and time. */
export const draftChanged = <Body extends z.ZodType>(body: Body) =>
  z.object({
    ec: z.literal(40902),
    em: z.string(),
    data: z.object({ version: z.number().int(), body, saved_at: seconds }),
  });
