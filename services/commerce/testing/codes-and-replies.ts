import type { Command } from '../engine/command.ts';
import { issueRedeemCodes } from '../redeem/issue-redeem-codes.ts';
import { redeemEffect } from '../redeem/redeem-effect.ts';
import { revokeRedeemCodes } from '../redeem/revoke-redeem-codes.ts';
import { fillReplies } from '../replies/fill-replies.ts';
import { repliesEffect } from '../replies/reply-effect.ts';
import { alone, orderNamed, refunding } from './one-effect.ts';
import { CREATOR, PLAN, RED } from './scenario.ts';

const codes = [{ code_id: 'code-1', redeem_id: 'redeem-1', number: 0 }];
const batch = { batch_id: 'batch-1', batch_size: 1, uses: 3, valid_until: null };
const redeem = { code_id: 'code-1', redeem_id: 'redeem-1' };
const one = orderNamed('by-code-1', { redeem });
const other = orderNamed('by-code-2', { redeem });
const draws = orderNamed('draws', { reply_pools: [{ pool_id: RED, units: 3 }] });
const fill = { creator_id: CREATOR, pool_id: RED, overwrite: false };

/** A code and a pool, each through all that can happen to it; of goods with a red SKU that are on sale. */
export function codesAndReplies(): Command<unknown>[] {
  const code = alone(redeemEffect);
  const pool = alone(repliesEffect);
  return [
    issueRedeemCodes({ creator_id: CREATOR, plan_id: PLAN, sku_id: RED, codes, ...batch }),
    code.hold(one),
    code.confirm(one),
    code.hold(other),
    code.release(other),
    code.giveBack(one, refunding()),
    revokeRedeemCodes({ creator_id: CREATOR, code_ids: ['code-1'] }),
    pool.confirm(draws),
    fillReplies({ ...fill, fill_id: 'fill-1', count: 1 }),
    pool.giveBack(draws, refunding()),
    fillReplies({ ...fill, fill_id: 'fill-2', count: 4 }),
    fillReplies({ ...fill, fill_id: 'fill-3', count: 2, overwrite: true }),
  ];
}
