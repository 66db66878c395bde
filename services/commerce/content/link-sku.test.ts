import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AccessTerms, Audience } from '#events/content.ts';
import type { PlanId, SkuId } from '#events/ids.ts';
import { fenOf } from '#events/money.ts';
import { accountStream, postStream } from '#events/stream-names.ts';
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
} from '../testing/scenario.ts';
import { savePost } from './edit-post.ts';
import { type LinkSku, linkSku } from './link-sku.ts';
import { postKind } from './post.ts';

const POST = 'post-1';
const COFFEE = 'plan-coffee' as PlanId;
const link = (change: Partial<LinkSku> = {}) =>
  linkSku({
    creator_id: CREATOR,
    post_id: POST,
    plan_id: PLAN,
    sku_id: RED,
    linked: true,
    may_link: true,
    ...change,
  });
const unlink = (change: Partial<LinkSku> = {}) => link({ linked: false, may_link: false, ...change });
const named = (...sku_ids: SkuId[]): Audience => ({
  to: 'named',
  plan_ids: [],
  skus: sku_ids.map((sku_id) => ({ plan_id: PLAN, sku_id })),
});

/** A shop with two SKUs, and a post with this audience. */
function shop(audience: Audience = { to: 'self' }) {
  const scenario = given(
    ...onSale(goods, [
      [sku(RED), 5],
      [sku(BLUE), 5],
    ]),
    ...offered(COFFEE, goods, []),
  );
  const terms: AccessTerms = { audience, window: 'now', public_at: null, goal_id: null };
  const of = { creator_id: CREATOR, post_id: POST, made: true, kind: 'post', text_hash: 'a' } as const;
  scenario.accepts(savePost({ ...of, terms, publish: 'now', may_link: true }));
  const now = (): Audience => {
    const post = scenario.memory.stateOf(postKind, postStream(POST));
    return post.phase === 'published' ? post.terms.audience : { to: 'all' };
  };
  return { ...scenario, now };
}

describe('a SKU', () => {
  it('opens a post that was for its creator alone, and others beside it', () => {
    const { accepts, now } = shop();
    expect(accepts(link()).types).toEqual(['PostTermsChanged']);
    expect(now()).toEqual(named(RED));
    expect(accepts(link()).events).toEqual([]);
    accepts(link({ sku_id: BLUE }));
    expect(now()).toEqual(named(RED, BLUE));
  });

  it('is removed; without the last one the post is for its creator alone, never for all', () => {
    const { accepts, now } = shop(named(RED, BLUE));
    expect(accepts(unlink()).types).toEqual(['PostTermsChanged']);
    expect(now()).toEqual(named(BLUE));
    expect(accepts(unlink()).events).toEqual([]);
    accepts(unlink({ sku_id: BLUE }));
    expect(now()).toEqual({ to: 'self' });
  });

  it('is refused by field where everybody or members read the post, and for want of the right', () => {
    const refusal = (audience: Audience, change: Partial<LinkSku> = {}) =>
      shop(audience).refuses(link(change));
    const field = (name: string, key: string) => ({ errors: [{ field: name, message: { key } }] });
    expect(refusal({ to: 'all' })).toMatchObject(field('post_id', 'open_to_all'));
    expect(refusal({ to: 'members' })).toMatchObject(field('post_id', 'for_members'));
    expect(refusal({ to: 'price', min_price: fenOf(1) })).toMatchObject(field('post_id', 'for_members'));
    expect(refusal({ to: 'self' }, { may_link: false })).toMatchObject(field('sku_id', 'not_granted'));
    expect(refusal({ to: 'self' }, { sku_id: 'sku-9' as SkuId })).toMatchObject(field('sku_id', 'unknown'));
    const full: Audience = { to: 'named', plan_ids: Array.from({ length: 20 }, () => PLAN), skus: [] };
    expect(refusal(full)).toMatchObject(field('post_id', 'too_many'));
  });

  it('of another creator, of a deleted plan or a closed account opens nothing', () => {
    const scenario = shop();
    const other = 'plan-2' as PlanId;
    scenario.memory.given(offered(other, goods, [[sku('sku-2' as SkuId), 1]], { creator_id: STRANGER }));
    expect(scenario.refuses(link({ plan_id: other, sku_id: 'sku-2' as SkuId }))).toEqual({
      code: 'not_found',
    });
    expect(scenario.refuses(link({ creator_id: STRANGER }))).toEqual({ code: 'not_found' });
    expect(scenario.refuses(link({ post_id: 'post-9' }))).toEqual({ code: 'not_found' });
    scenario.memory.given([planStatus(2)]);
    expect(scenario.refuses(link())).toEqual({ code: 'plan_deleted' });
    const event = { type: 'AccountClosed' as const, data: { user_id: CREATOR } };
    scenario.memory.given([decided(accountStream(CREATOR), event)]);
    expect(scenario.refuses(link())).toEqual({ code: 'not_allowed' });
  });

  it('is linked by the composer only with the right; links that the post has stay', () => {
    const scenario = shop(named(RED));
    const terms = { window: 'now', public_at: null, goal_id: null } as const;
    const of = { creator_id: CREATOR, post_id: POST, made: false, kind: 'post', text_hash: 'b' } as const;
    const edit = (...sku_ids: SkuId[]) =>
      savePost({ ...of, terms: { ...terms, audience: named(...sku_ids) }, publish: 'now', may_link: false });
    expect(scenario.accepts(edit(RED)).types).toEqual(['PostTextChanged']);
    const field = { errors: [{ field: 'skus.1.sku_id', message: { key: 'not_granted' } }] };
    expect(scenario.refuses(edit(RED, BLUE))).toMatchObject(field);
  });

  it('opens exactly the posts that a plain list of links says, in any order of commands', () => {
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
        const audience = now();
        const open = audience.to === 'named' ? audience.skus.map(({ sku_id }) => sku_id) : [];
        expect(new Set(open)).toEqual(links);
        expect(audience.to).toBe(links.size === 0 ? 'self' : 'named');
      }),
    );
  });
});
