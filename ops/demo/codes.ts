import { derivedHexId } from '#events/ids.ts';
import { DAY_MS, type Millis } from '#events/time.ts';
import { codeRef } from '#services/api/redeem/make-redeem.ts';
import type { Committer } from '#services/commerce/engine/command.ts';
import { issueRedeemCodes } from '#services/commerce/redeem/issue-redeem-codes.ts';
import { type CodeId, newCode } from '#services/commerce/redeem/redeem-code-text.ts';
import { revokeRedeemCodes } from '#services/commerce/redeem/revoke-redeem-codes.ts';
import type { Vault } from '#services/modules/accounts/vault.ts';
import { accepted, atTime } from './at-time.ts';
import { forestDeer } from './content/forest-deer.ts';
import { planId, skuId } from './offers.ts';
import { creatorId } from './people.ts';
import { demoBatches } from './scenes.ts';

/** A code as an order names it. */
export interface DemoCode {
  code_id: string;
  redeem_id: string;
}

/** The codes of each batch by its name, in their order. */
export type DemoCodes = ReadonlyMap<string, readonly DemoCode[]>;

interface CodeTools {
  committer: Committer;
  vault: Vault;
  redeemCodeId: CodeId;
  now: Millis;
}

/** Makes the printed creator's batches; made again, they have the same codes. */
export async function openCodes({ committer, vault, redeemCodeId, now }: CodeTools): Promise<DemoCodes> {
  const creator_id = creatorId(forestDeer);
  const made = new Map<string, readonly DemoCode[]>();
  for (const batch of demoBatches) {
    const { name, num, uses, sku } = batch;
    const plan_id = planId(forestDeer, { name: batch.plan });
    const redeem_ids = Array.from({ length: num }, (_, at) => derivedHexId('demo-code', name, String(at)));
    const refs = await vault.putMany(
      redeem_ids.map((id) => ({ user_id: creator_id, kind: 'redeem', text: newCode(), ref: codeRef(id) })),
    );
    const texts = await vault.read(refs);
    const codes = redeem_ids.map((redeem_id, at) => ({
      code_id: redeemCodeId(texts.get(refs[at] ?? '') ?? ''),
      redeem_id,
    }));
    const terms = {
      creator_id,
      plan_id,
      uses,
      sku_id: sku === null ? null : skuId(plan_id, sku),
      valid_until: batch.until === null ? null : now - batch.until * DAY_MS,
    };
    const issue = issueRedeemCodes({
      ...terms,
      batch_id: derivedHexId('demo-batch', name),
      batch_size: num,
      codes: codes.map((code, number) => ({ ...code, number })),
    });
    await accepted(committer.submit(atTime(issue, now - batch.made * DAY_MS)));
    made.set(name, codes);
  }
  return made;
}

/** Withdraws unused codes. */
export async function revokeCodes(
  codes: DemoCodes,
  { committer, now }: Pick<CodeTools, 'committer' | 'now'>,
): Promise<void> {
  const creator_id = creatorId(forestDeer);
  for (const { name, revoked } of demoBatches) {
    const all = codes.get(name) ?? [];
    const code_ids = revoked.flatMap((at) => all[at]?.code_id ?? []);
    if (code_ids.length === 0) continue;
    await accepted(committer.submit(atTime(revokeRedeemCodes({ creator_id, code_ids }), now - DAY_MS)));
  }
}
