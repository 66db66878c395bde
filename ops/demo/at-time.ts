import type { Millis } from '#events/time.ts';
import type { Command, Outcome } from '#services/commerce/engine/command.ts';

/** The same command, decided at a time of the past and with its events at that time. */
export function atTime<Result>(command: Command<Result>, at: Millis): Command<Result> {
  return {
    ...command,
    decide(states) {
      const decision = command.decide(states, at);
      if (!decision.accepted) return decision;
      return { ...decision, events: decision.events.map((decided) => ({ ...decided, at })) };
    },
  };
}

/** The result of a command that must succeed with the demo's content. */
export async function accepted<Result>(submitted: Promise<Outcome<Result>>): Promise<Result> {
  const outcome = await submitted;
  if (!outcome.accepted) throw new Error(`the demo was refused: ${JSON.stringify(outcome.refusal)}`);
  return outcome.result;
}
