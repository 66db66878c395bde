import type { AutoReply } from '#events/catalog.ts';
import type { UserId } from '#events/ids.ts';
import type { Fen } from '#events/money.ts';
import { limitsAccount, PLAN_STATUS, PRODUCT_TYPE } from '#events/status.ts';
import { planStream, templateStream } from '#events/stream-names.ts';
import type { FieldError } from '#services/runtime/refusal.ts';
import type { States } from '../engine/command.ts';
import type { OfferForm, OfferOrigin, OfferRights, SkuEdit } from './offer-form.ts';
import { favorableErrors, reducedPriceErrors, smallestPrice, tooLow } from './offer-prices.ts';
import { rightErrors } from './offer-rights.ts';
import { textErrors } from './offer-texts.ts';
import { roundErrors, timeErrors } from './offer-times.ts';
import { type OfferedPlan, planKind } from './plan.ts';
import { templateKind, usableTemplate } from './shipping-template.ts';

/** The maximum number of parts with repeats. */
const MAX_CHOICES = 100;

/** A form to be saved, with all that the rules look at. */
export interface OfferQuery {
  form: OfferForm;
  /** In stored form: a bundle's parts with the values copied from goods. */
  skus: readonly SkuEdit[];
  origin: OfferOrigin;
  rights: OfferRights;
  /** null: it is made now. */
  plan: OfferedPlan | null;
  creator_id: UserId;
}

const required = (field: string): FieldError => ({ field, message: { key: 'required' } });
const between = (field: string, min: number, max: number): FieldError => ({
  field,
  message: { key: 'out_of_range', min: String(min), max: String(max) },
});

function bundleErrors({ bundle, product_type }: OfferForm, skus: readonly SkuEdit[]): FieldError[] {
  if (product_type === PRODUCT_TYPE.bundle) return [];
  if (bundle === null || bundle.select_count === null) return [required('bundle_sku_select_count')];
  const most = bundle.repeats ? MAX_CHOICES : skus.length;
  const fits = bundle.select_count >= 1 && bundle.select_count <= most;
  return fits ? [] : [between('bundle_sku_select_count', 1, most)];
}

function typeErrors({ form, skus }: OfferQuery): FieldError[] {
  switch (form.product_type) {
    case PRODUCT_TYPE.sponsorship:
      if (form.price === null) return [required('price')];
      return skus.length > 0 ? [between('sku', 0, 0)] : [];
    case PRODUCT_TYPE.goods:
    case PRODUCT_TYPE.ticket:
      return skus.length === 0 ? [required('sku')] : [];
    case PRODUCT_TYPE.bundle:
    case PRODUCT_TYPE.choice_bundle:
      if (skus.length === 0) return [required('sku')];
      return [...(form.price === null ? [required('price')] : []), ...bundleErrors(form, skus)];
    default:
      return form.product_type satisfies never;
  }
}

function limitErrors(form: OfferForm): FieldError[] {
  const needsLimit = limitsAccount(form.purchase_limit_type);
  return needsLimit && form.purchase_limit === null ? [required('product_purchase_limit')] : [];
}

/** An active reply needs a text. */
function replyErrors({ form, skus }: OfferQuery): FieldError[] {
  const silent = ({ on, content }: AutoReply): boolean => on && content.trim() === '';
  // The reply of a bundle's part is the goods' own.
  return [
    ...(silent(form.reply) ? [required('reply_content')] : []),
    ...skus.flatMap(({ offer }, index) =>
      offer.of_plan === null && silent(offer.reply) ? [required(`sku.${index}.reply_content`)] : [],
    ),
  ];
}

/** Streams of an offer's references: the plan of the members' price, and the shipping template. */
export const namedStreams = ({ vip, shipping_template_id }: OfferForm): string[] => [
  ...(vip ? [planStream(vip.plan_id)] : []),
  ...(shipping_template_id === null ? [] : [templateStream(shipping_template_id)]),
];

/** Plan and template must be the creator's; references that the plan already had can be deleted since. */
function namedErrors(states: States, { form, plan, creator_id }: OfferQuery): FieldError[] {
  const errors: FieldError[] = [];
  const { vip, shipping_template_id } = form;
  if (vip) {
    const members = states.get(planKind, planStream(vip.plan_id));
    const own = members.phase !== 'none' && members.creator_id === creator_id;
    const stood = plan?.offer.vip?.plan_id === vip.plan_id;
    const usable =
      own &&
      members.offer.product_type === PRODUCT_TYPE.sponsorship &&
      (stood || members.status !== PLAN_STATUS.deleted);
    if (!usable) errors.push({ field: 'vip_plan', message: { key: 'unknown' } });
  }
  if (shipping_template_id !== null && plan?.offer.shipping_template_id !== shipping_template_id) {
    const template = states.get(templateKind, templateStream(shipping_template_id));
    if (usableTemplate(template, creator_id) === undefined) {
      errors.push({ field: 'shipping_template_id', message: { key: 'unknown' } });
    }
  }
  return errors;
}

/** One id twice, and prices below the smallest. A part of a bundle was priced as goods. */
export function skuErrors(skus: readonly SkuEdit[], smallest: Fen): FieldError[] {
  const seen = new Set<string>();
  const errors: FieldError[] = [];
  for (const [index, { offer }] of skus.entries()) {
    if (seen.has(offer.sku_id)) {
      errors.push({ field: `sku.${index}.sku_id`, message: { key: 'repeated' } });
    }
    seen.add(offer.sku_id);
    if (offer.of_plan === null) errors.push(...tooLow(`sku.${index}.price`, offer.price, smallest));
  }
  return errors;
}

/** The most pictures of a plan. */
const MAX_PICTURES = 9;

/** By the field `pics`, which has all pictures in their order. */
function pictureErrors({ pic, more_pics = [] }: OfferForm): FieldError[] {
  const all = [pic, ...more_pics];
  if (all.length > MAX_PICTURES)
    return [{ field: 'pics', message: { key: 'too_many', max: String(MAX_PICTURES) } }];
  const isRepeated = (address: string, at: number) => all.indexOf(address) < at;
  return all.flatMap((address, at) =>
    isRepeated(address, at) ? [{ field: `pics.${at}`, message: { key: 'repeated' } } as const] : [],
  );
}

/** The errors of a plan's form by field; empty if it can be saved. */
export function offerErrors(states: States, query: OfferQuery): FieldError[] {
  const { form, skus, origin, plan, rights } = query;
  const smallest = smallestPrice(form, origin);
  return [
    ...typeErrors(query),
    ...pictureErrors(form),
    ...tooLow('price', form.price, smallest),
    ...skuErrors(skus, smallest),
    ...favorableErrors(form, smallest),
    ...reducedPriceErrors(form, skus, smallest),
    ...limitErrors(form),
    ...timeErrors(form),
    ...roundErrors(form, skus, plan?.offer ?? null),
    ...replyErrors(query),
    ...textErrors(form, skus),
    ...rightErrors(form, skus, plan, rights),
    ...namedErrors(states, query),
  ];
}
