import type { z } from 'zod';
import { asPlanId, type UserId } from '#events/ids.ts';
import { planStream } from '#events/stream-names.ts';
import type { Dependencies } from '../dependencies.ts';
import type { ApiRefusal } from '../http/refusals.ts';
import type { editPlan } from './contract/edit-plan.ts';

/** Refuses pictures that the creator has not uploaded or that are too small. Those that the plan has are allowed. */
export async function picturesRefusal(
  { accounts, committer }: Pick<Dependencies, 'accounts' | 'committer'>,
  user: UserId,
  { plan_id, pic, pics }: Pick<z.output<typeof editPlan>, 'plan_id' | 'pic' | 'pics'>,
): Promise<ApiRefusal | undefined> {
  const single = pic === '' ? [] : [{ field: 'pic', address: pic }];
  const named = pics?.map((address, at) => ({ field: `pics.${at}`, address })) ?? single;
  if (named.length === 0) return undefined;
  const streams = plan_id ? [planStream(asPlanId(plan_id))] : [];
  const had = await committer.read(streams, (states) =>
    streams.flatMap((stream) => {
      const plan = states.get('plan', stream);
      return plan.phase === 'none' ? [] : [plan.offer.pic, ...plan.offer.more_pics];
    }),
  );
  const added = named.filter(({ address }) => !had.includes(address));
  if (added.length === 0) return undefined;
  const errors = await accounts.pictures.planErrors(user, added);
  return errors.length === 0 ? undefined : { code: 'bad_input', errors };
}
