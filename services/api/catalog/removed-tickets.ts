import { planStream } from '#events/stream-names.ts';
import { countOfRemoved } from '#read-models/tickets/queries.ts';
import type { Dependencies } from '#services/api/http/dependencies.ts';
import type { OwnPlan } from '#services/commerce/catalog/own-plan.ts';
import { planKind } from '#services/commerce/catalog/plan.ts';
import { type ForHolders, removedTickets } from '#services/commerce/catalog/removed-tickets.ts';
import { tryOut } from '#services/commerce/committer/try-out.ts';
import type { Command } from '#services/commerce/engine/command.ts';
import { badInput, type Refusal } from '#services/runtime/refusal.ts';

type Parts = Pick<Dependencies, 'committer' | 'log' | 'pool' | 'readModels'>;
type Removal = OwnPlan & { holders?: ForHolders | undefined };

/** Refuses a change that removes valid tickets without a decision about their holders, and names their number. */
export async function removalRefusal(
  { committer, log, pool, readModels }: Parts,
  { plan_id, creator_id, holders }: Removal,
  command: Command<unknown>,
): Promise<Refusal | undefined> {
  if (holders !== undefined) return undefined;
  const stream = planStream(plan_id);
  const plan = await committer.read([stream], (states) => states.get(planKind, stream));
  if (plan.phase === 'none') return undefined;
  const decision = await tryOut(committer, command);
  // Its own refusal comes with its submission.
  if (!decision.accepted) return undefined;
  const removed = removedTickets(
    plan,
    decision.events.map(({ event }) => event),
  );
  if (removed === null) return undefined;
  await readModels.waitFor('tickets', await log.head());
  const { rows } = await countOfRemoved(pool, { plan_id, creator_id, ...removed });
  const count = rows[0]?.count ?? 0;
  return count === 0 ? undefined : badInput('holders', { key: 'valid_tickets', count: String(count) });
}
