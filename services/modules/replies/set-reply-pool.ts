import { randomUUID } from 'node:crypto';
import { derivedHexId, type UserId } from '#events/ids.ts';
import { repliesStream } from '#events/stream-names.ts';
import type { Committer, Outcome } from '#services/commerce/engine/command.ts';
import { type FilledReplies, fillReplies, overfull } from '#services/commerce/replies/fill-replies.ts';
import { repliesKind } from '#services/commerce/replies/replies.ts';
import type { Rights } from '#services/modules/accounts/rights.ts';
import { badInput, type Refusal } from '#services/runtime/refusal.ts';
import type { ReplyTexts } from './reply-texts.ts';

/** Lines that one request may bring, and characters of a line. */
const MAX_LINES = 10_000;
const MAX_LINE_LENGTH = 500;
/** Lines of one command. */
const LINES_AT_ONCE = 500;

export interface SetReplyPool {
  creator_id: UserId;
  /** SKU or sponsorship plan, known to be this creator's. */
  pool_id: string;
  lines: readonly string[];
  mode: 'append' | 'overwrite';
  /** Name of the field of the lines, for refusals. */
  field: string;
  /** The same key adds its lines once; without a key every request adds them. */
  key?: string;
}

interface Parts {
  committer: Committer;
  replyTexts: ReplyTexts;
  accounts: { rights: Rights };
}

/** One reply per line; surrounding blanks and blank lines are ignored. */
export const linesOf = (text: string): string[] =>
  text
    .split(/\r\n|[\n\r\u2028\u2029]/)
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** The reason why these lines are refused; the command checks the rest. */
export function linesRefusal(lines: readonly string[], field: string): Refusal | null {
  if (lines.length > MAX_LINES) {
    return badInput(field, { key: 'out_of_range', min: '0', max: String(MAX_LINES) });
  }
  return lines.some((line) => line.length > MAX_LINE_LENGTH) ? badInput(field, { key: 'malformed' }) : null;
}

/**
 * Adds lines to a pool of random replies, or puts them in place of those that are left; orders that wait get
 * theirs at once. For certified creators only. The texts are stored before the event that refers to them.
 */
export async function setReplyPool(
  { committer, replyTexts, accounts }: Parts,
  { creator_id, pool_id, lines, mode, field, key = randomUUID() }: SetReplyPool,
): Promise<Outcome<FilledReplies>> {
  const refusal = linesRefusal(lines, field);
  if (refusal) return { accepted: false, refusal };
  if (!(await accounts.rights.allows(creator_id, ({ is_verified }) => is_verified))) {
    return { accepted: false, refusal: badInput(field, { key: 'verified_only' }) };
  }
  const stream = repliesStream(pool_id);
  const full = await committer.read([stream], (states) =>
    overfull(states.get(repliesKind, stream), lines.length, mode === 'overwrite', field),
  );
  if (full) return { accepted: false, refusal: full };
  let served = 0;
  // Each part may serve as many orders as it has lines, so that its events stay small.
  for (let from = 0; ; from += LINES_AT_ONCE) {
    const part = lines.slice(from, from + LINES_AT_ONCE);
    // The hash includes the lines: a repeated key with other lines is refused.
    const fill_id = derivedHexId('reply-fill', creator_id, pool_id, key, String(from), ...lines);
    await replyTexts.put(fill_id, part);
    const outcome = await committer.submit(
      fillReplies({
        creator_id,
        pool_id,
        fill_id,
        field,
        count: part.length,
        overwrite: mode === 'overwrite' && from === 0,
      }),
    );
    if (!outcome.accepted) return outcome;
    served += outcome.result.served;
    if (from + LINES_AT_ONCE >= lines.length) {
      return { ...outcome, result: { ...outcome.result, served } };
    }
  }
}
