import type { z } from 'zod';
import { asPlanId, type UserId } from '#events/ids.ts';
import { isBundle } from '#events/status.ts';
import { planStream } from '#events/stream-names.ts';
import type { PlanPicture } from '#services/accounts/pictures.ts';
import type { Dependencies } from '../dependencies.ts';
import type { ApiRefusal } from '../http/refusals.ts';
import type { editPlan } from './contract/edit-plan.ts';

type Pictured = Pick<z.output<typeof editPlan>, 'plan_id' | 'pic' | 'pics' | 'sku' | 'product_type'>;

/** Pictures of the plan and of its own SKUs. Goods in a bundle have their own. */
function picturesOf({ pic, pics, sku, product_type }: Pictured): PlanPicture[] {
  const single = [{ field: 'pic', address: pic, of: 'plan' as const }];
  const all = pics?.map((address, at) => ({ field: `pics.${at}`, address, of: 'plan' as const }));
  const skus = sku.flatMap((one, at) =>
    one.pic === '' || (isBundle(product_type) && one.sku_id)
      ? []
      : [{ field: `sku.${at}.pic`, address: one.pic, of: 'sku' as const }],
  );
  return [...(all ?? (pic === '' ? [] : single)), ...skus];
}

/** Refuses pictures that the creator has not uploaded or that are too small. Those that the plan has are allowed. */
export async function picturesRefusal(
  { accounts, committer }: Pick<Dependencies, 'accounts' | 'committer'>,
  user: UserId,
  body: Pictured,
): Promise<ApiRefusal | undefined> {
  const named = picturesOf(body);
  if (named.length === 0) return undefined;
  const streams = body.plan_id ? [planStream(asPlanId(body.plan_id))] : [];
  const had = await committer.read(streams, (states) =>
    streams.flatMap((stream) => {
      const plan = states.get('plan', stream);
      if (plan.phase === 'none') return [];
      return [plan.offer.pic, ...plan.offer.more_pics, ...plan.skus.map(({ pic }) => pic)];
    }),
  );
  const added = named.filter(({ address }) => !had.includes(address));
  if (added.length === 0) return undefined;
  const errors = await accounts.pictures.planErrors(user, added);
  return errors.length === 0 ? undefined : { code: 'bad_input', errors };
}
