import type { UserId } from '#events/ids.ts';
import { isBundle, PRODUCT_TYPE } from '#events/status.ts';
import { ownedSkus } from '#read-models/content/opened.ts';
import { earliest } from '#read-models/engine/as-of.ts';
import { boughtSku, boughtSkus } from '#read-models/orders/purchases.ts';
import { moneyMoves, spendingMonths } from '#read-models/orders/spending.ts';
import {
  getPurchasedSku,
  listPurchases,
  listSpending,
  type PurchasedSku,
} from '#services/contract/orders/purchases.ts';
import { skuFiles } from '#services/modules/media/media-files.ts';
import { ORIGINAL } from '#services/modules/media/served-file.ts';
import { pageAnswer, rangeOf } from '../http/answer.ts';
import { type Area, routesOf } from '../http/area.ts';
import { wire } from '../http/money.ts';
import { repliesOf } from '../replies/order-replies.ts';
import { boughtAnswers, ordersNumbered } from './bought-sku.ts';
import { safeHtml } from './rich-text.ts';

const BUNDLES = [PRODUCT_TYPE.bundle, PRODUCT_TYPE.choice_bundle];

/** A fan's purchases with their contents, and the payments. */
export const purchaseRoutes: Area = (deps) => async (app) => {
  const on = routesOf(app, 'orders');
  const { pool, directory, media } = deps;

  /** The file for buyers. A refund ends the right to it; an address that was given out lives two minutes at most. */
  async function downloadOf(
    reader: UserId,
    sku_id: string,
    file_id: string,
  ): Promise<PurchasedSku['attachment']> {
    const at = deps.clock.now();
    const owned = await ownedSkus(pool, { user_id: reader, sku_ids: [sku_id], at });
    const file = owned.rows.length === 0 ? undefined : (await media.files.byIds([file_id])).get(file_id);
    if (file === undefined) return null;
    const { name, type, bytes } = file;
    const binding = { reader, used_by: skuFiles(sku_id), file_id, variant: ORIGINAL };
    return { file_id, name, type, bytes, url: media.addresses.of(binding, at) };
  }

  on(listPurchases, async ({ query, caller: { user_id } }) => {
    const { product_type } = query;
    const types = product_type === undefined ? undefined : isBundle(product_type) ? BUNDLES : [product_type];
    const found = await boughtSkus(pool, { user_id, types, ...rangeOf(query) });
    const bought = await boughtAnswers(deps, found.list);
    return pageAnswer(
      query,
      found,
      bought.map(({ answer }) => answer),
    );
  });

  on(getPurchasedSku, async ({ query: { sku_id }, caller }) => {
    const { rows, as_of } = await boughtSku(pool, { user_id: caller.user_id, sku_id });
    const [bought] = await boughtAnswers(deps, rows);
    if (bought === undefined) return { code: 'not_found' };
    const orders = await ordersNumbered(deps, bought.answer.orders);
    const replies = await repliesOf(deps, orders);
    // For a bundle: contents of the whole bundle and of this part.
    const sentReplies = bought.answer.orders.flatMap((out_trade_no) => {
      const list = replies.get(out_trade_no)?.list.filter((one) => ['', sku_id].includes(one.sku_id)) ?? [];
      const reply_pending = list.some(({ reply_pending_num }) => reply_pending_num > 0);
      return list.length > 0 ? [{ out_trade_no, list, reply_pending }] : [];
    });
    return {
      ...bought.answer,
      attachment: await downloadOf(caller.user_id, sku_id, bought.attachment),
      content_html: await safeHtml(await bought.text()),
      replies: sentReplies,
      as_of,
    };
  });

  on(listSpending, async ({ query, caller: { user_id } }) => {
    const [months, found] = await Promise.all([
      spendingMonths(pool, { user_id }),
      moneyMoves(pool, { user_id, month: query.month, ...rangeOf(query) }),
    ]);
    const users = await directory.usersByIds([...new Set(found.list.map(({ creator_id }) => creator_id))]);
    const moves = found.list.map(({ kind, time, amount, sent_time, out_trade_no, creator_id, ...plan }) => {
      const { name = '', avatar = '', url_slug = '' } = users.get(creator_id) ?? {};
      const { plan_id, plan_name, product_type } = plan;
      return {
        kind,
        time,
        amount: wire(amount),
        sent_at: sent_time,
        out_trade_no,
        plan: { plan_id, name: plan_name, product_type },
        creator: { user_id: creator_id, name, avatar, url_slug },
      };
    });
    return {
      months: months.rows.map(({ paid, refunded, ...rest }) => ({
        ...rest,
        paid: wire(paid),
        refunded: wire(refunded),
        spent: wire(paid - refunded),
      })),
      ...pageAnswer(query, found, moves),
      as_of: earliest(months.as_of, found.as_of),
    };
  });
};
