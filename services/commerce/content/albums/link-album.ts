import type { AlbumTerms } from '#events/content.ts';
import type { PlanId, SkuId, UserId } from '#events/ids.ts';
import { accountStream, albumStream, planStream } from '#events/stream-names.ts';
import { badInput, type Refusal } from '#services/runtime/refusal.ts';
import { isClosed } from '../../accounts/is-closed.ts';
import { accept, type Command, refuse, type States } from '../../engine/command.ts';
import { MAX_NAMED, refusalOfSku } from '../named-offers.ts';
import { ownAlbum } from './edit-album.ts';

export interface LinkAlbum {
  creator_id: UserId;
  album_id: string;
  plan_id: PlanId;
  sku_id: SkuId;
  /** Whether the SKU opens the album from now on. */
  linked: boolean;
  /** The creator has the right to link albums to SKUs. It is not needed to remove a link. */
  may_link: boolean;
}

function linkRefusal(states: States, { plan_ids, skus }: AlbumTerms, input: LinkAlbum): Refusal | null {
  const refusal = refusalOfSku(states, input);
  if (refusal) return refusal;
  if (!input.may_link) return badInput('sku_id', { key: 'not_granted' });
  const isFull = plan_ids.length + skus.length >= MAX_NAMED;
  return isFull ? badInput('album_id', { key: 'too_many', max: String(MAX_NAMED) }) : null;
}

/**
 * Lets buyers of a SKU read a whole album, or no longer. Again changes nothing. Refuses: another creator's or a deleted
 * album or plan (not_found, plan_deleted), a closed account (not_allowed), and by field: a SKU that the plan does not
 * sell itself, a missing right, more than 20 plans and SKUs.
 */
export function linkAlbum(input: LinkAlbum): Command<{ linked: boolean }> {
  const { creator_id, album_id, plan_id, sku_id, linked } = input;
  const stream = albumStream(album_id);
  return {
    name: linked ? 'link_album' : 'unlink_album',
    actor: `user:${creator_id}`,
    streams: [stream, accountStream(creator_id), planStream(plan_id)],
    decide(states) {
      const album = ownAlbum(states, { creator_id, album_id });
      if (album === undefined) return refuse({ code: 'not_found' });
      if (isClosed(states, creator_id)) return refuse({ code: 'not_allowed' });
      const others = album.terms.skus.filter((one) => one.sku_id !== sku_id);
      if (linked === others.length < album.terms.skus.length) return accept([], { linked });
      const refusal = linked ? linkRefusal(states, album.terms, input) : null;
      if (refusal) return refuse(refusal);
      const terms = { ...album.terms, skus: linked ? [...others, { plan_id, sku_id }] : others };
      const event = { type: 'AlbumTermsChanged' as const, data: { album_id, creator_id, terms } };
      return accept([{ stream, creator_id, event }], { linked });
    },
  };
}
