import { randomBytes } from 'node:crypto';
import sharp, { type Sharp } from 'sharp';
import { describe, expect, test } from 'vitest';
import { quickest } from '#events/testing/quickest.ts';
import { type Cleaning, type CleanPicture, cleanPicture, MAX_PIXELS } from './clean-picture.ts';
import { colourAt, metadataIn, PLACE, photo } from './testing/photo.ts';

const clean = (bytes: Buffer, cleaning: Partial<Cleaning> = {}) =>
  cleanPicture(bytes, { most_bytes: 10_485_760, seconds: 30, ...cleaning });
async function picture(bytes: Buffer, cleaning?: Partial<Cleaning>): Promise<CleanPicture> {
  const result = await clean(bytes, cleaning);
  if (typeof result === 'string') throw new Error(result);
  return result;
}

const plain = (width: number, height: number, background = '#963'): Sharp =>
  sharp({ create: { width, height, channels: 3, background } });
/** Every pixel differs from its neighbours. */
const noise = (width: number, height: number): Sharp =>
  sharp(randomBytes(width * height * 3), { raw: { width, height, channels: 3 } });
/** Frames of one colour each. */
async function plainFilm(pages: number, width: number, height: number): Promise<Sharp> {
  const frames = Array.from({ length: pages }, (_, page) =>
    plain(width, height, `#${page}${page}0`).png().toBuffer(),
  );
  return sharp(await Promise.all(frames), { join: { animated: true } });
}
/** Waves, as different in each frame as parts of a film. */
async function film(pages: number, width = 80, height = 60): Promise<Sharp> {
  const frames = Array.from({ length: pages }, (_, page) => {
    const raw = Buffer.alloc(width * height * 3);
    for (let at = 0; at < raw.length; at += 1) raw[at] = 128 + 100 * Math.sin(at / 50 + page);
    return sharp(raw, { raw: { width, height, channels: 3 } })
      .png()
      .toBuffer();
  });
  return sharp(await Promise.all(frames), { join: { animated: true } });
}
const pixels = (bytes: Buffer) => sharp(bytes, { pages: -1 }).ensureAlpha().raw().toBuffer();

test('a photo is upright and without metadata, its pixels are as they were', async () => {
  const sent = await photo(400, 300);
  expect(await metadataIn(sent)).toEqual(['exif', 'xmp', 'iptc', 'orientation', 'place']);
  const { bytes, extension, width, height } = await picture(sent);
  expect({ extension, width, height }).toEqual({ extension: 'jpg', width: 300, height: 400 });
  expect(await metadataIn(bytes)).toEqual([]);
  for (const value of await colourAt(bytes, 150, 50)) expect(value).toBeGreaterThan(250);
  const [red = 255, , blue = 0] = await colourAt(bytes, 150, 350);
  expect(red < 5 && blue > 250).toBe(true);
});

test.each(['png', 'webp'] as const)('a %s with metadata is clean, too', async (format) => {
  const exif = { IFD0: { Make: PLACE }, IFD3: { GPSAreaInformation: PLACE } };
  const sent = await plain(30, 20).withExif(exif).withXmp(`<x>${PLACE}</x>`).toFormat(format).toBuffer();
  expect(await metadataIn(sent)).toEqual(expect.arrayContaining(['exif', 'xmp', 'place']));
  expect(await metadataIn((await picture(sent)).bytes)).toEqual([]);
});

