import { beforeAll, describe, expect, test } from 'vitest';
import { CERTIFICATION_STATUS } from '#events/status.ts';
import { fixture } from '#events/testing/fixture.ts';
import { addTeamMember } from '#services/contract/accounts/team.ts';
import { previewPost } from '#services/contract/content/drafts.ts';
import { listPosts } from '#services/contract/content/post-lists.ts';
import {
  deletePost,
  getPost,
  type Post,
  type PublishPost,
  publishPost,
} from '#services/contract/content/posts.ts';
import { TEAM_HEADER } from '#services/contract/endpoint.ts';
import { refundOrder } from '#services/contract/orders/after-payment.ts';
import { queriesOn } from '#services/runtime/queries.ts';
import { postFiles } from '#services/worker/processes/post-files.ts';
import { orderCalls } from '../testing/order-calls.ts';
import { certifiedCreator, publish } from '../testing/posting.ts';
import { readyFile } from '../testing/ready-files.ts';
import { savePlan, sponsorshipForm } from '../testing/shop.ts';
import { startTestApi, type TestUser } from '../testing/test-api.ts';
import { uploadFile } from '../testing/uploading.ts';

const api = fixture(startTestApi);
let creator: TestUser;
let plan_id: string;
beforeAll(async () => {
  creator = await certifiedCreator(api);
  ({ plan_id } = await savePlan(api, creator, { ...sponsorshipForm, price: '30.00' }));
});

const file = async (...of: [kind?: Parameters<typeof readyFile>[2], state?: string]) =>
  (await readyFile(api, creator, ...of)).file_id;
const write = (body: Partial<PublishPost>) => publish(api, creator, body);
const show = async (post_id: string, as?: TestUser): Promise<Post> => {
  await api.projected();
  return (await api.data(getPost, { post_id }, as)).post;
};
const fetched = async (url: string, as?: TestUser) =>
  (await api.app.inject({ method: 'GET', url, headers: as ? { authorization: `Bearer ${as.token}` } : {} }))
    .statusCode;
const usesOf = async (post_id: string) => {
  const rows = queriesOn(api.deps.pool).selectFrom('media.uses').where('used_by', '=', `post:${post_id}`);
  return (await rows.select('file_id').execute()).map(({ file_id }) => file_id).toSorted();
};
/** The code of the refusal and its fields. */
const refused = async (media: object, as = creator) => {
  const { ec, data } = await api.send(publishPost, { content: 'Hello', media }, as);
  return [ec, ...(data.errors ?? []).map(({ field }: { field: string }) => field)];
};
const member = async () => {
  const fan = await api.user();
  const out_trade_no = await orderCalls(api, fan).buy({ plan_id, month: 1 });
  return { fan, out_trade_no };
};

