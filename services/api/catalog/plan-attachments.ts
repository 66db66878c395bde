import type { z } from 'zod';
import { asPlanId, type UserId } from '#events/ids.ts';
import { planStream } from '#events/stream-names.ts';
import type { Dependencies } from '#services/api/http/dependencies.ts';
import type { EditPlan } from '#services/commerce/catalog/edit-plan.ts';
import { planKind } from '#services/commerce/catalog/plan.ts';
import type { editPlan } from '#services/contract/catalog/edit-plan.ts';
import { skuFiles } from '#services/modules/media/media-files.ts';
import type { Refusal } from '#services/runtime/refusal.ts';

/** The attachments of the saved plan by their SKUs; none of a new plan. */
export async function savedAttachments(
  { committer }: Pick<Dependencies, 'committer'>,
  plan_id: string | null | undefined,
): Promise<ReadonlyMap<string, string>> {
  const streams = plan_id ? [planStream(asPlanId(plan_id))] : [];
  return committer.read(streams, (states) => {
    const plans = streams.map((stream) => states.get(planKind, stream));
    const skus = plans.flatMap((plan) => (plan.phase === 'none' ? [] : plan.skus));
    return new Map(skus.map(({ sku_id, attachment }) => [sku_id, attachment]));
  });
}

/** Refuses files that are not the creator's own attachments. Those that the plan has are allowed. */
export function attachmentsRefusal(
  { media }: Pick<Dependencies, 'media'>,
  user: UserId,
  { sku }: Pick<z.output<typeof editPlan>, 'sku'>,
  saved: ReadonlyMap<string, string>,
): Promise<Refusal | null> {
  const present = new Set(saved.values());
  const fields = sku.flatMap(({ attachment: file_id }, at) =>
    file_id === '' || present.has(file_id)
      ? []
      : [{ field: `sku.${at}.attachment`, file_id, kind: 'attachment' as const }],
  );
  return fields.length === 0 ? Promise.resolve(null) : media.files.refusalOf(user, fields);
}

/** Keeps the files that the saved SKUs name. Those of SKUs that are no longer sold stay for their buyers. */
export async function keepAttachments(
  { media }: Pick<Dependencies, 'media'>,
  { skus }: Pick<EditPlan, 'skus'>,
  saved: ReadonlyMap<string, string>,
): Promise<void> {
  for (const { offer } of skus) {
    if (offer.attachment === (saved.get(offer.sku_id) ?? '')) continue;
    await media.files.setUses(skuFiles(offer.sku_id), offer.attachment === '' ? [] : [offer.attachment]);
  }
}
