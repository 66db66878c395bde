import { describe, expect, it } from 'vitest';
import type { AlbumTerms } from '#events/content.ts';
import type { SkuId } from '#events/ids.ts';
import { ALBUM_STATUS } from '#events/status.ts';
import { accountStream, albumStream } from '#events/stream-names.ts';
import { CREATOR, decided, given, goods, onSale, PLAN, RED, STRANGER, sku } from '../../testing/scenario.ts';
import { movePost, type SavePost, savePost } from '../edit-post.ts';
import { albumKind, MAX_POSTS, type PostsChange } from './album.ts';
import { deleteAlbum, editAlbumPosts, orderAlbum, saveAlbum } from './edit-album.ts';

const ALBUM = 'album-1';
const own = { creator_id: CREATOR, album_id: ALBUM };
const none: AlbumTerms = { plan_ids: [], skus: [] };
const save = (change: Partial<Parameters<typeof saveAlbum>[0]> = {}) =>
  saveAlbum({ ...own, made: true, status: ALBUM_STATUS.normal, terms: none, may_link: true, ...change });
const edit = (change: PostsChange & { creator_id?: typeof CREATOR }) => editAlbumPosts({ ...own, ...change });
const post = (post_id: string, change: Partial<SavePost> = {}) =>
  savePost({
    creator_id: CREATOR,
    post_id,
    made: true,
    kind: 'post',
    terms: { audience: { to: 'all' }, window: 'now', public_at: null, goal_id: null },
    text_hash: 'a',
    publish: 'now',
    may_link: true,
    ...change,
  });

/** An album of the creator, and published posts. */
function begun(...post_ids: string[]) {
  const scenario = given(...onSale(goods, [[sku(RED), 5]]));
  scenario.accepts(save());
  for (const post_id of post_ids) scenario.accepts(post(post_id));
  const ids = (album_id = ALBUM) => {
    const album = scenario.memory.stateOf(albumKind, albumStream(album_id));
    return album.phase === 'live' ? album.posts.map(({ post_id }) => post_id) : album.phase;
  };
  return { ...scenario, ids };
}

describe('an album', () => {
  it('is made, changed and deleted; the same again changes nothing', () => {
    const scenario = begun();
    const terms: AlbumTerms = { plan_ids: [PLAN], skus: [{ plan_id: PLAN, sku_id: RED }] };
    const changed = { made: false, terms, status: ALBUM_STATUS.hidden };
    expect(scenario.accepts(save({ made: false })).events).toEqual([]);
    expect(scenario.accepts(save(changed)).types).toEqual(['AlbumTermsChanged', 'AlbumStatusChanged']);
    expect(scenario.accepts(save(changed)).events).toEqual([]);
    const order = orderAlbum({ ...own, order_by: 'publish_sn_desc' });
    expect(scenario.accepts(order).types).toEqual(['AlbumOrdered']);
    expect(scenario.accepts(order).events).toEqual([]);
    expect(scenario.accepts(deleteAlbum(own)).types).toEqual(['AlbumDeleted']);
    expect(scenario.accepts(deleteAlbum(own)).events).toEqual([]);
    for (const command of [save(), save({ made: false }), edit({ add: [] }), order])
      expect(scenario.refuses(command)).toEqual({ code: 'not_found' });
  });

  it('of another creator, and one that is unknown, is not found', () => {
    const scenario = begun('one');
    const creator_id = STRANGER;
    for (const command of [
      save({ creator_id }),
      save({ creator_id, made: false }),
      save({ album_id: 'album-2', made: false }),
      edit({ creator_id, add: ['one'] }),
      orderAlbum({ ...own, creator_id, order_by: 'rank_desc' }),
      deleteAlbum({ ...own, creator_id }),
      deleteAlbum({ ...own, album_id: 'album-2' }),
    ])
      expect(scenario.refuses(command)).toEqual({ code: 'not_found' });
  });

  it('of a closed account is not made and not changed, and is deleted', () => {
    const scenario = begun('one');
    const closed = { type: 'AccountClosed' as const, data: { user_id: CREATOR } };
    scenario.memory.given([decided(accountStream(CREATOR), closed)]);
    for (const command of [save({ album_id: 'album-2' }), save({ made: false }), edit({ add: ['one'] })])
      expect(scenario.refuses(command)).toEqual({ code: 'not_allowed' });
    expect(scenario.accepts(deleteAlbum(own)).types).toEqual(['AlbumDeleted']);
  });

  it('names a new SKU only with the right to link it; one that it names already stays', () => {
    const scenario = begun();
    const terms: AlbumTerms = { ...none, skus: [{ plan_id: PLAN, sku_id: RED }] };
    const unlinked = save({ made: false, terms, may_link: false });
    expect(scenario.refuses(unlinked)).toMatchObject({ errors: [{ field: 'skus.0.sku_id' }] });
    scenario.accepts(save({ made: false, terms }));
    const both = save({ made: false, terms: { ...terms, plan_ids: [PLAN] }, may_link: false });
    expect(scenario.accepts(both).types).toEqual(['AlbumTermsChanged']);
  });

  it.each<[string, AlbumTerms, string]>([
    ['an unknown plan', { ...none, plan_ids: [PLAN, 'plan-9' as typeof PLAN] }, 'plan_ids.1'],
    ['an unknown SKU', { ...none, skus: [{ plan_id: PLAN, sku_id: 'sku-9' as SkuId }] }, 'skus.0.sku_id'],
    ['too much', { ...none, plan_ids: Array.from({ length: 21 }, () => PLAN) }, 'plan_ids'],
  ])('that names %s is refused by field', (_what, terms, field) => {
    expect(begun().refuses(save({ made: false, terms }))).toMatchObject({ errors: [{ field }] });
  });
});

