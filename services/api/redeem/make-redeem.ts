import { randomUUID } from 'node:crypto';
import { derivedHexId, type UserId } from '#events/ids.ts';
import { planStream } from '#events/stream-names.ts';
import type { Dependencies } from '#services/api/http/dependencies.ts';
import { planKind } from '#services/commerce/catalog/plan.ts';
import {
  issueRedeemCodes,
  type RedeemTerms,
  redeemableMonth,
} from '#services/commerce/redeem/issue-redeem-codes.ts';
import { newCode, shownCode } from '#services/commerce/redeem/redeem-code-text.ts';
import type { MadeRedeem } from '#services/contract/redeem/calls.ts';
import { isRefusal, type Refusal } from '#services/runtime/refusal.ts';

type Parts = Pick<Dependencies, 'committer' | 'vault' | 'redeemCodeId' | 'clock'>;

/** Codes per append: more would block other commands. */
const AT_ONCE = 400;

export interface MakeRedeemCodes extends RedeemTerms {
  num: number;
  /** The same key makes the same codes; without it every request makes its own. */
  key: string | undefined;
}

/** Reference of a code's text in its creator's part of the vault. */
export const codeRef = (redeem_id: string): string => `redeem-${redeem_id}`;

/**
 * The stored texts of codes. They are created at random once; a repetition after a crash, or at the same time, gets
 * the same.
 */
async function textsOf({ vault }: Parts, user_id: UserId, redeem_ids: readonly string[]): Promise<string[]> {
  const refs = await vault.putMany(
    redeem_ids.map((redeem_id) => ({ user_id, kind: 'redeem', text: newCode(), ref: codeRef(redeem_id) })),
  );
  const texts = await vault.read(refs);
  return refs.map((ref) => {
    const text = texts.get(ref);
    if (text === undefined) throw new Error('the vault does not hold a code that it was given');
    return text;
  });
}

/**
 * Creates a batch of redeem codes. Texts are stored first, encrypted for their creator; events have only keyed
 * hashes. After an interruption the same key completes the batch.
 */
export async function makeRedeemCodes(
  parts: Parts,
  { num, key = randomUUID(), ...terms }: MakeRedeemCodes,
): Promise<MadeRedeem | Refusal> {
  const { committer, clock, redeemCodeId } = parts;
  const { creator_id } = terms;
  const stream = planStream(terms.plan_id);
  const plan = await committer.read([stream], (states) => states.get(planKind, stream));
  // Checked before anything is stored; each part of the batch is decided again.
  const month = redeemableMonth(plan, terms, clock.now());
  if (isRefusal(month)) return month;
  const redeem_ids = Array.from({ length: num }, (_, number) =>
    derivedHexId('redeem', creator_id, key, String(number)),
  );
  const texts = await textsOf(parts, creator_id, redeem_ids);
  const codes = texts.map((text, number) => ({
    code_id: redeemCodeId(text),
    redeem_id: redeem_ids[number] ?? '',
    number,
  }));
  const batch = { ...terms, batch_id: derivedHexId('redeem-batch', creator_id, key), batch_size: num };
  let position = 0;
  for (let from = 0; from < num; from += AT_ONCE) {
    const part = { ...batch, codes: codes.slice(from, from + AT_ONCE) };
    const outcome = await committer.submit(issueRedeemCodes(part));
    if (!outcome.accepted) return outcome.refusal;
    position = outcome.position;
  }
  const list = codes.map(({ redeem_id, number }) => ({ redeem_id, code: shownCode(texts[number] ?? '') }));
  return { batch_id: batch.batch_id, list, position };
}