describe('colours look the same', () => {
  /** A profile of grey pixels with a linear curve, so that their numbers are not those of sRGB. */
  function greyProfile(): Buffer {
    const xyz = (at: Buffer, from: number) =>
      [63_190, 65_536, 54_061].forEach((value, n) => {
        at.writeInt32BE(value, from + 4 * n);
      });
    const tags: [string, Buffer][] = [
      ['desc', Buffer.from('desc\0\0\0\0\0\0\0\x05grey\0'.padEnd(105, '\0'), 'latin1')],
      ['wtpt', Buffer.from('XYZ '.padEnd(20, '\0'), 'latin1')],
      ['kTRC', Buffer.from('curv\0\0\0\0\0\0\0\x01\x01\0', 'latin1')],
      ['cprt', Buffer.from('text\0\0\0\0none', 'latin1')],
    ];
    xyz(tags[1]?.[1] ?? Buffer.alloc(20), 8);
    const table = Buffer.alloc(4 + 12 * tags.length);
    table.writeUInt32BE(tags.length);
    let end = 128 + table.length;
    const bodies = tags.map(([name, body], n) => {
      table.write(name, 4 + 12 * n, 'latin1');
      table.writeUInt32BE(end, 8 + 12 * n);
      table.writeUInt32BE(body.length, 12 + 12 * n);
      const padded = Buffer.concat([body, Buffer.alloc(-body.length & 3)]);
      end += padded.length;
      return padded;
    });
    const head = Buffer.alloc(128);
    head.writeUInt32BE(end);
    head.writeUInt32BE(0x02400000, 8);
    head.write('mntrGRAYXYZ ', 12, 'latin1');
    head.write('acsp', 36, 'latin1');
    xyz(head, 68);
    return Buffer.concat([head, table, ...bodies]);
  }
  async function withProfile(picture: Sharp, profile: Buffer): Promise<Buffer> {
    const bytes = await picture.jpeg().toBuffer();
    const content = Buffer.concat([Buffer.from('ICC_PROFILE\0\x01\x01', 'latin1'), profile]);
    const head = Buffer.from([0xff, 0xe2, 0, 0]);
    head.writeUInt16BE(content.length + 2, 2);
    return Buffer.concat([bytes.subarray(0, 2), head, content, bytes.subarray(2)]);
  }

  test.each<[string, () => Promise<Buffer>, boolean]>([
    ['a jpeg in Display P3', () => plain(60, 60).withIccProfile('p3').jpeg().toBuffer(), true],
    ['a png in Display P3', () => plain(60, 60).withIccProfile('p3').png().toBuffer(), true],
    [
      'a png of 16 bits in Display P3',
      () => plain(60, 60).toColourspace('rgb16').withIccProfile('p3').png().toBuffer(),
      true,
    ],
    ['a webp in Display P3', () => plain(60, 60).withIccProfile('p3').webp().toBuffer(), true],
    ['CMYK', () => plain(60, 60).toColourspace('cmyk').withIccProfile('cmyk').jpeg().toBuffer(), false],
    [
      'grey pixels with a profile',
      () => withProfile(plain(60, 60, '#777').toColourspace('b-w'), greyProfile()),
      false,
    ],
    [
      'a profile with more behind its end',
      async () => {
        const { icc } = await sharp(await plain(9, 9).withIccProfile('p3').jpeg().toBuffer()).metadata();
        return withProfile(plain(60, 60), Buffer.concat([icc ?? Buffer.alloc(0), Buffer.from(PLACE)]));
      },
      false,
    ],
    ['no profile', () => plain(60, 60).jpeg().toBuffer(), false],
  ])('%s', async (_, sent, profile) => {
    const before = await sent();
    const { bytes } = await picture(before);
    const { icc, space } = await sharp(bytes).metadata();
    // The same numbers with the same profile, else the same colours.
    expect([space, icc]).toEqual(['srgb', profile ? (await sharp(before).metadata()).icc : undefined]);
    const [shown = [], now = []] = await Promise.all(
      [before, bytes].map(async (one) => [
        ...(await sharp(one, { ignoreIcc: profile }).toColourspace('srgb').raw().toBuffer()).subarray(0, 3),
      ]),
    );
    for (const [n, value] of now.entries()) expect(Math.abs(value - (shown[n] ?? 0))).toBeLessThan(4);
  });
});

test.each<[string, (from: Sharp) => Sharp]>([
  ['png', (from) => from.png()],
  ['png with a palette', (from) => from.png({ palette: true })],
  ['png with transparency', (from) => from.ensureAlpha(0.5).png()],
  ['gif', (from) => from.gif()],
  ['lossless webp', (from) => from.webp({ lossless: true })],
])('a %s is encoded without loss', async (_, encode) => {
  const sent = await encode(noise(64, 48)).toBuffer();
  expect(await pixels((await picture(sent)).bytes)).toEqual(await pixels(sent));
});

test.each(['gif', 'webp'] as const)('all frames of an animated %s stay', async (format) => {
  const delay = [50, 80, 110];
  const sent = await (await film(3)).toFormat(format, { delay, loop: 2 }).toBuffer();
  const { bytes, extension, width, height } = await picture(sent);
  expect({ extension, width, height }).toEqual({ extension: format, width: 80, height: 60 });
  expect(await sharp(bytes).metadata()).toMatchObject({ pages: 3, delay, loop: 2 });
  if (format === 'gif') expect(await pixels(bytes)).toEqual(await pixels(sent));
});

test('a picture that would be above the limit is compressed more, as it was', async () => {
  for (const sent of [
    await noise(300, 200).jpeg({ quality: 70 }).toBuffer(),
    await noise(300, 200).webp({ quality: 70 }).toBuffer(),
    await noise(300, 200).png().toBuffer(),
  ]) {
    const most_bytes = sent.length;
    const { bytes, width, height } = await picture(sent, { most_bytes });
    expect(bytes.length).toBeLessThanOrEqual(most_bytes);
    expect({ width, height }).toEqual({ width: 300, height: 200 });
  }
  const sent = await noise(300, 200).png().toBuffer();
  expect((await picture(sent, { most_bytes: sent.length >> 1 })).extension).toBe('webp');
  expect(await clean(sent, { most_bytes: 5_000 })).toBe('too_many_bytes');
});

