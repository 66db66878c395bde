import type { PlanOffer, SkuOffer } from '#events/catalog.ts';
import type { PlanId } from '#events/ids.ts';
import { fenOf } from '#events/money.ts';
import { isBundle, isByPiece, PRODUCT_TYPE } from '#events/status.ts';
import type { OfferForm, SkuEdit } from './offer-form.ts';
import { sameRound } from './offer-times.ts';
import { inviteHash } from './on-sale.ts';

/** The normalized form: fields without effect for the type are cleared. */
export function tidied(form: OfferForm): OfferForm {
  const { product_type } = form;
  const sponsorship = product_type === PRODUCT_TYPE.sponsorship;
  const bundle = isBundle(product_type);
  const permanent = sponsorship && form.permanent;
  const pay_month = sponsorship && !permanent ? form.pay_month : 1;
  return {
    ...form,
    pay_month,
    single_month: sponsorship && !permanent && pay_month === 1 && form.single_month,
    favorable_price: pay_month === 1 ? null : form.favorable_price,
    permanent,
    // A permanent plan is independent of others (commerce specification 4).
    independent: sponsorship && (form.independent || permanent),
    can_ali_agreement: sponsorship && form.can_ali_agreement,
    shipping_template_id: product_type === PRODUCT_TYPE.goods || bundle ? form.shipping_template_id : null,
    bundle:
      product_type === PRODUCT_TYPE.bundle
        ? { select_count: null, repeats: false }
        : bundle
          ? form.bundle
          : null,
    rounds: product_type === PRODUCT_TYPE.ticket ? form.rounds : [],
    // Every ticket names its holder (commerce specification 5).
    need_identity: product_type === PRODUCT_TYPE.ticket,
    // Lines are drawn for months and bundles by the plan, for anything else by the SKU.
    reply: { ...form.reply, random_on: (sponsorship || bundle) && form.reply.random_on },
  };
}

/** The normalized SKUs: a single round applies to every ticket. */
export function tidiedSkus(form: OfferForm, skus: readonly SkuEdit[], before: PlanOffer | null): SkuEdit[] {
  const { product_type, rounds, vip, time_limit } = form;
  const byPiece = isByPiece(product_type);
  const ids = new Map(rounds.map((round) => [round.round_id, sameRound(round, rounds, before)]));
  const [only] = rounds.length === 1 ? rounds : [];
  return skus.map((sku) => {
    const wanted = sku.offer.round_id ?? only?.round_id ?? null;
    const round_id = wanted === null ? null : (ids.get(wanted) ?? wanted);
    const offer: SkuOffer = {
      ...sku.offer,
      round_id: product_type === PRODUCT_TYPE.ticket ? round_id : null,
      vip_price: byPiece && vip ? sku.offer.vip_price : null,
      time_limit_price: byPiece && time_limit ? sku.offer.time_limit_price : null,
    };
    return { ...sku, offer };
  });
}

/** The stored invite code; a form without the field does not change it. */
function inviteOf(form: OfferForm, plan_id: PlanId, before: PlanOffer | null): string | null {
  const { invite_code } = form;
  if (invite_code === undefined) return before?.invite_code_hash ?? null;
  return invite_code.trim() === '' ? null : inviteHash(plan_id, invite_code);
}

/** None without a first one, and never that one again. */
const morePics = ({ pic, more_pics }: OfferForm, before: PlanOffer | null): readonly string[] =>
  pic === '' ? [] : (more_pics ?? before?.more_pics ?? []).filter((one) => one !== pic);

/** The stored offer of a valid form. */
export function offerOf(
  plan_id: PlanId,
  form: OfferForm,
  skus: readonly SkuEdit[],
  before: PlanOffer | null,
): PlanOffer {
  const { invite_code: _code, rounds, time_limit, ...fields } = form;
  const prices = skus.map(({ offer }) => offer.price);
  const lowest = fenOf(prices.length === 0 ? 0 : Math.min(...prices));
  const running = before?.time_limit;
  return {
    ...fields,
    price: form.price ?? lowest,
    more_pics: morePics(form, before),
    rank: form.rank ?? before?.rank ?? 0,
    rounds: rounds.map((round) => ({
      round_id: sameRound(round, rounds, before),
      begin_time: round.begin_time,
    })),
    // A limited-time price with the same begin is the same one, even if other fields changed.
    time_limit: time_limit && {
      ...time_limit,
      id: running?.begin_time === time_limit.begin_time ? running.id : time_limit.id,
    },
    invite_code_hash: inviteOf(form, plan_id, before),
  };
}
