import type { Actor } from '#events/envelope.ts';
import { COMMANDS_FORMAT } from '#services/commerce/committer/repeatable-commands.ts';
import type { Outcome } from '#services/commerce/engine/command.ts';

/** Another format is another path, which an older or newer program does not know. */
export const COMMANDS_PATH = `/commands/${COMMANDS_FORMAT}`;

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
export interface ForwardedCommand {
  name: string;
  input: object;
  actor: Actor;
  correlation_id?: string | undefined;
  causation_id?: string | undefined;
}

/** null: it was not decided there. */
export type ForwardedAnswer = Outcome<unknown> | null;
