import { Box, useComputedColorScheme } from '@mantine/core';
import type { ReactNode } from 'react';
import { FILL_SHADE, shadesOf } from '../../app/palette.ts';

/** Applies the creator's colour to its content, in shades that are readable in both themes. */
export function CreatorTheme({ color, children }: { color: string; children: ReactNode }) {
  const dark = useComputedColorScheme('light') === 'dark';
  const shades = shadesOf(color);
  const own: Record<string, string | undefined> = {
    filled: shades[FILL_SHADE],
    'filled-hover': shades[7],
    light: dark ? `color-mix(in srgb, ${shades[5]} 18%, transparent)` : shades[0],
    'light-hover': dark ? `color-mix(in srgb, ${shades[5]} 26%, transparent)` : shades[1],
    'light-color': dark ? shades[2] : shades[8],
    outline: dark ? shades[3] : shades[FILL_SHADE],
    'outline-hover': dark ? `color-mix(in srgb, ${shades[5]} 10%, transparent)` : shades[0],
  };
  const style: Record<string, string | undefined> = {
    '--mantine-color-anchor': dark ? shades[3] : shades[7],
    '--fw-wash': dark ? `color-mix(in srgb, ${shades[5]} 16%, transparent)` : shades[0],
    '--fw-own': shades[5],
  };
  for (const [name, value] of Object.entries(own)) {
    style[`--mantine-color-brand-${name}`] = value;
    style[`--mantine-primary-color-${name}`] = value;
  }
  shades.forEach((shade, index) => {
    style[`--mantine-color-brand-${index}`] = shade;
    style[`--mantine-primary-color-${index}`] = shade;
  });
  return <Box style={style}>{children}</Box>;
}
