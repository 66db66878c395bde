import { randomBytes } from 'node:crypto';
import { readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';
import { afterEach, describe, expect, test } from 'vitest';
import { fixture } from '#events/testing/fixture.ts';
import { addTeamMember } from '#services/contract/accounts/team.ts';
import { TEAM_HEADER } from '#services/contract/endpoint.ts';
import {
  completeUpload,
  deleteFile,
  getUploadParts,
  listOwnFiles,
  MAX_SHOWN_FILES,
  showOwnFiles,
  signUpload,
} from '#services/contract/media/media.ts';
import { openRightsRegister } from '#services/modules/accounts/rights.ts';
import { metadataIn, photo } from '#services/modules/media/testing/photo.ts';
import { movableClock } from '#services/runtime/clock.ts';
import { queriesOn } from '#services/runtime/queries.ts';
import { startTestApi, type TestUser } from '../testing/test-api.ts';
import { put, sendFile, uploadFile } from '../testing/uploading.ts';

const MINUTE = 60_000;
const clock = movableClock();
const api = fixture(() => startTestApi({ projections: false, clock }));
const creator = fixture<TestUser>(() => api.creator());
const fan = fixture<TestUser>(() => api.user());

/** Names in the store. */
const objects = (): string[] =>
  readdirSync(join(api.deps.config.dataDir, 'media'), { recursive: true, withFileTypes: true })
    .flatMap((one) => (one.isFile() ? [one.name] : []))
    .sort();
const rowOf = (file_id: string) =>
  queriesOn(api.deps.pool)
    .selectFrom('media.files')
    .where('file_id', '=', file_id)
    .selectAll()
    .executeTakeFirst();
const contentOf = async (file_id: string): Promise<Buffer> =>
  buffer(await api.deps.media.store.read((await rowOf(file_id))?.object ?? ''));

const pdf = Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(5_000)]);

afterEach(async () => {
  await queriesOn(api.deps.pool).deleteFrom('media.files').where('state', '=', 'signed').execute();
});

describe('an upload', () => {
  test('of a picture is decoded, upright and without metadata; completed twice it is the same', async () => {
    const sent = await photo(400, 300);
    const file_id = await sendFile(api, fan, 'picture', sent, '../\u202Egnp.照片\u0007.jpg');
    const before = objects();
    expect(before).toHaveLength(1);
    const file = await api.data(completeUpload, { file_id }, fan);
    expect(file).toMatchObject({
      kind: 'picture',
      state: 'checked',
      type: 'image/jpeg',
      name: 'gnp.照片.jpg',
    });
    expect([file.width, file.height]).toEqual([300, 400]);
    expect(await metadataIn(await contentOf(file_id))).toEqual([]);
    expect(objects()).toEqual([(await rowOf(file_id))?.object]);
    expect(await api.data(completeUpload, { file_id }, fan)).toEqual(file);
    expect(
      await api.deps.media.files.refusalOf(fan.user_id, [{ field: 'pic', file_id, kind: 'picture' }]),
    ).toBeNull();
  });

  test('of an attachment keeps its bytes and its name, and is ready at once', async () => {
    const file = await uploadFile(api, creator, 'attachment', pdf, '说明.pdf');
    expect(file).toMatchObject({
      state: 'ready',
      type: 'application/pdf',
      name: '说明.pdf',
      bytes: pdf.length,
    });
    expect((await contentOf(file.file_id)).equals(pdf)).toBe(true);
  });

  test('in parts is continued by asking which arrived', async () => {
    const bytes = Buffer.concat([pdf, randomBytes(33_554_432)]);
    const sign = { kind: 'attachment', name: 'big.pdf', bytes: bytes.length } as const;
    const upload = await api.data(signUpload, sign, creator);
    expect(upload).toMatchObject({ parts: 3, part_bytes: 16_777_216, arrived: [] });
    const partOf = (n: number) => bytes.subarray((n - 1) * 16_777_216, n * 16_777_216);
    const { file_id, puts } = upload;
    for (const at of [2, 0]) {
      expect((await put(api.app, puts[at]!, partOf(at + 1), creator)).ec).toBe(200);
    }
    expect(await api.call(completeUpload, { file_id }, creator)).toMatchObject({
      ec: 40000,
      em: '文件尚未上传完成',
    });
    clock.setOffset(clock.offset + 20 * MINUTE);
    expect(await put(api.app, puts[1]!, partOf(2), creator)).toMatchObject({ ec: 40902 });
    const rest = await api.data(getUploadParts, { file_id }, creator, { 'locale-lang': 'zh-CN' });
    expect([rest.arrived, rest.puts.map(({ part }) => part)]).toEqual([[1, 3], [2]]);
    expect((await put(api.app, rest.puts[0]!, partOf(2), creator)).ec).toBe(200);
    expect(await api.data(completeUpload, { file_id }, creator)).toMatchObject({ bytes: bytes.length });
    expect((await contentOf(file_id)).equals(bytes)).toBe(true);
  });

  test('that expired is refused, and does not count any more', async () => {
    const upload = await api.data(signUpload, { kind: 'picture', bytes: 3 }, fan);
    clock.setOffset(clock.offset + 15 * MINUTE);
    const { file_id } = upload;
    for (const answer of [
      await put(api.app, upload.puts[0]!, Buffer.from('abc'), fan),
      await api.call(completeUpload, { file_id }, fan),
      await api.call(getUploadParts, { file_id }, fan, { 'locale-lang': 'zh-CN' }),
    ])
      expect([answer.ec, answer.em]).toEqual([40902, '上传已过期，请重新上传该文件']);
    for (let count = 0; count < 20; count += 1)
      await api.data(signUpload, { kind: 'picture', bytes: 3 }, fan);
  });
});

