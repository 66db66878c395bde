import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { theme } from '../theme.ts';

const layerIn = (file: string, pattern: RegExp): number =>
  Number(pattern.exec(readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8'))?.[1]);

test('counts on pictures move below the header, and do not shine through the lightbox', () => {
  const { zIndex } = { zIndex: Number.POSITIVE_INFINITY, ...theme.components?.Indicator?.defaultProps };
  expect(zIndex).toBeLessThan(layerIn('shell/header.module.css', /z-index: (\d+);/));
  expect(zIndex).toBeLessThan(layerIn('components/media/lightbox.tsx', /LAYER = (\d+);/));
});
