import { expect, test } from 'vitest';
import { isWhole, pictureHead } from './picture-head.ts';

const hex = (...parts: string[]): Buffer => Buffer.from(parts.join('').replaceAll(' ', ''), 'hex');

/** The first bytes of a picture of 3 × 2 pixels in each supported format. */
const heads = {
  png: hex('89504e470d0a1a0a', '0000000d 49484452', '00000003 00000002', '08060000 00', '00000000'),
  gif: hex('474946383961', '0300 0200', '00 00 00 3b'),
  jpg: hex('ffd8', 'ffe0 0010 4a46494600 0101 00 0001 0001 0000', 'ffc0 000b 08 0002 0003 01 011100', 'ffd9'),
  webp: hex('52494646 1e000000 57454250', '56503858 0a000000', '00000000', '020000 010000', '0000'),
} as const;

test.each(Object.entries(heads))('%s is known by its bytes, with its size', (extension, bytes) => {
  expect(pictureHead(bytes)).toEqual({ extension, width: 3, height: 2 });
});

test.each([
  ['nothing', Buffer.alloc(0)],
  ['text', Buffer.from('<svg onload="alert(1)"/>'.repeat(10))],
  ['html behind a gif’s first letters', Buffer.from('GIF<script>alert(1)</script>')],
  ['a png of no size', Buffer.concat([heads.png.subarray(0, 16), Buffer.alloc(20)])],
  [
    'a png that claims more than can be shown',
    Buffer.concat([heads.png.subarray(0, 16), Buffer.from('00010000'.repeat(2), 'hex'), Buffer.alloc(9)]),
  ],
  ['a jpeg that ends before its frame', heads.jpg.subarray(0, 12)],
  ['a webp of an unknown kind', Buffer.from(heads.webp.toString('latin1').replace('VP8X', 'VP9Y'), 'latin1')],
])('%s is no picture', (_, bytes) => {
  expect(pictureHead(bytes)).toBeUndefined();
});

test('no cut of a picture throws', () => {
  for (const bytes of Object.values(heads)) {
    for (let length = 0; length < bytes.length; length += 1) {
      expect(() => pictureHead(bytes.subarray(0, length))).not.toThrow();
    }
  }
});

test('a gif is whole up to the end of a block', () => {
  const screen = hex('474946383961', '0300 0200', '80 00 00', '000000 ffffff');
  const comment = hex('21fe', '03 616263', '00');
  const frame = hex('2c 0000 0000 0300 0200 80', 'ff0000 00ff00', '02', '02 8c5f', '00');
  const gif = Buffer.concat([screen, comment, frame, frame, hex('3b')]);
  const ends = [screen, Buffer.concat([screen, comment])].map((part) => part.length);
  const head = { extension: 'gif', width: 3, height: 2 } as const;
  const whole = [...ends, gif.length - 1 - frame.length, gif.length - 1, gif.length];
  for (let length = screen.length; length <= gif.length; length += 1) {
    expect([length, isWhole(head, gif.subarray(0, length))]).toEqual([length, whole.includes(length)]);
  }
  expect(isWhole(head, Buffer.concat([gif, hex('00ff')]))).toBe(true);
});
