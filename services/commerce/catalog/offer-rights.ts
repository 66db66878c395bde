import { isDeepStrictEqual } from 'node:util';
import type { AutoReply } from '#events/catalog.ts';
import { isBundle, PRODUCT_TYPE } from '#events/status.ts';
import type { FieldError } from '#services/runtime/refusal.ts';
import type { OfferForm, OfferRights, SkuEdit } from './offer-form.ts';
import { digestOf, type StoredOffer, type StoredReply, type StoredSku } from './text-digests.ts';

const notGranted = (field: string): FieldError => ({ field, message: { key: 'not_granted' } });

/** Replies switched on or changed by an uncertified creator. */
function replyErrors(path: string, reply: AutoReply, before: StoredReply | undefined): FieldError[] {
  const isNew = reply.on && !(before?.on && before.content === digestOf(reply.content));
  const drawn = reply.random_on && !before?.random_on;
  const field = (name: string): FieldError => ({
    field: `${path}${name}`,
    message: { key: 'verified_only' },
  });
  return [...(isNew ? [field('reply_switch')] : []), ...(drawn ? [field('reply_random_switch')] : [])];
}

/** Parts of the offer that need a revoked right. Existing ones can stay. */
export function rightErrors(
  form: OfferForm,
  skus: readonly SkuEdit[],
  before: { offer: StoredOffer; skus: readonly StoredSku[] } | null,
  rights: OfferRights,
): FieldError[] {
  const errors: FieldError[] = [];
  const { product_type, timing } = form;
  const bundle = isBundle(product_type);
  if (
    before === null &&
    ((bundle && !rights.bundles) || (product_type === PRODUCT_TYPE.ticket && !rights.tickets))
  ) {
    errors.push(notGranted('product_type'));
  }
  const was = before?.offer;
  if (form.permanent && !was?.permanent && !rights.permanent) errors.push(notGranted('permanent'));
  if (form.can_ali_agreement && !was?.can_ali_agreement) {
    if (!rights.agreement) errors.push(notGranted('can_ali_agreement'));
    else if (!rights.renewing_provider) {
      errors.push({ field: 'can_ali_agreement', message: { key: 'no_renewing_provider' } });
    }
  }
  const timed = Object.values(timing).some((moment) => moment !== null);
  if (timed && !rights.timing && !isDeepStrictEqual(timing, was?.timing)) {
    errors.push(notGranted('timing'));
  }
  const skuBefore = new Map<string, StoredSku>(before?.skus.map((sku) => [sku.sku_id, sku]));
  if (!rights.attachments) {
    for (const [index, { offer }] of skus.entries()) {
      const present = skuBefore.get(offer.sku_id)?.attachment ?? '';
      if (offer.attachment !== '' && offer.attachment !== present)
        errors.push(notGranted(`sku.${index}.attachment`));
    }
  }
  if (rights.verified) return errors;
  return [
    ...errors,
    ...replyErrors('', form.reply, was?.reply),
    ...skus.flatMap(({ offer }, index) =>
      // The reply of a bundle's part is the goods' own.
      offer.of_plan === null
        ? replyErrors(`sku.${index}.`, offer.reply, skuBefore.get(offer.sku_id)?.reply)
        : [],
    ),
  ];
}
