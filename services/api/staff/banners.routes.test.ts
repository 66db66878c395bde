import sharp from 'sharp';
import { expect, it } from 'vitest';
import { fixture } from '#events/testing/fixture.ts';
import { envelope } from '#services/contract/fields/fields.ts';
import { uploaded, uploadPicture } from '#services/contract/media/upload-forms.ts';
import { listBanners, listScheduledBanners, saveBanners } from '#services/contract/staff/banners.ts';
import { formOf } from '../testing/form.ts';
import { sent } from '../testing/sent.ts';
import { startTestApi } from '../testing/test-api.ts';

const api = fixture(startTestApi);
const admin = fixture(() => api.staff('admin'));
const fan = fixture(() => api.user());

it('banners are shown within their time, in their order, and written by an admin with a reason', async () => {
  const background = { r: 120, g: 120, b: 120 };
  const file = await sharp({ create: { width: 1_600, height: 400, channels: 3, background } })
    .png()
    .toBuffer();
  const { headers, payload } = formOf(file);
  const answer = await sent(api.app, {
    method: 'POST',
    url: uploadPicture.path,
    headers: { ...headers, authorization: `Bearer ${admin.token}` },
    payload,
  });
  const image = envelope(uploaded).parse(answer).data.url;
  const now = Math.floor(api.deps.clock.now() / 1000);
  const banner = (url: string, begin_time: number, end_time: number) => ({
    image,
    url,
    begin_time,
    end_time,
  });
  const list = [
    banner('/explore', now - 60, now + 3600),
    banner('https://example.com/a', now - 60, now + 3600),
    banner('/later', now + 60, now + 3600),
    banner('/over', now - 60, now - 30),
  ];
  const save = (body: object, as = admin) => api.send(saveBanners, { list, reason: 'spring', ...body }, as);
  expect((await save({}, fan)).ec).toBe(40300);
  expect((await save({ reason: ' ' })).ec).toBe(40000);
  for (const url of [
    'javascript:alert(1)',
    '//evil.example',
    '/\\evil.example',
    'http://example.com',
    'data:x',
  ])
    expect((await save({ list: [banner(url, now, now + 1)] })).ec).toBe(40000);
  expect((await save({ list: [banner('/x', now, now)] })).ec).toBe(40000);
  expect(
    (await save({ list: [{ ...banner('/x', now, now + 1), image: 'https://x.example/a.png' }] })).ec,
  ).toBe(40000);
  expect((await save({ list: Array.from({ length: 11 }, () => list[0]) })).ec).toBe(40000);
  expect((await save({})).data).toMatchObject({ changed: true });
  expect((await save({})).data).toMatchObject({ changed: false });
  const shown = await api.data(listBanners, {});
  expect(shown.list).toEqual([
    { image, url: '/explore' },
    { image, url: 'https://example.com/a' },
  ]);
  expect((await api.data(listScheduledBanners, {}, admin)).list).toHaveLength(4);
});
