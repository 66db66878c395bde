import type { Actor } from '#events/envelope.ts';
import type { Outcome } from '#services/commerce/engine/command.ts';
import { COMMANDS_FORMAT } from '#services/commerce/repeatable-commands.ts';

/** Another format is another path, which an older or newer program does not know. */
export const COMMANDS_PATH = `/commands/${COMMANDS_FORMAT}`;

/** Of the commands that go together, and of their answers. */
export const MOST_BODY_BYTES = 1_048_576;
export const MOST_ANSWER_BYTES = 8 * 1_048_576;

/**
 * A receiver begins no decision later than this after the request was signed, and a sender waits for an answer
 * longer than this before it decides. So states that the receiver decided on are not newer than the sender's: the
 * receiver's events are among them, or no longer fit, and a refusal by the sender is final.
 */
export const DECIDED_WITHIN_MS = 500;
export const ANSWERED_WITHIN_MS = 1_000;

/** A command on its way to another process. */
export interface ForwardedCommand {
  name: string;
  input: object;
  actor: Actor;
  correlation_id?: string | undefined;
  causation_id?: string | undefined;
}

/** null: it was not decided there. */
export type ForwardedAnswer = Outcome<unknown> | null;
