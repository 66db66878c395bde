import { describe, expect, test } from 'vitest';
import { POST_STATUS } from '#events/status.ts';
import { type Post, publishPost } from '#services/contract/content/posts.ts';
import { postErrors } from './post-errors.ts';
import { inAlbums, NEW_POST, namedOf, type PostValues, postRequest, postValuesOf } from './post-values.ts';

const written: PostValues = { ...NEW_POST, content: '新的一集' };
const sent = (values: PostValues, draft = false) => {
  const request = postRequest(values, { saved: undefined, draft });
  expect(publishPost.body.safeParse(request).error).toBeUndefined();
  return request;
};

test('a new post is for everybody, and published at once', () => {
  expect(sent(written)).toMatchObject({
    audience: 'all',
    content: '新的一集',
    publish_time: 0,
    draft: false,
  });
});

test('albums are sent when they differ from those that the post is in', () => {
  const albums = inAlbums({ ...written, album_ids: ['a'] }, ['b', 'a']);
  expect(albums.album_ids).toEqual(['a', 'b']);
  expect(sent(albums).album_ids).toEqual(['a', 'b']);
  expect(sent(written)).not.toHaveProperty('album_ids');
  const saved = { post_id: 'p', album_ids: ['a', 'b'] };
  expect(postRequest(albums, { saved, draft: false })).not.toHaveProperty('album_ids');
  expect(postRequest(written, { saved, draft: false }).album_ids).toEqual([]);
});

test('what does not count for the audience is not sent', () => {
  const gated: PostValues = {
    ...written,
    audience: 'price',
    min_price: ' 30 ',
    named: ['p1'],
    window: 'ever',
    preview_text: ' 试读 ',
    public_time: 2_000_000_000,
    goal_id: 'g1',
  };
  expect(sent(gated)).toMatchObject({
    min_price: '30',
    plan_ids: [],
    window: 'ever',
    preview_text: '试读',
    public_time: 2_000_000_000,
    goal_id: 'g1',
  });
  const open = sent({ ...gated, audience: 'all' });
  expect(open).toMatchObject({ window: 'now', preview_text: '', public_time: 0, goal_id: '' });
  expect(open).not.toHaveProperty('min_price');
  expect(sent({ ...gated, audience: 'named', min_price: 'x', named: ['p1', 'p2/s1'] })).toMatchObject({
    plan_ids: ['p1'],
    skus: [{ plan_id: 'p2', sku_id: 's1' }],
  });
});

test('the cover is that of an article, or a frame of the video', () => {
  const files: PostValues = { ...written, cover: 'c1', video: 'v1' };
  expect(sent(files).media?.cover).toBe('c1');
  expect(sent({ ...files, video: '' }).media?.cover).toBe('');
  expect(sent({ ...files, type: 1, title: '标题', video: '' }).media?.cover).toBe('c1');
});

test('a draft gives up its time', () => {
  expect(sent({ ...written, publish_time: 2_000_000_000 }, true)).toMatchObject({
    publish_time: 0,
    draft: true,
  });
  expect(sent({ ...written, publish_time: 2_000_000_000 })).toMatchObject({ publish_time: 2_000_000_000 });
});

test('plans and SKUs keep their ids', () => {
  expect(namedOf(['p1', 'p2/s1', 'p3'])).toEqual({
    plan_ids: ['p1', 'p3'],
    skus: [{ plan_id: 'p2', sku_id: 's1' }],
  });
});

test('a saved post that is sent again is the same', () => {
  const post: Partial<Post> = {
    type: 1,
    title: '标题',
    content: '正文',
    preview_text: '试读',
    audience: 'named',
    min_price: '0.00',
    plan_ids: ['p1'],
    skus: [{ plan_id: 'p2', sku_id: 's1' }],
    window: 'period',
    public_time: 2_000_000_100,
    goal_id: '',
    album_ids: ['l1'],
    share_title: '海边的夏天',
    share_text: '三天',
    publish_time: 2_000_000_000,
    status: POST_STATUS.scheduled,
  };
  const { status: _status, min_price: _price, ...fields } = post;
  const files = {
    cover: { file_id: 'c1' },
    pics: [{ file_id: 'f1' }, { file_id: 'f2' }],
    audio: { file_id: 'a1' },
    video: null,
    attachment: null,
    original: true,
  };
  Object.assign(post, files);
  const media = { cover: 'c1', pics: ['f1', 'f2'], audio: 'a1', video: '', attachment: '', original: true };
  expect(sent(postValuesOf(post as Post))).toMatchObject({ ...fields, media });
  const everybody = { ...postValuesOf(post as Post), audience: 'all' as const };
  expect(sent(everybody).media?.original).toBe(false);
  // A published post keeps its time.
  expect(sent(postValuesOf({ ...(post as Post), status: POST_STATUS.normal })).publish_time).toBe(0);
});

describe('errors', () => {
  const t = ((key: string) => key) as unknown as Parameters<typeof postErrors>[1]['t'];
  const errorsOf = (values: Partial<PostValues>, isPublished = false) =>
    postErrors({ ...written, ...values }, { t, isPublished, now: 1_000 });

  test.each<[string, Partial<PostValues>, Record<string, string>]>([
    ['nothing wrong', {}, {}],
    ['pictures without a text', { content: '', pics: ['f1'] }, {}],
    ['blank text', { content: ' \n' }, { content: 'error.content' }],
    ['an article without a title', { type: 1, title: ' ' }, { title: 'error.title' }],
    ['no price', { audience: 'price' }, { min_price: 'error.price' }],
    ['a price of nothing', { audience: 'price', min_price: '0' }, { min_price: 'error.price' }],
    ['three decimals', { audience: 'price', min_price: '1.234' }, { min_price: 'error.price' }],
    ['a price that does not count', { audience: 'members', min_price: 'x' }, {}],
    ['nothing named', { audience: 'named' }, { named: 'error.named' }],
    [
      '21 named',
      { audience: 'named', named: Array.from({ length: 21 }, String) },
      { named: 'error.namedMost' },
    ],
    ['20 named', { audience: 'named', named: Array.from({ length: 20 }, String) }, {}],
    ['a time that has passed', { publish_time: 1_000 }, { publish_time: 'error.past' }],
    [
      'opens before it is published',
      { audience: 'members', publish_time: 2_000, public_time: 2_000 },
      { public_time: 'error.beforePublish' },
    ],
    ['opens after it', { audience: 'members', publish_time: 2_000, public_time: 2_001 }, {}],
  ])('%s', (_what, values, errors) => {
    expect(errorsOf(values)).toEqual(errors);
  });

  test.each(['pictures', 'files', 'failed'] as const)('uploads that are not done: %s', (obstacle) => {
    expect(postErrors(written, { t, isPublished: false, obstacle })).toEqual({
      pics: `media:upload.wait.${obstacle}`,
    });
  });

  test('a published post has its time', () => {
    expect(errorsOf({ publish_time: 500 }, true)).toEqual({});
  });
});