describe('the posts of an album', () => {
  it('are added at the end, ordered and taken out; events name what changed only', () => {
    const scenario = begun('a', 'b', 'c', 'd');
    scenario.accepts(edit({ add: ['a', 'b', 'c'] }));
    expect(scenario.accepts(edit({ add: ['a'] })).events).toEqual([]);
    const move = scenario.accepts(edit({ order: ['c', 'a'] }));
    expect(scenario.ids()).toEqual(['c', 'a', 'b']);
    expect(move.events).toMatchObject([{ data: { added: [], removed: [], moved: [{ post_id: 'c' }] } }]);
    const all = scenario.accepts(edit({ add: ['d'], remove: ['a', 'x'], order: ['d', 'unknown', 'a'] }));
    expect(all.events).toMatchObject([{ data: { added: [{ post_id: 'd' }], removed: ['a'], moved: [] } }]);
    expect(scenario.ids()).toEqual(['d', 'c', 'b']);
  });

  it('are live ones of the creator; a deleted one leaves a gap and can be taken out', () => {
    const scenario = begun('a', 'b', 'gone');
    const other = post('foreign', { creator_id: STRANGER });
    scenario.accepts(other);
    scenario.accepts(edit({ add: ['a', 'gone'] }));
    scenario.accepts(movePost({ creator_id: CREATOR, post_id: 'gone', to: 'deleted' }));
    for (const id of ['foreign', 'unknown', 'gone']) {
      const refusal = scenario.refuses(edit({ add: ['b', id] }));
      expect(refusal).toMatchObject({ errors: [{ field: 'add.1', message: { key: 'unknown' } }] });
    }
    expect(scenario.ids()).toEqual(['a', 'gone']);
    scenario.accepts(edit({ order: ['gone', 'a'] }));
    expect(scenario.ids()).toEqual(['gone', 'a']);
    scenario.accepts(edit({ remove: ['gone'] }));
    expect(scenario.ids()).toEqual(['a']);
  });

  it('are 2,000 at most, and 200 are added at once', () => {
    const scenario = begun('a', 'b');
    const many = Array.from({ length: 201 }, (_, n) => `p${n}`);
    const field = (command: ReturnType<typeof edit>) => scenario.refuses(command);
    expect(field(edit({ add: many }))).toMatchObject({ errors: [{ field: 'add' }] });
    const added = Array.from({ length: MAX_POSTS - 1 }, (_, n) => ({ post_id: `p${n}`, rank: n + 1 }));
    const full = { ...own, added, moved: [], removed: [] };
    scenario.memory.given([decided(albumStream(ALBUM), { type: 'AlbumPostsChanged', data: full })]);
    expect(field(edit({ add: ['a', 'b'] }))).toMatchObject({ errors: [{ field: 'add' }] });
    scenario.accepts(edit({ add: ['a'] }));
    expect(field(edit({ add: ['b'] }))).toMatchObject({ errors: [{ message: { max: '2000' } }] });
    scenario.accepts(edit({ add: ['b'], remove: ['p7'] }));
    expect(scenario.ids()).toHaveLength(MAX_POSTS);
  });
});

describe('a post that is saved with albums', () => {
  const into = (add: string[], remove: string[] = []) => ({ albums: { add, remove } });

  it('joins and leaves them with its own events', () => {
    const scenario = begun();
    scenario.accepts(save({ album_id: 'album-2' }));
    expect(scenario.accepts(post('a', into([ALBUM]))).types).toEqual([
      'PostCreated',
      'PostPublished',
      'AlbumPostsChanged',
    ]);
    const moved = post('a', { made: false, ...into(['album-2'], [ALBUM]) });
    expect(scenario.accepts(moved).types).toEqual(['AlbumPostsChanged', 'AlbumPostsChanged']);
    expect(scenario.accepts(moved).events).toEqual([]);
    expect([scenario.ids(), scenario.ids('album-2')]).toEqual([[], ['a']]);
  });

  it('is refused by field with an album that is unknown, another’s or full; leaving is always possible', () => {
    const scenario = begun();
    scenario.accepts(save({ album_id: 'album-2', creator_id: STRANGER }));
    for (const id of ['unknown', 'album-2'])
      expect(scenario.refuses(post('a', into([ALBUM, id])))).toMatchObject({
        errors: [{ field: 'album_ids.1', message: { key: 'unknown' } }],
      });
    const added = Array.from({ length: MAX_POSTS }, (_, n) => ({ post_id: `p${n}`, rank: n + 1 }));
    const full = { ...own, added, moved: [], removed: [] };
    scenario.memory.given([decided(albumStream(ALBUM), { type: 'AlbumPostsChanged', data: full })]);
    expect(scenario.refuses(post('a', into([ALBUM])))).toMatchObject({ errors: [{ field: 'album_ids.0' }] });
    expect(scenario.accepts(post('a', into([], ['unknown', 'album-2']))).types).toHaveLength(2);
  });
});
