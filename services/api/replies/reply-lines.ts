import type { z } from 'zod';
import { isByPiece } from '#events/status.ts';
import type { EditPlan } from '#services/commerce/catalog/edit-plan.ts';
import type { editPlan } from '#services/contract/catalog/edit-plan.ts';
import { linesOf, linesRefusal } from '#services/modules/replies/set-reply-pool.ts';
import { badInput, type Refusal } from '#services/runtime/refusal.ts';

/** New lines in a plan's form for one pool of random replies. */
export interface ReplyFill {
  pool_id: string;
  lines: readonly string[];
  mode: 'append' | 'overwrite';
  /** Name of the field that they came in. */
  field: string;
}

type Body = z.output<typeof editPlan>;

/**
 * The form's new lines by pool: the plan's for sponsorships and bundles, otherwise each SKU's. Goods in a
 * bundle draw from the pool that they have as goods.
 */
export function replyFills(body: Body, { plan_id, skus }: EditPlan): ReplyFill[] {
  const byPiece = isByPiece(body.product_type);
  const pools = [
    { pool_id: plan_id as string, reply: body, path: '', applies: !byPiece },
    ...body.sku.map((reply, index) => ({
      pool_id: skus[index]?.offer.sku_id ?? '',
      reply,
      path: `sku.${index}.`,
      applies: byPiece || !reply.sku_id,
    })),
  ];
  return pools.flatMap(({ pool_id, reply, path, applies }) => {
    const lines = linesOf(reply.reply_random_content);
    const mode = reply.update_random_reply_type;
    if (!applies || (lines.length === 0 && mode === 'append')) return [];
    return [{ pool_id, lines, mode, field: `${path}reply_random_content` }];
  });
}

/** The reason why the lines are refused, before anything is written. */
export function fillsRefusal(fills: readonly ReplyFill[], verified: boolean): Refusal | null {
  const [first] = fills;
  if (first && !verified) return badInput(first.field, { key: 'verified_only' });
  for (const { lines, field } of fills) {
    const refusal = linesRefusal(lines, field);
    if (refusal) return refusal;
  }
  return null;
}