test('while the store is away uploads are refused clearly, and go on afterwards', async () => {
  const { file_id, puts } = await api.data(signUpload, { kind: 'attachment', bytes: pdf.length }, creator);
  const folder = join(api.deps.config.dataDir, 'media');
  renameSync(folder, `${folder}-aside`);
  writeFileSync(folder, '');
  try {
    const away = { status: 503, ec: 50300, em: '文件存储暂时不可用，请稍后再试' };
    expect(await put(api.app, puts[0]!, pdf, creator)).toMatchObject(away);
    expect(await api.call(completeUpload, { file_id }, creator)).toMatchObject(away);
  } finally {
    rmSync(folder);
    renameSync(`${folder}-aside`, folder);
  }
  expect((await rowOf(file_id))?.state).toBe('signed');
  expect((await put(api.app, puts[0]!, pdf, creator)).ec).toBe(200);
  expect(await api.data(completeUpload, { file_id }, creator)).toMatchObject({ state: 'ready' });
});

describe('a PUT is refused, and nothing is written', () => {
  const signed = () => api.data(signUpload, { kind: 'attachment', bytes: pdf.length }, creator);

  test.each<[string, Buffer, Readonly<Record<string, string>>, number]>([
    ['one byte less', pdf.subarray(1), {}, 40000],
    ['one byte more', Buffer.concat([pdf, Buffer.alloc(1)]), {}, 40000],
    ['nothing', Buffer.alloc(0), {}, 40000],
    ['another type', pdf, { 'content-type': 'application/json' }, 40000],
    ['a form', pdf, { 'content-type': 'multipart/form-data; boundary=b' }, 40000],
    ['no token', pdf, { 'x-upload-token': '' }, 40300],
    ['a token that was made up', pdf, { 'x-upload-token': `99999999999.${'A'.repeat(43)}` }, 40300],
  ])('%s', async (_, bytes, headers, ec) => {
    const before = objects();
    const { puts, file_id } = await signed();
    const [one] = puts;
    const answer = await put(api.app, { ...one!, headers: { ...one!.headers, ...headers } }, bytes, creator);
    expect([answer.ec, answer.em]).toEqual([ec, expect.any(String)]);
    expect(objects()).toEqual(before);
    expect((await api.call(completeUpload, { file_id }, creator)).ec).toBe(40000);
  });

  test('with the token of another file, person or part', async () => {
    const [mine, other] = [await signed(), await signed()];
    const headers = other.puts[0]!.headers;
    expect((await put(api.app, { url: mine.puts[0]!.url, headers }, pdf, creator)).ec).toBe(40300);
    expect((await put(api.app, mine.puts[0]!, pdf, fan)).ec).toBe(40400);
    const second = { ...mine.puts[0]!, url: `/api/media/put/${mine.file_id}?part=2` };
    expect((await put(api.app, second, pdf, creator)).ec).toBe(40300);
  });

  test('after the file is complete', async () => {
    const upload = await signed();
    const { file_id } = upload;
    await put(api.app, upload.puts[0]!, pdf, creator);
    await api.data(completeUpload, { file_id }, creator);
    const before = objects();
    expect((await put(api.app, upload.puts[0]!, randomBytes(pdf.length), creator)).ec).toBe(40902);
    expect(objects()).toEqual(before);
    expect((await contentOf(file_id)).equals(pdf)).toBe(true);
  });
});

