import { describe, expect, it } from 'vitest';
import type { AccessTerms } from '#events/content.ts';
import type { SkuId } from '#events/ids.ts';
import { fenOf } from '#events/money.ts';
import { accountStream, goalStream, postStream } from '#events/stream-names.ts';
import { DAY_MS } from '#events/time.ts';
import {
  CREATOR,
  decided,
  given,
  goods,
  LI,
  NOON,
  offered,
  onSale,
  PLAN,
  RED,
  STRANGER,
  sku,
  sponsorship,
} from '../testing/scenario.ts';
import { movePost, publishScheduled, type SavePost, savePost } from './edit-post.ts';
import { postKind } from './post.ts';

const POST = 'post-1';
const open: AccessTerms = { audience: { to: 'all' }, window: 'now', public_at: null, goal_id: null };
const named = (change: Partial<Extract<AccessTerms['audience'], { to: 'named' }>> = {}): AccessTerms => ({
  ...open,
  audience: { to: 'named', plan_ids: [PLAN], skus: [], ...change },
});
const save = (change: Partial<SavePost> = {}) =>
  savePost({
    creator_id: CREATOR,
    post_id: POST,
    made: true,
    kind: 'post',
    terms: open,
    text_hash: 'a',
    publish: 'now',
    may_link: true,
    ...change,
  });
const edit = (change: Partial<SavePost> = {}) => save({ made: false, ...change });
const move = (to: 'hidden' | 'shown' | 'deleted', creator_id = CREATOR) =>
  movePost({ creator_id, post_id: POST, to });
const AT = NOON + 3_600_000;

describe('a post', () => {
  it('is published once, and edited in its place', () => {
    const scenario = given();
    expect(scenario.accepts(save()).types).toEqual(['PostCreated', 'PostPublished']);
    expect(scenario.accepts(edit()).events).toEqual([]);
    expect(scenario.accepts(edit({ text_hash: 'b' })).types).toEqual(['PostTextChanged']);
    const terms: AccessTerms = { ...open, audience: { to: 'members' }, window: 'ever' };
    expect(scenario.accepts(edit({ text_hash: 'b', terms })).types).toEqual(['PostTermsChanged']);
    const later = { text_hash: 'b', terms, publish: { at: AT } };
    expect(scenario.accepts(edit(later)).result).toMatchObject({ phase: 'published' });
    expect(scenario.memory.stateOf(postKind, postStream(POST))).toMatchObject({
      published_at: NOON,
      text_hash: 'b',
      terms,
    });
  });

  it('is scheduled, moved, taken back, and scheduled again', () => {
    const scenario = given();
    const at = (time: number) => ({ publish: { at: time } });
    expect(scenario.accepts(save(at(AT))).types).toEqual(['PostCreated', 'PostScheduled']);
    expect(scenario.accepts(edit(at(AT))).events).toEqual([]);
    expect(scenario.accepts(edit(at(AT + 1))).types).toEqual(['PostScheduled']);
    expect(scenario.accepts(edit({ publish: 'draft' })).types).toEqual(['PostUnscheduled']);
    expect(scenario.accepts(edit({ publish: 'draft', text_hash: 'b' })).types).toEqual(['PostTextChanged']);
    expect(scenario.accepts(publishScheduled({ post_id: POST, at: AT + 1 })).events).toEqual([]);
    expect(scenario.accepts(edit(at(AT))).types).toEqual(['PostScheduled']);
    expect(scenario.accepts(edit()).types).toEqual(['PostPublished']);
  });

  it('is published at its time by the process, once, and not for another time', () => {
    const scenario = given();
    scenario.accepts(save({ publish: { at: AT } }));
    const due = publishScheduled({ post_id: POST, at: AT });
    expect(scenario.accepts(due).result).toBe(false);
    scenario.memory.now = AT;
    expect(scenario.accepts(publishScheduled({ post_id: POST, at: AT - 1 })).result).toBe(false);
    expect(scenario.accepts(due)).toMatchObject({ result: true, types: ['PostPublished'] });
    expect(scenario.accepts(due)).toMatchObject({ result: false, events: [] });
  });

  it('of a closed account becomes a draft at its time', () => {
    const scenario = given();
    scenario.accepts(save({ publish: { at: AT } }));
    scenario.memory.given([
      decided(accountStream(CREATOR), { type: 'AccountClosed', data: { user_id: CREATOR } }),
    ]);
    scenario.memory.now = AT;
    expect(scenario.accepts(publishScheduled({ post_id: POST, at: AT })).types).toEqual(['PostUnscheduled']);
    expect(scenario.refuses(edit())).toEqual({ code: 'not_allowed' });
  });

  it('is hidden, shown and deleted; deleted it is gone', () => {
    const scenario = given();
    scenario.accepts(save());
    expect(scenario.accepts(move('shown')).events).toEqual([]);
    expect(scenario.accepts(move('hidden')).types).toEqual(['PostHidden']);
    expect(scenario.accepts(move('hidden')).events).toEqual([]);
    expect(scenario.accepts(move('shown')).types).toEqual(['PostShown']);
    expect(scenario.accepts(move('deleted')).types).toEqual(['PostDeleted']);
    expect(scenario.accepts(move('deleted')).events).toEqual([]);
    for (const command of [move('shown'), edit(), save()])
      expect(scenario.refuses(command)).toEqual({ code: 'not_found' });
  });

  it('that is scheduled is not hidden, and is deleted', () => {
    const scenario = given();
    scenario.accepts(save({ publish: { at: AT } }));
    expect(scenario.refuses(move('hidden'))).toEqual({ code: 'state_does_not_allow' });
    expect(scenario.accepts(move('deleted')).types).toEqual(['PostDeleted']);
    scenario.memory.now = AT;
    expect(scenario.accepts(publishScheduled({ post_id: POST, at: AT })).events).toEqual([]);
  });

  it('of another creator is not found', () => {
    const scenario = given();
    scenario.accepts(save());
    for (const command of [edit({ creator_id: STRANGER }), save({ creator_id: STRANGER })])
      expect(scenario.refuses(command)).toEqual({ code: 'not_found' });
    expect(scenario.refuses(move('deleted', LI))).toEqual({ code: 'not_found' });
    expect(scenario.refuses(edit({ post_id: 'post-2' }))).toEqual({ code: 'not_found' });
  });
});