describe('who sees the files of a post', () => {
  test('a member gets addresses that work for nobody else; others get numbers and a few colours', async () => {
    const [pic, other, audio] = [await file(), await file(), await file('audio')];
    const media = {
      pics: [pic, other],
      audio,
      video: await file('video'),
      attachment: await file('attachment'),
    };
    const films = queriesOn(api.deps.pool).updateTable('media.files').where('file_id', '=', media.video);
    await films.set({ seconds: 61.4 }).execute();
    const { post_id } = await write({ audience: 'members', media });
    const { fan } = await member();
    const seen = await show(post_id, fan);
    expect(seen).toMatchObject({ has_right: true, pic_count: 2, has_audio: true, teaser_pic: null });
    expect(seen.pics.map(({ file_id }) => file_id)).toEqual([pic, other]);
    const [first] = seen.pics;
    const stranger = await api.user();
    for (const url of [first!.url, first!.preview, first!.small, seen.audio!.url, seen.attachment!.url]) {
      expect(await fetched(url, fan)).toBe(200);
      expect(await fetched(url, stranger)).toBe(403);
      expect(await fetched(url)).toBe(403);
    }
    for (const viewer of [stranger, undefined]) {
      const locked = await show(post_id, viewer);
      expect(locked).toMatchObject({
        has_right: false,
        cover: null,
        pics: [],
        audio: null,
        video: null,
        captions: null,
        attachment: null,
        pic_count: 2,
        has_audio: true,
        has_video: true,
        has_attachment: true,
        ext: { video_duration: 61 },
        teaser_pic: { width: 64, height: 48 },
      });
      expect(JSON.stringify(locked)).not.toMatch(new RegExp(`/media/|${pic}|${audio}`));
    }
  });

  test('files of a public post are for everybody, its creator gets the originals', async () => {
    const { post_id } = await write({ media: { pics: [await file()] } });
    const [guest, own] = [await show(post_id), await show(post_id, creator)];
    expect(await fetched(guest.pics[0]!.url)).toBe(200);
    expect(guest.pics[0]!.url).toContain('/w1440?');
    expect(own.pics[0]!.url).toContain('/original?');
    expect(await fetched(own.pics[0]!.url)).toBe(403);
    expect(await fetched(own.pics[0]!.url, creator)).toBe(200);
    // Also in lists.
    const { list } = await api.data(listPosts, { user_id: creator.user_id, per_page: 1 });
    expect(list[0]!.pics[0]!.url).toBe(guest.pics[0]!.url);
  });

  test('for every audience a viewer gets addresses exactly if the post can be read', async () => {
    const media = { pics: [await file()], audio: await file('audio') };
    const { fan } = await member();
    const viewers = [undefined, await api.user(), fan, creator];
    for (const terms of [
      { audience: 'all' },
      { audience: 'members' },
      { audience: 'price', min_price: '30.00' },
      { audience: 'price', min_price: '30.01' },
      { audience: 'named', plan_ids: [plan_id] },
      { audience: 'self' },
    ] as const) {
      const { post_id } = await write({ ...terms, plan_ids: [plan_id], media });
      await api.projected();
      for (const viewer of viewers) {
        const { ec, data } = await api.call(getPost, { post_id }, viewer);
        if (ec !== 200) continue;
        const { has_right, pics, audio } = data.post;
        expect([pics.length === 1 && pics[0]?.url !== '', audio !== null]).toEqual([has_right, has_right]);
      }
    }
  });

  test('the cover of an article is as public as its title; a frame of a post’s video is not', async () => {
    const cover = await file();
    const locked = { audience: 'members', media: { cover, video: await file('video') } } as const;
    const article = await write({ ...locked, type: 1, title: 'Light' });
    const seen = await show(article.post_id);
    expect(await fetched(seen.cover!.url)).toBe(200);
    expect(seen.video).toBeNull();
    const post = await show((await write(locked)).post_id);
    expect(post).toMatchObject({ cover: null, teaser_pic: { width: 64 } });
    expect(JSON.stringify(post)).not.toContain(cover);
  });

  test('a file that is being prepared has no address; a refused one is not shown', async () => {
    const [pic, checked, gone] = [await file(), await file('picture', 'checked'), await file()];
    const { post_id } = await write({ media: { pics: [pic, checked, gone] } });
    const files = queriesOn(api.deps.pool).updateTable('media.files').set({ state: 'refused' });
    await files.where('file_id', '=', gone).execute();
    const { pics } = await show(post_id);
    expect(pics.map(({ file_id, state, url }) => [file_id, state, url !== ''])).toEqual([
      [pic, 'ready', true],
      [checked, 'checked', false],
    ]);
  });

  test('a member of the team sees what the creator sees, with own addresses', async () => {
    const { post_id } = await write({ audience: 'self', media: { pics: [await file()] } });
    const helper = await api.user();
    const { email: account } = await api.deps.accounts.addressesOf(helper.user_id);
    await api.data(addTeamMember, { account, member_name: 'Ann', rights: ['content'] }, creator);
    const [pic] = (await show(post_id, helper)).pics;
    expect([await fetched(pic!.url, helper), await fetched(pic!.url, creator)]).toEqual([200, 403]);
    const body = { content: 'By Ann', media: { pics: [await file()] } };
    const { post } = await api.data(publishPost, body, helper, { [TEAM_HEADER]: creator.user_id });
    expect(await fetched(post.pics[0]!.url, helper)).toBe(200);
  });

  test('without certification nothing is shown to others, and nothing is added', async () => {
    const author = await certifiedCreator(api);
    const { file_id } = await readyFile(api, author);
    const { post_id } = await publish(api, author, { media: { pics: [file_id] } });
    await api.deps.accounts.certifications.decide(author.user_id, CERTIFICATION_STATUS.rejected);
    // Other processes hear of it by a notice.
    await expect.poll(() => show(post_id)).toMatchObject({ pics: [], pic_count: 0 });
    expect((await show(post_id, author)).pics).toHaveLength(1);
    const edit = async (pics: string[]) =>
      (await api.call(publishPost, { post_id, content: 'Edited', media: { pics } }, author)).ec;
    expect(await edit([file_id])).toBe(200);
    const { file_id: another } = await readyFile(api, author);
    expect(await edit([file_id, another])).toBe(40000);
  });
});

