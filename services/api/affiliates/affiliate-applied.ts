import type { PlanId } from '#events/ids.ts';
import type { Dependencies } from '#services/api/http/dependencies.ts';
import {
  affiliateFor,
  type CodeUse,
  codeStreams,
  streamOfCode,
} from '#services/commerce/affiliates/code-use.ts';
import { accept } from '#services/commerce/engine/command.ts';

/** Whether the code applies to an order placed now: 1, or 0 without a valid code. */
export const affiliateApplied = (
  parts: Pick<Dependencies, 'committer'>,
  { plan_id, ...use }: CodeUse,
): Promise<0 | 1> => affiliateAppliedToAny(parts, use, [plan_id]);

/** The same for an order of one of these plans. */
export async function affiliateAppliedToAny(
  { committer }: Pick<Dependencies, 'committer'>,
  use: Omit<CodeUse, 'plan_id'>,
  plan_ids: readonly PlanId[],
): Promise<0 | 1> {
  const { creator_id, affiliate_code } = use;
  const stream = streamOfCode(creator_id, affiliate_code);
  if (stream === undefined) return 0;
  const outcome = await committer.submit({
    name: 'look_at_code',
    actor: 'process:read',
    streams: [stream],
    furtherStreams: (states) => codeStreams(states, creator_id, affiliate_code),
    decide: (states) =>
      accept(
        [],
        plan_ids.some((plan_id) => affiliateFor(states, { ...use, plan_id }) !== null),
      ),
  });
  return outcome.accepted && outcome.result ? 1 : 0;
}