describe('the terms of a post', () => {
  const shop = () => given(...onSale(goods, [[sku(RED), 5]]));
  const goal = decided(goalStream('goal-1'), {
    type: 'GoalSet',
    data: { goal_id: 'goal-1', creator_id: CREATOR, type: 1, target: 5, window: null, description: '' },
  });

  it('name plans, SKUs and a goal of the creator', () => {
    const scenario = shop();
    scenario.memory.given([goal]);
    const terms = { ...named({ skus: [{ plan_id: PLAN, sku_id: RED }] }), goal_id: 'goal-1' };
    expect(scenario.accepts(save({ terms })).types).toEqual(['PostCreated', 'PostPublished']);
  });

  it.each<[string, AccessTerms, string]>([
    ['an unknown plan', named({ plan_ids: [PLAN, 'plan-9' as typeof PLAN] }), 'plan_ids.1'],
    ['another creator’s plan', named({ plan_ids: ['plan-2' as typeof PLAN] }), 'plan_ids.0'],
    [
      'a SKU of another plan',
      named({ skus: [{ plan_id: PLAN, sku_id: 'sku-9' as SkuId }] }),
      'skus.0.sku_id',
    ],
    ['nothing', named({ plan_ids: [] }), 'plan_ids'],
    ['too much', named({ plan_ids: Array.from({ length: 21 }, () => PLAN) }), 'plan_ids'],
    ['no price', { ...open, audience: { to: 'price', min_price: fenOf(0) } }, 'min_price'],
    ['an unknown goal', { ...open, goal_id: 'goal-9' }, 'goal_id'],
    ['an opening in the past', { ...open, public_at: NOON }, 'public_time'],
    ['an opening too far ahead', { ...open, public_at: NOON + 367 * DAY_MS }, 'public_time'],
  ])('with %s are refused by field', (_what, terms, field) => {
    const scenario = shop();
    scenario.memory.given(offered('plan-2' as typeof PLAN, sponsorship, [], { creator_id: STRANGER }));
    const refusal = scenario.refuses(save({ terms }));
    expect(refusal).toMatchObject({ code: 'bad_input', errors: [{ field }] });
  });

  it.each([
    ['in the past', NOON - 1],
    ['too far ahead', NOON + 367 * DAY_MS],
  ])('with a publication %s are refused', (_when, at) => {
    const refusal = given().refuses(save({ publish: { at } }));
    expect(refusal).toMatchObject({ errors: [{ field: 'publish_time' }] });
  });

  it('keep an opening that has passed, and a goal that was deleted since', () => {
    const scenario = given();
    scenario.memory.given([goal]);
    const terms = { ...open, public_at: AT, goal_id: 'goal-1' };
    scenario.accepts(save({ terms }));
    const gone = { type: 'GoalDeleted' as const, data: { goal_id: 'goal-1', creator_id: CREATOR } };
    scenario.memory.given([decided(goalStream('goal-1'), gone)]);
    scenario.memory.now = AT + 1;
    expect(scenario.accepts(edit({ terms, text_hash: 'b' })).types).toEqual(['PostTextChanged']);
  });

  it('do not change the kind', () => {
    const scenario = given();
    scenario.accepts(save());
    expect(scenario.refuses(edit({ kind: 'article' }))).toMatchObject({ errors: [{ field: 'type' }] });
  });
});