test('a refund ends the addresses within two minutes, and gives no new ones', async () => {
  const { post_id } = await write({ audience: 'members', media: { audio: await file('audio') } });
  const { fan, out_trade_no } = await member();
  const { audio } = await show(post_id, fan);
  expect(await fetched(audio!.url, fan)).toBe(200);
  await api.data(refundOrder, { out_trade_no, amount: '30.00', reason: 'late' }, creator);
  const after = await show(post_id, fan);
  expect(after).toMatchObject({ has_right: false, audio: null, has_audio: true });
  const { clock } = api.deps;
  clock.setOffset(clock.offset + 120_000);
  expect(await fetched(audio!.url, fan)).toBe(403);
});

test('readers open originals where the post allows it; nobody else does, and not of a public post', async () => {
  const pics = [await file()];
  const allowed = { pics, original: true };
  const { fan } = await member();
  const { post_id } = await write({ audience: 'members', media: allowed });
  const seen = await show(post_id, fan);
  expect(seen.original).toBe(true);
  expect(await fetched(seen.pics[0]?.original ?? '', fan)).toBe(200);
  expect(seen.pics[0]?.url).toContain('/mark1440?');
  // The creator gets nothing else.
  expect((await show(post_id, creator)).pics[0]?.original).toBe('');
  expect(JSON.stringify(await show(post_id))).not.toContain('/media/');
  for (const terms of [
    { audience: 'members', media: { pics } },
    { audience: 'all', media: allowed },
  ] as const) {
    const other = await write(terms);
    expect((await show(other.post_id, fan)).pics[0]?.original).toBe('');
  }
  await write({ post_id, audience: 'members', media: { pics } });
  expect((await show(post_id, fan)).pics[0]?.original).toBe('');
});

test('captions are WebVTT of at most 512 KiB; who sees the video gets them', async () => {
  const video = await file('video');
  const words = 'WEBVTT\n\n00:01.000 --> 00:02.000\nGood morning\n';
  const sent = async (text: string) =>
    (await uploadFile(api, creator, 'attachment', Buffer.from(text))).file_id;
  const captions = await sent(words);
  for (const wrong of [
    await sent(`NOT ${words}`),
    await sent(`WEBVTTX\n\n`),
    await sent(words.padEnd(524_289)),
    video,
    await file(),
  ]) {
    expect(await refused({ video, captions: wrong })).toEqual([40000, 'media.captions']);
  }
  const { post_id } = await write({ audience: 'members', media: { video, captions } });
  const { fan } = await member();
  const seen = await show(post_id, fan);
  expect(seen.captions).toMatchObject({ file_id: captions, type: 'text/vtt' });
  expect(await fetched(seen.captions?.url ?? '', fan)).toBe(200);
  expect((await show(post_id)).captions).toBeNull();
  expect(await usesOf(post_id)).toEqual([video, captions].toSorted());
});

