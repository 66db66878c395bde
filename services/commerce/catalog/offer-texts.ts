import { kibibytes, QUOTAS } from '#services/runtime/quotas.ts';
import type { FieldError } from '#services/runtime/refusal.ts';
import type { OfferForm, SkuEdit } from './offer-form.ts';

/** Texts in order, each with its field: the first that makes them too much is refused. */
function tooMuchText(
  texts: readonly (readonly [field: string, text: string])[],
  before: number,
): FieldError[] {
  let bytes = before;
  for (const [field, text] of texts) {
    bytes += Buffer.byteLength(text);
    if (text !== '' && bytes > QUOTAS.plan_text_bytes) {
      const max = kibibytes(QUOTAS.plan_text_bytes);
      return [{ field, message: { key: 'too_much_text', max } }];
    }
  }
  return [];
}

const textsOf = (skus: readonly SkuEdit[]) =>
  skus.flatMap(({ offer }, index) => [
    [`sku.${index}.purchased_rich_text`, offer.purchased_rich_text] as const,
    [`sku.${index}.reply_content`, offer.reply.content] as const,
  ]);

/** @param before bytes of the plan's other texts */
export const skuTextErrors = (skus: readonly SkuEdit[], before: number): FieldError[] =>
  tooMuchText(textsOf(skus), before);

/** More text than one plan may have, by the field that is too much. */
export const textErrors = ({ desc, reply }: OfferForm, skus: readonly SkuEdit[]): FieldError[] =>
  tooMuchText([['desc', desc], ['reply_content', reply.content], ...textsOf(skus)], 0);
