import { readFileSync } from 'node:fs';
import { rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { WATERMARK } from '#events/status.ts';
import { fixture } from '#events/testing/fixture.ts';
import { editMyProfile } from '#services/contract/accounts/accounts.ts';
import { editCreator } from '#services/contract/catalog/creators.ts';
import { setWatermark } from '#services/contract/catalog/page-settings.ts';
import { envelope } from '#services/contract/fields/fields.ts';
import { uploadAvatar, uploaded } from '#services/contract/media/upload-forms.ts';
import {
  addressOf,
  publicName,
  putDrawing,
  storePublic,
} from '#services/modules/media/public/public-files.ts';
import { metadataIn } from '#services/modules/media/testing/photo.ts';
import { QUOTAS } from '#services/runtime/quotas.ts';
import { publicPicture } from '../http/uploads/public-picture.ts';
import { pictures } from '../testing/pictures.ts';
import { sent } from '../testing/sent.ts';
import { startTestApi, type TestUser } from '../testing/test-api.ts';
import { uploadFile } from '../testing/uploading.ts';

const api = fixture(() => startTestApi({ projections: false }));
const fan = fixture(() => api.user());

const BOUNDARY = 'boundary';
function upload(bytes: Buffer, field = 'file', name = 'p.png', url = '/api/upload/common-pic', as = fan) {
  const head = `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${field}"; filename="${name}"\r\ncontent-type: image/png\r\n\r\n`;
  return sent(api.app, {
    method: 'POST',
    url,
    headers: {
      authorization: `Bearer ${as.token}`,
      'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
      'locale-lang': 'en-US',
    },
    payload: Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${BOUNDARY}--\r\n`)]),
  });
}

const COMMON = '/api/upload/common-pic';
const GREY = { r: 120, g: 120, b: 120 };
const plain = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: GREY } });

test('a picture is taken and served', async () => {
  const answer = await upload(pictures.png, 'file', '../../etc/passwd');
  const { data } = envelope(uploaded).parse(answer);
  expect(data).toMatchObject({
    width: 3,
    height: 2,
    url: expect.stringMatching(/^\/files\/[0-9a-f]{40}\.png$/),
  });
  const served = await api.app.inject({ method: 'GET', url: data.url });
  expect(await sharp(served.rawPayload).metadata()).toMatchObject({ format: 'png', width: 3, height: 2 });
  expect(served.headers).toMatchObject({
    'content-type': 'image/png',
    'x-content-type-options': 'nosniff',
  });
  expect(served.headers['content-security-policy']).toContain('sandbox');
  expect(served.headers['cache-control']).toContain('immutable');
  expect(served.headers['cross-origin-resource-policy']).toBe('cross-origin');
});

test('a picture is known by its tag, and comes in parts', async () => {
  const { url } = envelope(uploaded).parse(await upload(pictures.webp)).data;
  const get = (headers: Record<string, string>, method: 'GET' | 'HEAD' = 'GET') =>
    api.app.inject({ method, url, headers });
  const { headers, rawPayload } = await get({});
  const etag = String(headers.etag);
  expect((await get({ 'if-none-match': etag })).statusCode).toBe(304);
  const part = await get({ range: 'bytes=2-5' });
  expect([part.statusCode, part.rawPayload.equals(rawPayload.subarray(2, 6))]).toEqual([206, true]);
  expect((await get({ range: `bytes=${rawPayload.length}-` })).statusCode).toBe(416);
  const head = await get({}, 'HEAD');
  expect([head.headers['content-length'], head.rawPayload.length]).toEqual([String(rawPayload.length), 0]);
});

test('a drawing and a moving picture are PNG for programs, under an address of their own', async () => {
  const frame = { create: { width: 900, height: 300, channels: 3, background: GREY } } as const;
  const gif = publicName(Buffer.from('moving'), 'gif', '');
  await storePublic(api.deps.media.store, gif, await sharp(frame).gif().toBuffer());
  const svg = await putDrawing(
    api.deps.media.store,
    Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="90" height="30"><path d="M0 0h9v9z"/></svg>'),
  );
  for (const address of [addressOf(gif), svg]) {
    const url = publicPicture({ publicUrl: '' }, address, 'person');
    expect(url).toBe(`${address}.png`);
    for (let times = 0; times < 2; times += 1) {
      const { headers, rawPayload } = await api.app.inject({ method: 'GET', url });
      expect(headers).toMatchObject({
        'content-type': 'image/png',
        'cross-origin-resource-policy': 'cross-origin',
      });
      expect(await sharp(rawPayload).metadata()).toMatchObject({ format: 'png', width: 640 });
    }
    const head = await api.app.inject({ method: 'HEAD', url });
    expect([head.statusCode, head.rawPayload.length]).toEqual([200, 0]);
  }
  for (const name of ['0.gif.png', 'none.svg.png', '..%2Fsecret.svg.png']) {
    expect((await api.app.inject({ url: `/files/${name}` })).statusCode).toBe(404);
  }
});

test('only public pictures have addresses here: no object of a private file', async () => {
  const { file_id } = await uploadFile(api, fan, 'picture', await plain(300, 200).png().toBuffer());
  const { rows } = await api.deps.pool.query<{ object: string }>(
    'SELECT object FROM media.files WHERE file_id = $1',
    [file_id],
  );
  for (const name of [rows[0]?.object, `${rows[0]?.object}.1`, `${rows[0]?.object}.png`]) {
    expect((await api.app.inject({ url: `/files/${name}` })).statusCode).toBe(404);
  }
});

test('a picture beyond the storage of all files is refused', async () => {
  const { user_id, token } = await api.user();
  await api.deps.pool.query(
    `INSERT INTO media.files (file_id, owner_id, kind, state, name, bytes, created_at)
     VALUES ($1, $2, 'picture', 'ready', 'large', $3, 0)`,
    [`large-${user_id}`, user_id, QUOTAS.media_bytes_of_fan - 10],
  );
  expect(await upload(pictures.png, 'file', 'p.png', COMMON, { ...fan, token })).toMatchObject({
    ec: 40902,
    data: { errors: [{ field: 'file' }] },
  });
});

test.each(['person', 'offer'])(
  'a %s without a picture has a default one, which other sites may show',
  async (kind) => {
    const served = await api.app.inject({ method: 'GET', url: `/files/default/${kind}.png` });
    expect(await sharp(served.rawPayload).metadata()).toMatchObject({
      format: 'png',
      width: 320,
      height: 320,
    });
    expect(served.headers).toMatchObject({
      'content-type': 'image/png',
      'cross-origin-resource-policy': 'cross-origin',
    });
    expect((await api.app.inject({ method: 'GET', url: '/files/default/none.png' })).statusCode).toBe(404);
  },
);

test('a picture whose file cannot be stored is not counted', async () => {
  const { pool, config } = api.deps;
  const { user_id, token } = await api.user();
  const one = await sharp({ create: { width: 31, height: 7, channels: 3, background: '#123' } })
    .png()
    .toBuffer();
  const counted = async () =>
    (await pool.query('SELECT FROM media.files WHERE owner_id = $1', [user_id])).rowCount;
  const files = join(config.dataDir, 'media');
  await rename(files, `${files}-away`);
  // A file in the place of the folder.
  await writeFile(files, '');
  const refused = await upload(one, 'file', 'p.png', '/api/upload/common-pic', { ...fan, token });
  await rm(files);
  await rename(`${files}-away`, files);
  expect([refused.status, await counted()]).toEqual([503, 0]);
  expect(await upload(one, 'file', 'p.png', '/api/upload/common-pic', { ...fan, token })).toMatchObject({
    ec: 200,
  });
  expect(await counted()).toBe(1);
});

test('a file that is not a picture is refused by field', async () => {
  expect(await upload(Buffer.from('<script>alert(1)</script>'.repeat(4)))).toMatchObject({
    ec: 40000,
    em: 'Please choose an image (PNG, JPEG, GIF or WebP)',
    data: { errors: [{ field: 'file' }] },
  });
});

test('more than 10 MB is 413 and names the limit', async () => {
  const big = Buffer.concat([pictures.png, Buffer.alloc(10 * 1_048_576)]);
  expect(await upload(big)).toMatchObject({ status: 413, ec: 40000, em: 'max file size: 10 MB' });
});

test('another field, or no form at all, is refused', async () => {
  expect(await upload(pictures.png, 'picture')).toMatchObject({
    ec: 40000,
    data: { errors: [{ field: 'file' }] },
  });
  expect((await api.call(uploadAvatar, {}, fan)).ec).toBe(40000);
});

test('files outside the folder are not served', async () => {
  for (const url of ['/files/../keys/vault', '/files/%2e%2e/keys/vault', '/files/..%2fkeys%2fvault']) {
    const { statusCode, body } = await api.app.inject({ method: 'GET', url });
    expect([statusCode, /^[\w+/]{43}=/.test(body)]).toEqual([404, false]);
  }
});

const send = (bytes: Buffer, as: TestUser, url = COMMON) => upload(bytes, 'file', 'p', url, as);
/** Uploads it; fails the test when it is refused. */
async function stored(bytes: Buffer, as: TestUser) {
  const { data } = envelope(uploaded).parse(await send(bytes, as));
  return { ...data, bytes: (await api.app.inject({ method: 'GET', url: data.url })).rawPayload };
}

test('a small avatar or cover is refused by its field; the least sizes are accepted', async () => {
  const creator = await api.creator();
  const form = { name: 'Ida', url_slug: 'leastpicture' };
  const avatar = async (width: number, height: number) =>
    send(await plain(width, height).png().toBuffer(), creator, '/api/upload/avatar');
  for (const [width, height] of [
    [159, 160],
    [160, 159],
  ] as const) {
    const message = 'The image must be at least 160 × 160 pixels';
    const refused = { ec: 40000, data: { errors: [{ field: 'file', message }] } };
    expect(await avatar(width, height)).toMatchObject(refused);
    const { url } = await stored(await plain(width, height).png().toBuffer(), creator);
    expect(await api.call(editMyProfile, { name: 'Ida', avatar: url }, creator)).toMatchObject({
      ec: 40000,
      data: { errors: [{ field: 'avatar' }] },
    });
  }
  for (const [width, height] of [
    [799, 400],
    [800, 399],
  ] as const) {
    const { url } = await stored(await plain(width, height).png().toBuffer(), creator);
    expect(await api.call(editCreator, { ...form, cover: url, avatar: url }, creator)).toMatchObject({
      ec: 40000,
      data: { errors: [{ field: 'cover', message: '图片尺寸至少为 800 × 400 像素' }] },
    });
  }
  const { data } = envelope(uploaded).parse(await avatar(160, 160));
  const { url: cover } = await stored(await plain(800, 400).png().toBuffer(), creator);
  expect((await api.call(editCreator, { ...form, cover, avatar: data.url }, creator)).ec).toBe(200);
});

describe('avatar and cover', () => {
  const person = fixture(() => api.creator());
  const calls = [
    (pictures: object) => api.send(editMyProfile, { name: 'Ida', ...pictures }, person),
    (pictures: object) =>
      api.send(editCreator, { name: 'Ida', url_slug: person.url_slug, ...pictures }, person),
  ];
  const refused = (field: string) => ({ ec: 40000, data: { errors: [{ field }] } });

  test('are pictures that the account has uploaded, nothing else', async () => {
    const large = await plain(800, 400).png().toBuffer();
    const own = await stored(large, person);
    const others = await stored(await plain(801, 400).png().toBuffer(), fan);
    for (const call of calls) {
      for (const address of [
        'javascript:alert(1)',
        'https://example.com/a.png',
        '//example.com/a.png',
        'data:image/png;base64,AAAA',
        `https://example.com${own.url}`,
        own.url.slice(7),
        `${own.url}?`,
        `/files/../files/${own.url.slice(7)}`,
        `/files/${'0'.repeat(40)}.png`,
        others.url,
      ]) {
        expect([address, await call({ avatar: address })]).toMatchObject([address, refused('avatar')]);
        expect([address, await call({ cover: address })]).toMatchObject([address, refused('cover')]);
      }
      const pictures = { avatar: own.url, cover: own.url };
      expect((await call(pictures)).data.user).toMatchObject(pictures);
      expect((await call({ avatar: '', cover: '' })).data.user).toMatchObject({ avatar: '', cover: '' });
    }
  });

  test('stay as they are saved, except addresses of other sites: those are replaced', async () => {
    const { pool, accounts } = api.deps;
    const save = (avatar: string) =>
      accounts.profiles.editUser(person.user_id, { name: 'Ida', avatar, cover: '' });
    const saved = async () => (await accounts.profiles.byId(person.user_id))?.avatar;
    const [before, foreign] = [`/files/${'a'.repeat(40)}.svg`, 'https://example.com/a.png'];
    for (const call of calls) {
      await save(before);
      expect((await call({ avatar: before })).ec).toBe(200);
      await save(foreign);
      expect(await call({ avatar: foreign })).toMatchObject(refused('avatar'));
      expect((await call({ avatar: '' })).ec).toBe(200);
    }
    const migration = new URL(
      '../../modules/accounts/migrations/0029-own-pictures-only.sql',
      import.meta.url,
    );
    for (const [address, after] of [
      [foreign, ''],
      [before, before],
    ] as const) {
      await save(address);
      await pool.query(readFileSync(migration, 'utf8'));
      expect(await saved()).toBe(after);
    }
  });
});

