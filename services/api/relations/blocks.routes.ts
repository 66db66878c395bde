import { asPlanId, asUserId, type UserId } from '#events/ids.ts';
import { renewingOf } from '#read-models/memberships/agreements/queries.ts';
import { endRejected } from '#services/commerce/memberships/end-agreement.ts';
import { blockUser, getBlock, listBlocks, unblockUser } from '#services/contract/relations/blocks.ts';
import { type Area, routesOf } from '../http/area.ts';
import { type ApiRefusal, invalid } from '../http/refusals.ts';
import { tooManyChanges } from './changes-a-minute.ts';

/** Whom people block, and whom creators reject. */
export const blockRoutes: Area = (deps) => async (app) => {
  const on = routesOf(app, 'relations');
  const { accounts, blocks, clock, committer, log, pool, readModels } = deps;

  /** Renewals that a rejected fan has agreed to. One that is paid at this moment ends before it is charged again. */
  async function endAgreements(creator_id: UserId, user_id: UserId): Promise<ApiRefusal | null> {
    await readModels.waitFor('agreements', await log.head());
    const { rows } = await renewingOf(pool, { creator_id, users: [user_id] });
    for (const { plan_id } of rows) {
      const ends = { user_id, plan_id: asPlanId(plan_id), actor: `user:${creator_id}` } as const;
      const outcome = await committer.submit(endRejected(ends));
      if (!outcome.accepted) return outcome.refusal;
    }
    return null;
  }

  on(blockUser, async ({ body: { user_id, type: kind }, caller }) => {
    if (user_id === caller.user_id) return invalid('user_id', { key: 'own_account' });
    const limited = await tooManyChanges(deps, caller.user_id);
    if (limited) return limited;
    const own = await accounts.profiles.own(caller.user_id);
    if (kind === 'reject' && !own?.creator) return { code: 'not_allowed' };
    const other_id = asUserId(user_id);
    const refusal =
      (await blocks.add({ user_id: caller.user_id, kind, other_id }, clock.now())) ??
      (kind === 'reject' ? await endAgreements(caller.user_id, other_id) : null);
    return refusal ?? blocks.of(caller.user_id, user_id);
  });

  on(unblockUser, async ({ body: { user_id, type: kind }, caller }) => {
    const limited = await tooManyChanges(deps, caller.user_id);
    if (limited) return limited;
    await blocks.remove({ user_id: caller.user_id, kind, other_id: asUserId(user_id) });
    return blocks.of(caller.user_id, user_id);
  });

  on(getBlock, ({ query, caller: { user_id } }) => blocks.of(user_id, query.user_id));

  on(listBlocks, async ({ query: { type, search, rank: before, per_page }, caller: { user_id } }) => {
    const found = await blocks.page(user_id, type, { before, most: per_page + 1, name: search });
    const list = found.slice(0, per_page).map(({ place: rank, created_at, ...person }) => ({
      ...person,
      create_time: Math.floor(created_at / 1000),
      rank,
    }));
    return { list, has_more: found.length > per_page };
  });
};