test('after a pause of three minutes the post gives addresses that work, of every file', async () => {
  const video = await file('video');
  await queriesOn(api.deps.pool)
    .insertInto('media.variants')
    .values({
      file_id: video,
      variant: 'hls',
      object: 'hls',
      type: 'application/vnd.apple.mpegurl',
      bytes: 0,
    })
    .execute();
  const pics = [await file()];
  const { post_id } = await write({
    audience: 'members',
    media: { pics, video, audio: await file('audio') },
  });
  const { fan } = await member();
  const addressesOf = ({ pics, video, audio }: Post) => [
    pics[0]?.url,
    video?.url,
    video?.hls,
    audio?.url,
    ...pics.flatMap(({ preview, small }) => [preview, small].filter((one) => one !== '')),
  ];
  const before = await show(post_id, fan);
  expect([before.pics[0]?.hls, before.audio?.hls]).toEqual(['', '']);
  const { clock } = api.deps;
  clock.setOffset(clock.offset + 180_000);
  const after = await show(post_id, fan);
  for (const [at, old = ''] of addressesOf(before).entries()) {
    const fresh = addressesOf(after)[at] ?? '';
    expect(old.split('?')[0]).toBe(fresh.split('?')[0]);
    expect(await fetched(old, fan)).toBe(403);
    // The list has no bytes here.
    if (!fresh.includes('/hls?')) expect(await fetched(fresh, fan)).toBe(200);
  }
});

test('files that are not own, not complete or of another kind are refused by their field', async () => {
  const pic = await file();
  const { file_id: others } = await readyFile(api, await certifiedCreator(api));
  expect(await refused({ pics: [pic, others] })).toEqual([40000, 'media.pics.1']);
  expect(await refused({ pics: ['nothing'] })).toEqual([40000, 'media.pics.0']);
  expect(await refused({ audio: pic, cover: await file('video') })).toEqual([
    40000,
    'media.cover',
    'media.audio',
  ]);
  for (const state of ['signed', 'refused'])
    expect(await refused({ attachment: await file('attachment', state) })).toEqual([
      40000,
      'media.attachment',
    ]);
  expect(await refused({ pics: Array.from({ length: 10 }, () => pic) })).toEqual([40000, 'media.pics']);
  expect(await refused({ pics: [pic] }, await api.creator())).toEqual([40000, 'content']);
});

test('a preview shows own files only', async () => {
  const pic = await file();
  const { file_id: others } = await readyFile(api, await certifiedCreator(api));
  const body = { content: 'Hello', media: { pics: [pic, others], cover: others } };
  await api.projected();
  const { post } = await api.data(previewPost, { body, as: 'guest' }, creator);
  expect(post?.pics.map(({ file_id }) => file_id)).toEqual([pic]);
  expect(await fetched(post!.pics[0]!.url)).toBe(200);
  expect(JSON.stringify(post)).not.toContain(others);
});

test('a post without a text has files; a picture is in it once', async () => {
  const pic = await file();
  const { post_id } = await write({ content: '', media: { pics: [pic, pic] } });
  expect((await show(post_id)).pics).toHaveLength(1);
});

describe('what a post shows is noted', () => {
  const repaired = async (post_id: string) => {
    const { pool, clock, committer } = api.deps;
    const timer = { key: post_id, due_at: 0, attempts: 0, data: {} };
    expect(await postFiles({ pool, clock, committer }).fire(timer, 0)).toBe('done');
  };

  test('when it is published, changed and deleted', async () => {
    const [pic, audio] = [await file(), await file('audio')];
    const { post_id } = await write({ media: { pics: [pic], audio } });
    expect(await usesOf(post_id)).toEqual([pic, audio].toSorted());
    await write({ post_id, media: { audio } });
    expect(await usesOf(post_id)).toEqual([audio]);
    // A refused change keeps it.
    await api.call(publishPost, { post_id, content: 'Hello', audience: 'price', media: {} }, creator);
    expect(await usesOf(post_id)).toEqual([audio]);
    await api.data(deletePost, { post_id }, creator);
    expect(await usesOf(post_id)).toEqual([]);
  });

  test('by the worker after a crash', async () => {
    const pic = await file();
    const { post_id } = await write({ media: { pics: [pic] } });
    await api.deps.media.files.setUses(`post:${post_id}`, []);
    await repaired(post_id);
    expect(await usesOf(post_id)).toEqual([pic]);
    await api.data(deletePost, { post_id }, creator);
    await api.deps.media.files.setUses(`post:${post_id}`, [pic]);
    await repaired(post_id);
    expect(await usesOf(post_id)).toEqual([]);
  });
});