describe('no picture is', () => {
  const formats: Readonly<Record<string, () => Promise<Buffer>>> = {
    jpeg: () => noise(200, 150).jpeg().toBuffer(),
    'progressive jpeg': () => noise(200, 150).jpeg({ progressive: true }).toBuffer(),
    png: () => noise(200, 150).png().toBuffer(),
    'interlaced png': () => noise(200, 150).png({ progressive: true }).toBuffer(),
    gif: () => noise(200, 150).gif().toBuffer(),
    'animated gif': async () => (await film(6)).gif().toBuffer(),
    webp: () => noise(200, 150).webp().toBuffer(),
    'lossless webp': () => noise(200, 150).webp({ lossless: true }).toBuffer(),
    'animated webp': async () => (await film(6)).webp().toBuffer(),
  };
  test.each(Object.keys(formats))('half a %s, and its head with junk behind', async (format) => {
    const whole = await formats[format]?.();
    if (whole === undefined) throw new Error('no such format');
    expect(await clean(whole)).toBeTypeOf('object');
    for (const length of [whole.length >> 1, whole.length - (whole.length >> 3)]) {
      expect([length, await clean(whole.subarray(0, length))]).toEqual([length, 'not_an_image']);
    }
    // In a still webp any bits are pixels.
    for (const length of format.endsWith('webp') ? [24] : [24, 200, 700]) {
      const head = whole.subarray(0, length);
      expect(await clean(Buffer.concat([head, randomBytes(100_000)]))).toBeTypeOf('string');
      expect(await clean(Buffer.concat([head, Buffer.alloc(100_000)]))).toBeTypeOf('string');
    }
  });

  test('unlike the quirks of cameras: bytes between segments, an odd scan, a newer version', async () => {
    const bytes = await noise(200, 150).jpeg().toBuffer();
    const tables = bytes.indexOf(Buffer.from('ffc4', 'hex'));
    const between = Buffer.concat([bytes.subarray(0, tables), Buffer.alloc(5), bytes.subarray(tables)]);
    const scan = Buffer.from(bytes);
    const start = scan.indexOf(Buffer.from('ffda', 'hex'));
    // The last coefficient of the scan.
    scan[start + scan.readUInt16BE(start + 2)] = 0;
    const version = Buffer.from('ffe000104a46494600090900000100010000', 'hex');
    const newer = Buffer.concat([bytes.subarray(0, 2), version, bytes.subarray(2)]);
    for (const sent of [between, scan, newer]) expect(await clean(sent)).toBeTypeOf('object');
  });

  test('what other programs read as pictures', async () => {
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>');
    const others = [plain(9, 9).tiff(), plain(9, 9).heif({ compression: 'av1' })];
    for (const bytes of [svg, ...(await Promise.all(others.map((one) => one.toBuffer())))])
      expect(await clean(bytes)).toBe('not_an_image');
  });
});

test('more pixels than the limit are refused before they are decoded', async () => {
  const square = await plain(16_000, 16_000).png({ compressionLevel: 9 }).toBuffer();
  const measure = async () => {
    const began = performance.now();
    expect(await clean(square)).toBe('too_many_pixels');
    return performance.now() - began;
  };
  expect(await quickest(1_000, measure)).toBeLessThan(1_000);
  const frames = await plainFilm(5, 3_000, 2_500);
  expect(await clean(await frames.gif({ effort: 1 }).toBuffer())).toBe('too_many_pixels');
});

describe('of a stored picture', () => {
  test('what can be decoded of a cut one stays', async () => {
    const whole = await photo(400, 300);
    const cut = whole.subarray(0, whole.length - 400);
    expect(await clean(cut)).toBe('not_an_image');
    const { bytes, width, height } = await picture(cut, { salvage: true });
    expect({ width, height, metadata: await metadataIn(bytes) }).toEqual({
      width: 300,
      height: 400,
      metadata: [],
    });
    expect(await clean(whole.subarray(0, 24), { salvage: true })).toBe('not_an_image');
  });

  test('one with too many pixels becomes smaller', async () => {
    const large = await plain(8_000, 6_000).jpeg().withMetadata({ orientation: 6 }).toBuffer();
    const { width, height } = await picture(large, { salvage: true });
    expect(width * height).toBeLessThanOrEqual(MAX_PIXELS);
    expect(height / width).toBeCloseTo(8 / 6, 2);
    const frames = await (await plainFilm(4, 3_600, 2_700)).gif({ effort: 1 }).toBuffer();
    const smaller = await picture(frames, { salvage: true });
    expect(4 * smaller.width * smaller.height).toBeLessThanOrEqual(MAX_PIXELS);
    expect((await sharp(smaller.bytes).metadata()).pages).toBe(4);
  });
}, 60_000);
