import { asOutTradeNo, type PlanId } from '#events/ids.ts';
import { orderStream } from '#events/stream-names.ts';
import { skuOf } from '#services/commerce/catalog/plan.ts';
import { orderKind } from '#services/commerce/orders/order.ts';
import { editReply } from '#services/commerce/replies/edit-reply.ts';
import { linesOf, setReplyPool } from '#services/modules/replies/set-reply-pool.ts';
import { badInput, isRefusal, type Refusal } from '#services/runtime/refusal.ts';
import { waitForPosition } from '../http/wait-for-position.ts';
import { repliesOf } from '../replies/order-replies.ts';
import { type OwnPool, ownPool, poolCounts } from '../replies/own-pool.ts';
import type { OpenWork, Runs } from './work.ts';

/** Edits of the same plan in between. */
const MAX_TRIES = 3;

export const queryRandomReply: Runs['query-random-reply'] = async ({ deps, creator }, params) => {
  const streams = params.out_trade_no.slice(0, 100).map((number) => orderStream(asOutTradeNo(number)));
  const orders = await deps.committer.read(streams, (states) =>
    streams.flatMap((stream) => {
      const order = states.get(orderKind, stream);
      return order.phase !== 'none' && order.placed.creator_id === creator ? [order] : [];
    }),
  );
  await waitForPosition(deps, await deps.log.head(), 'replies');
  const replies = await repliesOf(deps, orders);
  return {
    list: [...replies.values()].map(({ out_trade_no, list }) => ({
      out_trade_no,
      content: list.flatMap(({ reply_random_content }) => reply_random_content).join('\n'),
    })),
  };
};

/** Sets the text that every buyer gets. @returns the position of the change, or a refusal */
async function setContent(
  { deps, creator }: OpenWork,
  { plan: known, sku_id }: OwnPool,
  content: string,
): Promise<number | Refusal> {
  const { committer, planTexts } = deps;
  // The plan's state has the id as text.
  const plan_id = known.plan_id as PlanId;
  const of = { plan_id, sku_id, creator_id: creator, content, field: 'auto_reply' };
  let refusal: Refusal = { code: 'state_does_not_allow' };
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const own = await ownPool(deps, creator, sku_id === undefined ? { plan_id } : { sku_id });
    if (isRefusal(own)) return own;
    const skuState = sku_id === undefined ? undefined : skuOf(own.plan, sku_id);
    const [sku] = skuState ? await planTexts.skusOf(own.plan, [skuState]) : [];
    const other_text = sku ? sku.purchased_rich_text : (await planTexts.offerOf(own.plan)).desc;
    const outcome = await committer.submit(editReply({ ...of, other_text }));
    if (outcome.accepted) return outcome.position;
    refusal = outcome.refusal;
    if (refusal.code !== 'state_does_not_allow') break;
  }
  return refusal;
}

export const updatePlanReply: Runs['update-plan-reply'] = async (work, params) => {
  const { deps, creator } = work;
  const { auto_reply = '', auto_random_reply = '', update_random_reply_type: mode } = params;
  const own = await ownPool(deps, creator, params);
  if (isRefusal(own)) return own;
  if (!(await deps.accounts.rights.allows(creator, ({ is_verified }) => is_verified))) {
    return badInput('auto_reply', { key: 'verified_only' });
  }
  let position = 0;
  if (mode !== undefined && params.auto_random_reply !== undefined) {
    const key = params.idempotency_key ?? work.key;
    const outcome = await setReplyPool(deps, {
      creator_id: creator,
      pool_id: own.pool_id,
      lines: linesOf(auto_random_reply),
      mode,
      field: 'auto_random_reply',
      ...(key !== undefined && { key }),
    });
    if (!outcome.accepted) return outcome.refusal;
    position = outcome.position;
  }
  if (auto_reply !== '') {
    const changed = await setContent(work, own, auto_reply);
    if (isRefusal(changed)) return changed;
    position = Math.max(position, changed);
  }
  // The program's next call sees the change.
  await waitForPosition(deps, position, 'catalog', 'replies');
  const { reply_random_num } = await poolCounts(deps, own.pool_id);
  return { reply_random_num };
};
