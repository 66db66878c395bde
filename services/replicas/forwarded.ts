import { z } from 'zod';
import { actor, eventMetadata } from '#events/envelope.ts';
import { eventId } from '#events/ids.ts';
import { COMMANDS_FORMAT } from '#services/commerce/committer/repeatable-commands.ts';

/** Another format is another path, which an older or newer program does not know. */
export const COMMANDS_PATH = `/commands/${COMMANDS_FORMAT}`;

/** Commands that go together. */
export const MAX_TOGETHER = 128;
/** Of the commands that go together, and of their answers. */
export const MAX_BODY_BYTES = 1_048_576;
export const MAX_ANSWER_BYTES = 8 * 1_048_576;

/**
 * A receiver begins no decision later than this after the request was signed. A sender without an answer decides
 * later than that: it knows what the receiver has written, and what the receiver writes afterwards has outdated
 * versions, unless both decide the same. So a refusal by the sender is final.
 */
export const DECIDED_WITHIN_MS = 500;
/** A sender waits this long for an answer to a request that was taken. */
export const ANSWERED_WITHIN_MS = 1_000;

/** A command on its way to another process. */
const forwardedCommand = z.object({
  name: z.string(),
  /** As the command of this name takes it: another form is another format. */
  input: z.looseObject({}),
  actor,
  correlation_id: z.string().optional(),
  causation_id: z.string().optional(),
});
export type ForwardedCommand = z.infer<typeof forwardedCommand>;
export const forwardedCommands = z.array(forwardedCommand).max(MAX_TOGETHER);

/** An outcome; null: it was not decided there. */
const forwardedAnswer = z
  .discriminatedUnion('accepted', [
    z.object({
      accepted: z.literal(true),
      result: z.unknown(),
      position: z.int().min(0),
      events: z.array(z.object({ stream: z.string(), id: eventId, metadata: eventMetadata })).readonly(),
    }),
    z.object({ accepted: z.literal(false), refusal: z.looseObject({ code: z.string() }) }),
  ])
  .nullable();
export type ForwardedAnswer = z.infer<typeof forwardedAnswer>;
export const forwardedAnswers = z.array(forwardedAnswer).max(MAX_TOGETHER);
