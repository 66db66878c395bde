import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AlbumTerms } from '#events/content.ts';
import type { PlanId, SkuId } from '#events/ids.ts';
import { ALBUM_STATUS } from '#events/status.ts';
import { accountStream, albumStream } from '#events/stream-names.ts';
import {
  BLUE,
  CREATOR,
  decided,
  given,
  goods,
  offered,
  onSale,
  PLAN,
  planStatus,
  RED,
  STRANGER,
  sku,
} from '../../testing/scenario.ts';
import { albumKind } from './album.ts';
import { deleteAlbum, saveAlbum } from './edit-album.ts';
import { type LinkAlbum, linkAlbum } from './link-album.ts';

const ALBUM = 'album-1';
const own = { creator_id: CREATOR, album_id: ALBUM };
const of = { ...own, plan_id: PLAN, sku_id: RED };
const link = (change: Partial<LinkAlbum> = {}) =>
  linkAlbum({ ...of, linked: true, may_link: true, ...change });
const unlink = (change: Partial<LinkAlbum> = {}) => link({ linked: false, may_link: false, ...change });

/** A shop with two SKUs, and an album with these terms. */
function shop(terms: AlbumTerms = { plan_ids: [], skus: [] }) {
  const scenario = given(
    ...onSale(goods, [
      [sku(RED), 5],
      [sku(BLUE), 5],
    ]),
  );
  const album = { ...own, made: true, status: ALBUM_STATUS.normal, may_link: true };
  scenario.accepts(saveAlbum({ ...album, terms }));
  const now = () => {
    const found = scenario.memory.stateOf(albumKind, albumStream(ALBUM));
    return found.phase === 'live' ? found.terms.skus.map(({ sku_id }) => sku_id) : found.phase;
  };
  return { ...scenario, now };
}

describe('a SKU', () => {
  it('opens an album and no longer; again changes nothing', () => {
    const { accepts, now } = shop();
    expect(accepts(link()).types).toEqual(['AlbumTermsChanged']);
    expect(accepts(link()).events).toEqual([]);
    accepts(link({ sku_id: BLUE }));
    expect(now()).toEqual([RED, BLUE]);
    expect(accepts(unlink()).types).toEqual(['AlbumTermsChanged']);
    expect(accepts(unlink()).events).toEqual([]);
    expect(now()).toEqual([BLUE]);
  });

  it('is refused by field without the right, unknown, and where the album names 20', () => {
    const field = (name: string, key: string) => ({ errors: [{ field: name, message: { key } }] });
    expect(shop().refuses(link({ may_link: false }))).toMatchObject(field('sku_id', 'not_granted'));
    expect(shop().refuses(link({ sku_id: 'sku-9' as SkuId }))).toMatchObject(field('sku_id', 'unknown'));
    const full = { plan_ids: Array.from({ length: 20 }, () => PLAN), skus: [] };
    expect(shop(full).refuses(link())).toMatchObject(field('album_id', 'too_many'));
  });

  it('of another creator, of a deleted plan or album, or a closed account opens nothing', () => {
    const scenario = shop();
    const other = 'plan-2' as PlanId;
    const theirs = 'sku-2' as SkuId;
    scenario.memory.given(offered(other, goods, [[sku(theirs), 1]], { creator_id: STRANGER }));
    for (const change of [
      { plan_id: other, sku_id: theirs },
      { creator_id: STRANGER },
      { album_id: 'album-9' },
    ]) {
      expect(scenario.refuses(link(change))).toEqual({ code: 'not_found' });
    }
    scenario.memory.given([planStatus(2)]);
    expect(scenario.refuses(link())).toEqual({ code: 'plan_deleted' });
    const event = { type: 'AccountClosed' as const, data: { user_id: CREATOR } };
    scenario.memory.given([decided(accountStream(CREATOR), event)]);
    expect(scenario.refuses(link())).toEqual({ code: 'not_allowed' });
    scenario.accepts(deleteAlbum(own));
    expect(scenario.refuses(unlink())).toEqual({ code: 'not_found' });
  });

  it('opens exactly what a plain list of links says, in any order of commands', () => {
    const step = fc.record({
      sku_id: fc.constantFrom(RED, BLUE),
      linked: fc.boolean(),
      may_link: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
        const { memory, now } = shop();
        const links = new Set<SkuId>();
        for (const { sku_id, linked, may_link } of steps) {
          memory.decide(link({ sku_id, linked, may_link }));
          if (linked && may_link) links.add(sku_id);
          if (!linked) links.delete(sku_id);
        }
        expect(new Set(now())).toEqual(links);
      }),
    );
  });
});
