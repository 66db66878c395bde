import { affiliateFor, type CodeUse, streamOfCode } from '#services/commerce/affiliates/code-use.ts';
import type { Dependencies } from '../dependencies.ts';

/** Whether the code applies to an order placed now: 1, or 0 without a valid code. */
export async function affiliateApplied(
  { committer }: Pick<Dependencies, 'committer'>,
  use: CodeUse,
): Promise<0 | 1> {
  const stream = streamOfCode(use.creator_id, use.affiliate_code);
  if (stream === undefined) return 0;
  return committer.read([stream], (states) => (affiliateFor(states, use) === null ? 0 : 1));
}
