import type { AccessTerms, Audience } from '#events/content.ts';
import type { PlanId, SkuId, UserId } from '#events/ids.ts';
import { accountStream, planStream, postStream } from '#events/stream-names.ts';
import { badInput, type Refusal } from '#services/runtime/refusal.ts';
import { isClosed } from '../accounts/is-closed.ts';
import { accept, type Command, refuse, type States } from '../engine/command.ts';
import { MAX_NAMED, refusalOfSku } from './named-offers.ts';
import { isLive, postKind } from './post.ts';

export interface LinkSku {
  creator_id: UserId;
  post_id: string;
  plan_id: PlanId;
  sku_id: SkuId;
  /** Whether the SKU opens the post from now on. */
  linked: boolean;
  /** The creator has the right to link posts to SKUs. It is not needed to remove a link. */
  may_link: boolean;
}

type Named = Extract<Audience, { to: 'named' }>;

const names = ({ skus }: Named, sku_id: string): boolean => skus.some((one) => one.sku_id === sku_id);

const skuRefusal = (states: States, input: LinkSku): Refusal | null =>
  refusalOfSku(states, input) ?? (input.may_link ? null : badInput('sku_id', { key: 'not_granted' }));

/** The audience with the SKU, or why it cannot be added. */
function withSku(audience: Audience, { plan_id, sku_id }: LinkSku): Named | Refusal {
  const sku = { plan_id, sku_id };
  switch (audience.to) {
    case 'self':
      return { to: 'named', plan_ids: [], skus: [sku] };
    case 'named':
      return audience.plan_ids.length + audience.skus.length >= MAX_NAMED
        ? badInput('post_id', { key: 'too_many', max: String(MAX_NAMED) })
        : { ...audience, skus: [...audience.skus, sku] };
    case 'all':
      return badInput('post_id', { key: 'open_to_all' });
    default:
      return badInput('post_id', { key: 'for_members' });
  }
}

/** Without its last plan or SKU the post is for its creator alone: it never opens for everybody. */
function withoutSku(audience: Named, sku_id: SkuId): Audience {
  const skus = audience.skus.filter((one) => one.sku_id !== sku_id);
  return audience.plan_ids.length + skus.length === 0 ? { to: 'self' } : { ...audience, skus };
}

/**
 * Lets buyers of a SKU read a post, or no longer. Again changes nothing. A post that is for its creator alone is then for
 * the buyers. Refuses: another creator's or a deleted post or plan (not_found, plan_deleted), a closed account
 * (not_allowed), and by field: a SKU that the plan does not sell itself, a missing right, a post for everybody or for
 * members by price, more than 20 plans and SKUs.
 */
export function linkSku(input: LinkSku): Command<{ linked: boolean }> {
  const { creator_id, post_id, plan_id, sku_id, linked } = input;
  const stream = postStream(post_id);
  return {
    name: linked ? 'link_sku' : 'unlink_sku',
    actor: `user:${creator_id}`,
    streams: [stream, accountStream(creator_id), planStream(plan_id)],
    decide(states) {
      const post = states.get(postKind, stream);
      if (!isLive(post) || post.creator_id !== creator_id) return refuse({ code: 'not_found' });
      if (isClosed(states, creator_id)) return refuse({ code: 'not_allowed' });
      const { audience } = post.terms;
      const before = audience.to === 'named' && names(audience, sku_id) ? audience : null;
      if (linked === (before !== null)) return accept([], { linked });
      const refusal = linked ? skuRefusal(states, input) : null;
      if (refusal) return refuse(refusal);
      const changed = before ? withoutSku(before, sku_id) : withSku(audience, input);
      if ('code' in changed) return refuse(changed);
      const terms: AccessTerms = { ...post.terms, audience: changed };
      const event = { type: 'PostTermsChanged' as const, data: { post_id, creator_id, terms } };
      return accept([{ stream, creator_id, event }], { linked });
    },
  };
}
