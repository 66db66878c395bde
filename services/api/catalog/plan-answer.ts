import type { AutoReply, PlanOffer, PurchaseLimit } from '#events/catalog.ts';
import { type Fen, toWire } from '#events/money.ts';
import { limitsAccount, limitsSkus } from '#events/status.ts';
import type { Millis } from '#events/time.ts';
import { type CatalogPlan, type CatalogSku, MAX_SHOWN_SKUS } from '#read-models/catalog/queries.ts';
import { buyableNow } from '#services/commerce/catalog/buyable.ts';
import { hasBegun, shownStatus } from '#services/commerce/catalog/on-sale.ts';
import type { Plan, Sku } from '#services/contract/catalog/plans.ts';
import type { PlanQuote } from '#services/contract/catalog/quote-plan.ts';
import type { MediaFile } from '#services/modules/media/media-files.ts';
import { type Priced, shownPrices, skuCost } from './plan-prices.ts';
import type { Viewer } from './plan-viewer.ts';

const limitAnswer = (limit: PurchaseLimit | null): Sku['product_purchase_limit'] =>
  limit && { purchase_limit_count: limit.count, purchase_limit_days: limit.days };

const amountAnswer = (amount: Fen | null): string => (amount === null ? '' : toWire(amount));
const secondsAnswer = (at: Millis | null): number | null => (at === null ? null : Math.floor(at / 1000));
const shareAnswer = (percent: number | null): number | '' => (percent === null ? '' : percent / 100);

/** The texts of replies are what buyers pay for: only the creator sees them. */
const replyAnswer = ({ on, content, random_on }: AutoReply, pool_id: string, { owner }: Viewer) => ({
  reply_switch: on,
  reply_content: owner ? content : '',
  reply_random_switch: random_on,
  reply_random_num: owner?.reply_lines.get(pool_id) ?? 0,
});

const NO_USES = { total_count: 0, used_count: 0, pending_count: 0 };

const redeemAnswer = (id: string, { owner }: Viewer): Plan['redeem'] =>
  owner && (owner.redeem.get(id) ?? NO_USES);

const attachmentAnswer = (file: MediaFile | undefined): Sku['attachment'] =>
  file ? { file_id: file.file_id, name: file.name, type: file.type, bytes: file.bytes } : null;

interface Counted {
  stock: number | null;
  held: number;
  sold: number;
}

const unitsAnswer = ({ stock, held, sold }: Counted, { owner }: Viewer): Sku['stock_units'] =>
  owner && stock !== null ? { held, sold, total: stock } : null;

export function skuAnswer(sku: CatalogSku, offer: PlanOffer, viewer: Viewer): Sku {
  const round = offer.rounds.find(({ round_id }) => round_id === sku.round_id);
  const { post_count, posts, albums } = viewer.opens(sku.sku_id);
  // Rows that an earlier version wrote have neither.
  const isNamed = viewer.owner || (sku.feed_switch ?? true);
  const post = (isNamed ? posts[0] : undefined) ?? null;
  const album = (isNamed ? albums[0] : undefined) ?? null;
  return {
    sku_id: sku.sku_id,
    name: sku.name,
    price: toWire(sku.price),
    show_price_after_adjust: toWire(skuCost(offer, sku, viewer)),
    pic: sku.pic,
    stock: sku.left ?? '',
    stock_units: unitsAnswer(sku, viewer),
    sponsor_count: viewer.hides_sold ? 0 : sku.sold,
    product_purchase_limit: limitAnswer(sku.purchase_limit),
    vip_price: amountAnswer(sku.vip_price),
    time_limit_price: amountAnswer(sku.time_limit_price),
    of_plan: sku.of_plan ?? '',
    plan_name: sku.plan_name ?? '',
    plan_pic: sku.plan_pic ?? '',
    offered: sku.offered,
    ticket_round_id: sku.round_id ?? '',
    ticket_round_begin_time: secondsAnswer(round?.begin_time ?? null),
    ticket_round_is_over: hasBegun(offer, sku.round_id, viewer.now),
    unlockNum: post_count,
    post_id: post?.post_id ?? '',
    post,
    album_id: album?.album_id ?? '',
    album: album && { album_id: album.album_id, cover: album.cover, title: album.title },
    feed_switch: sku.feed_switch ?? true,
    attachment: attachmentAnswer(viewer.fileOf(sku.attachment ?? '')),
    purchased_rich_text: viewer.owner ? sku.purchased_rich_text : '',
    redeem: redeemAnswer(sku.sku_id, viewer),
    ...replyAnswer(sku.reply, sku.sku_id, viewer),
  };
}

/** If it can be bought, and the effect of its times and status. */
function saleAnswer(shown: CatalogPlan, { now, pay_refusal }: Viewer) {
  const { on, off, sell_on, sell_off } = shown.offer.timing;
  const { refusal: own, from } = buyableNow(shown, shown.facts, shown.bundle?.left ?? null, now);
  const refusal = own || pay_refusal;
  return {
    status: shownStatus(shown, now),
    own_status: shown.status,
    can_buy: refusal === '',
    buy_refusal: refusal,
    on_sale_from: secondsAnswer(from),
    timing: {
      timing_on: secondsAnswer(on),
      timing_off: secondsAnswer(off),
      timing_sell_on: secondsAnswer(sell_on),
      timing_sell_off: secondsAnswer(sell_off),
    },
  };
}

