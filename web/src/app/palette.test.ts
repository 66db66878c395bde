import { describe, expect, test } from 'vitest';
import { contrast, FILL_SHADE, rgbOf, shadesOf } from './palette.ts';

const WHITE = rgbOf('rgb(255,255,255)');

describe('a button in any colour a creator may choose', () => {
  test.each(['rgb(148,108,230)', 'rgb(255,230,0)', 'rgb(0,255,255)', 'rgb(255,255,255)', 'rgb(0,0,0)'])(
    '%s carries white text that can be read',
    (color) => {
      for (const shade of shadesOf(color).slice(FILL_SHADE)) {
        expect(contrast(rgbOf(shade), WHITE)).toBeGreaterThanOrEqual(4.5);
      }
    },
  );
});

test('the colour itself stays among its shades', () => {
  expect(shadesOf('rgb(42,150,176)')[5]).toBe('rgb(42,150,176)');
});

test('an invalid colour becomes the product’s', () => {
  expect(rgbOf('javascript:alert(1)')).toEqual([148, 108, 230]);
  expect(rgbOf('rgb(999,0,0)')).toEqual([255, 0, 0]);
});
