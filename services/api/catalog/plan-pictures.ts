import type { z } from 'zod';
import { asPlanId, type UserId } from '#events/ids.ts';
import { isBundle } from '#events/status.ts';
import { planStream } from '#events/stream-names.ts';
import type { Dependencies } from '#services/api/http/dependencies.ts';
import { planKind } from '#services/commerce/catalog/plan.ts';
import type { editPlan } from '#services/contract/catalog/edit-plan.ts';
import type { PictureField } from '#services/modules/media/public/pictures.ts';
import type { Refusal } from '#services/runtime/refusal.ts';

type Pictured = Pick<z.output<typeof editPlan>, 'plan_id' | 'pic' | 'pics' | 'sku' | 'product_type'>;

/** Pictures of the plan and of its own SKUs, which can have any size. Goods in a bundle have their own. */
function picturesOf({ pic, pics, sku, product_type }: Pictured): PictureField[] {
  const single = [{ field: 'pic', address: pic, as: 'plan' as const }];
  const all = pics?.map((address, at) => ({ field: `pics.${at}`, address, as: 'plan' as const }));
  const skus = sku.flatMap((one, at) =>
    isBundle(product_type) && one.sku_id
      ? []
      : [{ field: `sku.${at}.pic`, address: one.pic, as: 'any' as const }],
  );
  return [...(all ?? single), ...skus];
}

/** Refuses pictures that the creator has not uploaded or that are too small. Those that the plan has are allowed. */
export async function picturesRefusal(
  { committer, media }: Pick<Dependencies, 'committer' | 'media'>,
  user: UserId,
  body: Pictured,
): Promise<Refusal | null> {
  const streams = body.plan_id ? [planStream(asPlanId(body.plan_id))] : [];
  const saved = await committer.read(streams, (states) =>
    streams.flatMap((stream) => {
      const plan = states.get(planKind, stream);
      if (plan.phase === 'none') return [];
      return [plan.offer.pic, ...plan.offer.more_pics, ...plan.skus.map(({ pic }) => pic)];
    }),
  );
  return media.pictures.refusalOf(user, picturesOf(body), saved);
}
