import { buffer } from 'node:stream/consumers';
import { beforeAll, expect, test } from 'vitest';
import { fixture } from '#events/testing/fixture.ts';
import { completeUpload } from '#services/contract/media/media.ts';
import { getMessageSign, uploadAudio, uploadVideo } from '#services/contract/media/upload-forms.ts';
import { flac, shortFilm } from '#services/modules/media/testing/films.ts';
import { photo } from '#services/modules/media/testing/photo.ts';
import { queriesOn } from '#services/runtime/queries.ts';
import { formOf } from '../testing/form.ts';
import { sent } from '../testing/sent.ts';
import { startTestApi, type TestUser } from '../testing/test-api.ts';
import { put } from '../testing/uploading.ts';

const api = fixture(() => startTestApi({ projections: false }));
const creator = fixture<TestUser>(() => api.creator());
const fan = fixture<TestUser>(() => api.user());
let sound: Buffer;
let film: Buffer;
beforeAll(async () => {
  sound = await flac(100);
  film = await shortFilm();
});

function send(url: string, bytes: Buffer, as: TestUser) {
  const { headers, payload } = formOf(bytes);
  return sent(api.app, {
    method: 'POST',
    url,
    headers: { ...headers, authorization: `Bearer ${as.token}`, 'content-length': String(payload.length) },
    payload,
  });
}
const rows = () => queriesOn(api.deps.pool).selectFrom('media.files').selectAll().execute();

test('audio and video come in a form, with their bytes as they are', async () => {
  for (const [url, bytes, type] of [
    [uploadAudio.path, sound, 'audio/flac'],
    [uploadVideo.path, film, 'video/mp4'],
  ] as const) {
    const { ec, data } = await send(url, bytes, creator);
    expect(ec).toBe(200);
    expect(data).toMatchObject({ state: 'checked', name: 'f', bytes: bytes.length });
    expect(data.type).toContain(type.slice(6));
    const row = (await rows()).find(({ file_id }) => file_id === data.file_id);
    const stored = await buffer(await api.deps.media.store.read(row?.object ?? ''));
    expect(stored.equals(bytes)).toBe(true);
  }
});

test('a sound of more than a small body is taken, too', async () => {
  const large = Buffer.concat([sound, Buffer.alloc(1_048_577)]);
  expect(await send(uploadAudio.path, large, creator)).toMatchObject({
    ec: 200,
    data: { bytes: large.length },
  });
});

test('what is no sound or film, empty, or sent by a fan, is refused, and nothing is left', async () => {
  const before = await rows();
  expect(await send(uploadAudio.path, film.subarray(0, 4), creator)).toMatchObject({
    ec: 40000,
    em: '请选择音频文件（MP3、M4A、OGG 或 FLAC）',
    data: { errors: [{ field: 'file' }] },
  });
  expect((await send(uploadVideo.path, sound, creator)).ec).toBe(40000);
  expect((await send(uploadVideo.path, Buffer.alloc(0), creator)).ec).toBe(40000);
  expect((await send(uploadVideo.path, film, fan)).ec).toBe(40300);
  const added = (await rows()).slice(before.length);
  expect(added.map(({ state, object }) => [state, object])).toEqual([
    ['refused', ''],
    ['refused', ''],
  ]);
});

test('a picture of a message is signed under a name with its size, sent and completed', async () => {
  const bytes = await photo(400, 300);
  const ask = (input: object) => api.send(getMessageSign, input, fan, { 'locale-lang': 'zh-CN' });
  const { data } = await ask({ type: 'jpg', bytes: bytes.length, width: 300, height: 400 });
  expect(data.path).toMatch(new RegExp(`^\\d+_w300_h400_s${Math.ceil(bytes.length / 1024)}\\.jpg$`));
  expect((await put(api.app, { url: data.full_path, headers: data.keys }, bytes, fan)).ec).toBe(200);
  expect(await api.data(completeUpload, { file_id: data.file_id }, fan)).toMatchObject({ name: data.path });
  const big = { type: 'png', bytes: 20_971_520 };
  expect((await ask(big)).ec).toBe(200);
  expect(await ask({ ...big, bytes: 20_971_521 })).toMatchObject({ ec: 40000, em: '上传文件最大为: 20 MB' });
  for (const type of ['svg', 'exe', '']) {
    expect(await ask({ type, bytes: 9 })).toMatchObject({ ec: 40000, em: '请选择图片类型文件' });
  }
});
