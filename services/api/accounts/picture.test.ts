import { expect, test } from 'vitest';
import { pictures } from '../testing/pictures.ts';
import { pictureOf } from './picture.ts';

test.each(Object.entries(pictures))('%s is known by its bytes, with its size', (extension, bytes) => {
  expect(pictureOf(bytes)).toEqual({ extension, width: 3, height: 2 });
});

test.each([
  ['nothing', Buffer.alloc(0)],
  ['text', Buffer.from('<svg onload="alert(1)"/>'.repeat(10))],
  ['html behind a gif’s first letters', Buffer.from('GIF<script>alert(1)</script>')],
  ['a png of no size', Buffer.concat([pictures.png.subarray(0, 16), Buffer.alloc(20)])],
  [
    'a png that claims more than can be shown',
    Buffer.concat([pictures.png.subarray(0, 16), Buffer.from('00010000'.repeat(2), 'hex'), Buffer.alloc(9)]),
  ],
  ['a jpeg that ends before its frame', pictures.jpg.subarray(0, 12)],
  [
    'a webp of an unknown kind',
    Buffer.from(pictures.webp.toString('latin1').replace('VP8X', 'VP9Y'), 'latin1'),
  ],
])('%s is no picture', (_, bytes) => {
  expect(pictureOf(bytes)).toBeUndefined();
});

test('no cut of a picture throws', () => {
  for (const bytes of Object.values(pictures)) {
    for (let length = 0; length < bytes.length; length += 1) {
      expect(() => pictureOf(bytes.subarray(0, length))).not.toThrow();
    }
  }
});