describe('the type is that of the bytes', () => {
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>');
  const html = Buffer.from('\uFEFF \n<!DOCTYPE html><script>alert(1)</script>');
  const mp3 = Buffer.concat([Buffer.from('ID3\x04\0\0\0\0\0\0', 'latin1'), Buffer.alloc(2_000)]);
  const gif = async () =>
    sharp({ create: { width: 9, height: 9, channels: 3, background: '#123' } })
      .gif()
      .toBuffer();

  test.each<[string, 'picture' | 'audio' | 'video' | 'attachment', () => Promise<Buffer> | Buffer, string]>([
    ['a drawing', 'picture', () => svg, '请选择图片类型文件'],
    ['a page', 'picture', () => html, '请选择图片类型文件'],
    [
      'half a picture',
      'picture',
      async () => (await photo(800, 600)).subarray(0, 3_000),
      '请选择图片类型文件',
    ],
    [
      'a page with the head of a picture',
      'picture',
      () => Buffer.concat([Buffer.from('GIF89a'), html]),
      '请选择图片类型文件',
    ],
    ['a sound', 'picture', () => mp3, '请选择图片类型文件'],
    ['a picture', 'audio', gif, '请选择音频文件'],
    ['a page', 'audio', () => html, '请选择音频文件'],
    ['a sound', 'video', () => mp3, '请选择视频文件'],
    ['a drawing', 'attachment', () => svg, '不能上传网页或 SVG 文件'],
    ['a page', 'attachment', () => html, '不能上传网页或 SVG 文件'],
    [
      'a page in UTF-16',
      'attachment',
      () => Buffer.from('\uFEFF<html><script>', 'utf16le'),
      '不能上传网页或 SVG 文件',
    ],
  ])('%s is no %s', async (_, kind, made, em) => {
    const before = objects();
    const file_id = await sendFile(api, creator, kind, await made(), 'photo.png');
    const first = await api.call(completeUpload, { file_id }, creator);
    expect([first.ec, first.em]).toEqual([40000, expect.stringContaining(em)]);
    expect(await api.call(completeUpload, { file_id }, creator)).toMatchObject({ ec: 40000, em: first.em });
    expect(objects()).toEqual(before);
    const { list } = await api.data(listOwnFiles, {}, creator);
    expect(list.find((file) => file.file_id === file_id)).toMatchObject({
      state: 'refused',
      problem: first.em,
    });
  });

  test('pixels without what is hidden behind them', async () => {
    const { file_id } = await uploadFile(api, fan, 'picture', Buffer.concat([await gif(), html]));
    expect((await contentOf(file_id)).includes('script')).toBe(false);
  });
});

describe('what a person may store', () => {
  test('a fan uploads pictures only', async () => {
    for (const kind of ['audio', 'video', 'attachment'] as const)
      expect((await api.call(signUpload, { kind, bytes: 9 }, fan)).ec).toBe(40300);
  });

  test.each([
    ['picture', 10_485_760, '10 MB'],
    ['audio', 314_572_800, '300 MB'],
    ['video', 4_294_967_296, '4 GB'],
    ['attachment', 104_857_600, '100 MB'],
  ] as const)('%s: at most %i bytes', async (kind, bytes, most) => {
    expect((await api.call(signUpload, { kind, bytes }, creator)).ec).toBe(200);
    expect(await api.call(signUpload, { kind, bytes: bytes + 1 }, creator)).toMatchObject({
      ec: 40000,
      em: `上传文件最大为: ${most}`,
      data: { errors: [{ field: 'bytes' }] },
    });
  });

  test('with a special right audio and video are larger', async () => {
    const person = await api.creator();
    const { pool } = api.deps;
    const register = openRightsRegister(pool, clock);
    const signs = async (kind: 'audio' | 'video', bytes: number) =>
      (await api.call(signUpload, { kind, bytes }, person)).ec === 200;
    const MB = 1_048_576;
    for (const [kind, right, bytes] of [
      ['audio', 'audio_400', 400 * MB],
      ['audio', 'audio_500', 500 * MB],
      ['video', 'video_8', 8_192 * MB],
      ['video', 'video_10', 10_240 * MB],
      ['video', 'video_15', 15_360 * MB],
    ] as const) {
      expect(await signs(kind, bytes)).toBe(false);
      await register.give(person.user_id, right);
      expect([await signs(kind, bytes), await signs(kind, bytes + 1)]).toEqual([true, false]);
    }
  });

  test('20 uploads are open at once', async () => {
    const one = () => api.call(signUpload, { kind: 'picture', bytes: 9 }, fan);
    const answers = await Promise.all(Array.from({ length: 30 }, one));
    expect(answers.filter(({ ec }) => ec === 200)).toHaveLength(20);
    expect(answers.find(({ ec }) => ec !== 200)).toMatchObject({
      ec: 40902,
      em: '最多同时进行 20 个上传，请等其他文件上传完成',
    });
    const [open] = (await api.data(listOwnFiles, {}, fan)).list.filter(({ state }) => state === 'signed');
    await api.data(deleteFile, { file_id: open?.file_id ?? '' }, fan);
    expect((await one()).ec).toBe(200);
  });

  test('the bytes of all files have a limit', async () => {
    const person = await api.creator();
    const row = { owner_id: person.user_id, kind: 'video', state: 'ready', name: 'a', created_at: 0 };
    const bytes = 53_687_091_200 - 1_000;
    await queriesOn(api.deps.pool)
      .insertInto('media.files')
      .values({ ...row, file_id: 'old', bytes })
      .execute();
    const sign = (bytes: number) => api.call(signUpload, { kind: 'attachment', bytes }, person);
    expect((await sign(600)).ec).toBe(200);
    expect(await sign(401)).toMatchObject({
      ec: 40902,
      em: '存储空间已满（共 50 GB），请先删除不用的文件',
      data: { errors: [{ field: 'bytes' }] },
    });
    expect((await sign(400)).ec).toBe(200);
    expect(await api.data(listOwnFiles, {}, person)).toMatchObject({
      used_bytes: 53_687_091_200,
      max_bytes: 53_687_091_200,
      total_count: 3,
    });
  });
});

