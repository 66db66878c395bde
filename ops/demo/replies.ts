import { derivedHexId } from '#events/ids.ts';
import { DAY_MS, type Millis } from '#events/time.ts';
import type { Committer } from '#services/commerce/engine/command.ts';
import { fillReplies } from '#services/commerce/replies/fill-replies.ts';
import type { ReplyTexts } from '#services/modules/replies/reply-texts.ts';
import { accepted, atTime } from './at-time.ts';
import type { DemoCreator } from './content/creator.ts';
import { planId, skuId } from './offers.ts';
import { creatorId } from './people.ts';

interface ReplyTools {
  committer: Committer;
  replyTexts: ReplyTexts;
  now: Millis;
}

/** Random replies of some products, added as soon as they are on sale. */
export async function fillPools(
  creators: readonly DemoCreator[],
  { committer, replyTexts, now }: ReplyTools,
): Promise<void> {
  for (const creator of creators) {
    const creator_id = creatorId(creator);
    const at = now - (creator.since_days + 5) * DAY_MS;
    for (const goods of creator.goods) {
      for (const { name, lines } of goods.skus) {
        if (lines === undefined) continue;
        const pool_id = skuId(planId(creator, goods), name);
        const fill_id = derivedHexId('demo-replies', pool_id);
        await replyTexts.put(fill_id, lines);
        const fill = { creator_id, pool_id, fill_id, count: lines.length, overwrite: false };
        await accepted(committer.submit(atTime(fillReplies(fill), at)));
      }
    }
  }
}