describe('a watermark', () => {
  const creator = fixture(() => api.creator());
  const set = (watermark: 1 | 2 | 3) => api.data(setWatermark, { watermark }, creator);
  /** Whether a plain picture has changed: its upper left quarter, and its lower right one. */
  async function changes(bytes: Buffer, page = 0) {
    const { width = 0, height = 0, pageHeight = height } = await sharp(bytes).metadata();
    const changed = async (left: number, top: number) => {
      const part = { left, top, width: width >> 1, height: pageHeight >> 1 };
      const { channels } = await sharp(
        await sharp(bytes, { page }).removeAlpha().extract(part).png().toBuffer(),
      ).stats();
      return channels.some(({ min, max }) => max - min > 24);
    };
    return [await changed(0, 0), await changed(width >> 1, pageHeight >> 1)];
  }

  test.each(['png', 'jpeg', 'webp', 'gif'] as const)('is in the pixels of a %s, as set', async (format) => {
    const sent = await plain(600, 400).toFormat(format).toBuffer();
    for (const [kind, first, last] of [
      [WATERMARK.none, false, false],
      [WATERMARK.corner, false, true],
      [WATERMARK.tiled, true, true],
    ] as const) {
      await set(kind);
      const { bytes, url, width, height } = await stored(sent, creator);
      expect(await changes(bytes)).toEqual([first, last]);
      expect({ width, height }).toEqual({ width: 600, height: 400 });
      expect(url.endsWith(format === 'jpeg' ? '.jpg' : `.${format}`)).toBe(true);
    }
  });

  test('is in every frame of an animation, and in a small picture; fans’ pictures have none', async () => {
    await set(WATERMARK.corner);
    const frames = await Promise.all(
      ['#800', '#080', '#008'].map((background) =>
        sharp({ create: { width: 200, height: 100, channels: 3, background } })
          .png()
          .toBuffer(),
      ),
    );
    const sent = await sharp(frames, { join: { animated: true } })
      .gif({ delay: [80, 80, 80] })
      .toBuffer();
    const { bytes, height } = await stored(sent, creator);
    const { pages, delay } = await sharp(bytes).metadata();
    expect({ pages, delay, height }).toEqual({ pages: 3, delay: [80, 80, 80], height: 100 });
    for (const page of [0, 1, 2]) expect(await changes(bytes, page)).toEqual([false, true]);
    const tiny = await plain(20, 10).png().toBuffer();
    const pixels = async (as: TestUser) =>
      sharp((await stored(tiny, as)).bytes)
        .raw()
        .toBuffer();
    const before = await sharp(tiny).raw().toBuffer();
    expect((await pixels(creator)).equals(before)).toBe(false);
    expect((await pixels(fan)).equals(before)).toBe(true);
  });

  test('a picture turned by its metadata is stored upright, without metadata', async () => {
    await set(WATERMARK.corner);
    const sent = await plain(300, 200).withMetadata({ orientation: 6 }).jpeg().toBuffer();
    const { bytes, width, height } = await stored(sent, creator);
    expect({ width, height }).toEqual({ width: 200, height: 300 });
    expect(await metadataIn(bytes)).toEqual([]);
    expect(await changes(bytes)).toEqual([false, true]);
  });

  test.each(Object.values(WATERMARK))(
    '%s or not: bombs and damaged pictures are not stored',
    async (kind) => {
      await set(kind);
      const count = async () =>
        (await api.deps.pool.query('SELECT FROM media.files WHERE owner_id = $1', [creator.user_id]))
          .rowCount;
      const before = await count();
      const large = { ec: 40000, data: { errors: [{ field: 'file', message: 'Must be at most 36 MP' }] } };
      const bomb = await plain(7_000, 7_000).png({ compressionLevel: 9 }).toBuffer();
      expect(bomb.length).toBeLessThan(1_048_576);
      expect(await send(bomb, creator)).toMatchObject(large);
      const frames = Array.from({ length: 40 }, (_, n) => ({ r: (n % 2) * 255, g: n, b: 0 }));
      const each = await Promise.all(
        frames.map((background) =>
          sharp({ create: { width: 1_000, height: 1_000, channels: 3, background } })
            .png()
            .toBuffer(),
        ),
      );
      expect(
        await send(
          await sharp(each, { join: { animated: true } })
            .gif()
            .toBuffer(),
          creator,
        ),
      ).toMatchObject(large);
      const damaged = { ec: 40000, data: { errors: [{ field: 'file' }] } };
      const whole = await plain(300, 200).png().toBuffer();
      expect(await send(whole.subarray(0, whole.length / 2), creator)).toMatchObject(damaged);
      expect(
        await send(Buffer.concat([whole.subarray(0, 24), Buffer.alloc(100_000)]), creator),
      ).toMatchObject(damaged);
      expect(await count()).toBe(before);
    },
  );

  test('above a few pictures that wait, the server is busy', async () => {
    await set(WATERMARK.corner);
    const sent = await plain(2_000, 1_500).png().toBuffer();
    const codes = await Promise.all(Array.from({ length: 24 }, async () => (await send(sent, creator)).ec));
    expect(new Set(codes)).toEqual(new Set([200, 50300]));
    expect((await stored(sent, creator)).width).toBe(2_000);
  });
});