describe('files of others', () => {
  test('are found by no call, and not changed', async () => {
    const upload = await api.data(signUpload, { kind: 'picture', bytes: pdf.length }, creator);
    const done = await uploadFile(api, creator, 'attachment', pdf);
    const before = await Promise.all([upload.file_id, done.file_id].map(rowOf));
    for (const file_id of [upload.file_id, done.file_id, '../x', 'x'.repeat(32)]) {
      for (const call of [completeUpload, deleteFile])
        expect([40400, 40000]).toContain((await api.send(call, { file_id }, fan)).ec);
      expect([40400, 40000]).toContain(
        (await api.send(getUploadParts, { file_id }, fan, { 'locale-lang': 'en' })).ec,
      );
    }
    expect((await put(api.app, upload.puts[0]!, pdf, fan)).ec).toBe(40400);
    expect(await Promise.all([upload.file_id, done.file_id].map(rowOf))).toEqual(before);
    const { list } = await api.data(listOwnFiles, {}, fan);
    expect(list.map(({ file_id }) => file_id)).not.toContain(done.file_id);
  });

  test('a member with the right uploads for the creator', async () => {
    const member = await api.user();
    const { email: account } = await api.deps.accounts.addressesOf(member.user_id);
    await api.data(addTeamMember, { account, member_name: 'Ann', rights: ['content'] }, creator);
    const forCreator = { [TEAM_HEADER]: creator.user_id };
    const { file_id } = await api.data(signUpload, { kind: 'audio', bytes: 9 }, member, forCreator);
    expect((await rowOf(file_id))?.owner_id).toBe(creator.user_id);
    expect((await api.call(deleteFile, { file_id }, member)).ec).toBe(40400);
    const done = await uploadFile(api, creator, 'attachment', pdf);
    const file_ids = [file_id, done.file_id, 'unknown'].join();
    expect(await api.data(showOwnFiles, { file_ids }, member)).toEqual({ list: [] });
    const { list } = await api.data(showOwnFiles, { file_ids }, member, forCreator);
    expect(list).toMatchObject([{ file_id: done.file_id, state: 'ready', bytes: pdf.length }]);
    const open = async ({ token }: TestUser) =>
      (
        await api.app.inject({
          method: 'GET',
          url: list[0]?.url ?? '',
          headers: { authorization: `Bearer ${token}` },
        })
      ).statusCode;
    expect([await open(member), await open(creator)]).toEqual([200, 403]);
    const many = Array.from({ length: MAX_SHOWN_FILES + 1 }, () => 'a').join();
    expect((await api.call(showOwnFiles, { file_ids: many }, creator)).ec).toBe(40000);
  });
});

test('a file that something shows is not deleted; otherwise its bytes go, too', async () => {
  const { file_id } = await uploadFile(api, creator, 'attachment', pdf);
  const { object = '' } = (await rowOf(file_id)) ?? {};
  await api.deps.media.files.setUses('post:x', [file_id]);
  expect(await api.call(deleteFile, { file_id }, creator)).toMatchObject({
    ec: 40000,
    em: expect.stringContaining('正在使用'),
  });
  await api.deps.media.files.setUses('post:x', []);
  await api.data(deleteFile, { file_id }, creator);
  expect([await rowOf(file_id), objects().includes(object)]).toEqual([undefined, false]);
  expect((await api.call(deleteFile, { file_id }, creator)).ec).toBe(40400);
});
