import type { Dependencies } from '#services/api/http/dependencies.ts';
import {
  affiliateFor,
  type CodeUse,
  codeStreams,
  streamOfCode,
} from '#services/commerce/affiliates/code-use.ts';
import { accept } from '#services/commerce/engine/command.ts';

/** Whether the code applies to an order placed now: 1, or 0 without a valid code. */
export async function affiliateApplied(
  { committer }: Pick<Dependencies, 'committer'>,
  use: CodeUse,
): Promise<0 | 1> {
  const { creator_id, affiliate_code } = use;
  const stream = streamOfCode(creator_id, affiliate_code);
  if (stream === undefined) return 0;
  const outcome = await committer.submit({
    name: 'look_at_code',
    actor: 'process:read',
    streams: [stream],
    furtherStreams: (states) => codeStreams(states, creator_id, affiliate_code),
    decide: (states) => accept([], affiliateFor(states, use) !== null),
  });
  return outcome.accepted && outcome.result ? 1 : 0;
}