function shownAnswer(priced: Priced, viewer: Viewer) {
  const { plain, now, apart, time_limit_runs } = shownPrices(priced, viewer);
  return {
    show_price: toWire(plain),
    show_price_after_adjust: toWire(now),
    total_price: toWire(apart),
    floor_price: toWire(now),
    has_time_limit_price: time_limit_runs,
  };
}

/** The same for a plan that is not saved. */
export const quoteAnswer = (priced: Priced, viewer: Viewer): PlanQuote => ({
  ...shownAnswer(priced, viewer),
  sku: priced.facts.map((sku) => ({
    show_price_after_adjust: toWire(skuCost(priced.offer, sku, viewer)),
  })),
});

/** Prices: original, limited-time, members. */
function priceAnswer(shown: CatalogPlan, viewer: Viewer) {
  const { vip, time_limit, price, favorable_price } = shown.offer;
  return {
    price: toWire(price),
    ...shownAnswer(shown, viewer),
    favorable_price: amountAnswer(favorable_price),
    vip_plan: vip && { plan_id: vip.plan_id, name: shown.vip_plan_name ?? '' },
    vip_price: amountAnswer(vip?.price ?? null),
    vip_price_discount: shareAnswer(vip?.percent ?? null),
    product_vip_price_include_history: vip?.include_history ?? false,
    is_vip: viewer.is_vip,
    time_limit_price: time_limit && {
      id: time_limit.id,
      price: amountAnswer(time_limit.price),
      discount: shareAnswer(time_limit.percent),
      begin_time: Math.floor(time_limit.begin_time / 1000),
      end_time: Math.floor(time_limit.end_time / 1000),
    },
  };
}

/** The parts of a bundle, and the rounds of an event. */
function kindAnswer({ offer, sku_count, bundle }: CatalogPlan, apart: string, viewer: Viewer) {
  const { now } = viewer;
  const { bundle: terms, rounds } = offer;
  return {
    bundle_stock: bundle?.left ?? ('' as const),
    bundle_units: bundle && unitsAnswer(bundle, viewer),
    bundle_sku_select_count: terms?.select_count ?? ('' as const),
    bundle_sku_can_repeat: terms?.repeats ?? false,
    bundle_sku_count: terms ? sku_count : 0,
    bundle_all_sku_price: terms ? apart : '',
    ticket_round_list: rounds.map(({ round_id, begin_time }) => ({
      id: round_id,
      begin_time: Math.floor(begin_time / 1000),
      is_over: hasBegun(offer, round_id, now),
    })),
    need_identity: offer.need_identity,
  };
}

/** The limits that the plan's type makes valid. */
function limitsAnswer({ offer, skus }: CatalogPlan): Plan['purchase_limit_info'] {
  const { purchase_limit_type: type, purchase_limit } = offer;
  return {
    product: limitsAccount(type) ? limitAnswer(purchase_limit) : null,
    sku: skus.flatMap(({ sku_id, purchase_limit: own }) => {
      const limit = limitsSkus(type) ? limitAnswer(own) : null;
      return limit ? { sku_id, ...limit } : [];
    }),
  };
}

/** A plan in an answer; SKUs keep their order. */
export function planAnswerOf(shown: CatalogPlan, viewer: Viewer): Plan {
  const { offer } = shown;
  const prices = priceAnswer(shown, viewer);
  const sold_count = viewer.hides_sold ? 0 : shown.sold_count;
  const { remark_name, remark_placeholder, remark_required } = offer;
  return {
    plan_id: shown.plan_id,
    user_id: shown.creator_id,
    name: offer.name,
    desc: offer.desc,
    pic: offer.pic,
    // Rows that an earlier version wrote have no further ones.
    pics: offer.pic === '' ? [] : [offer.pic, ...(offer.more_pics ?? [])],
    product_type: offer.product_type,
    ...prices,
    ...saleAnswer(shown, viewer),
    ...kindAnswer(shown, prices.total_price, viewer),
    pay_month: offer.pay_month,
    // Rows that an earlier version wrote have no such field.
    single_month: offer.single_month ?? false,
    independent: offer.independent,
    permanent: offer.permanent,
    can_ali_agreement: offer.can_ali_agreement,
    need_address: offer.need_address,
    can_buy_hide: offer.can_buy_hide,
    purchase_limit_type: offer.purchase_limit_type,
    product_purchase_limit: limitAnswer(offer.purchase_limit),
    purchase_limit_info: limitsAnswer(shown),
    has_plan_config: remark_name !== '' || remark_placeholder !== '' || remark_required,
    config: { remark_name, remark_placeholder, remark_required },
    rank: offer.rank,
    shipping_template_id: offer.shipping_template_id ?? '',
    shipping_fee_info: offer.shipping_template_id === null ? null : { id: offer.shipping_template_id },
    need_invite_code: offer.invite_code_hash !== null,
    ...replyAnswer(offer.reply, shown.plan_id, viewer),
    redeem: redeemAnswer(shown.plan_id, viewer),
    sku: shown.skus.slice(0, MAX_SHOWN_SKUS).map((sku) => skuAnswer(sku, offer, viewer)),
    sku_count: shown.sku_count,
    version: shown.version,
    update_time: shown.update_time,
    sold_count,
    sponsor_count: sold_count,
    unlockNum: viewer.opens(shown.plan_id).post_count,
  };
}
