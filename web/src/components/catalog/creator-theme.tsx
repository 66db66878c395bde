import { alpha, Box, useComputedColorScheme } from '@mantine/core';
import type { ReactNode } from 'react';
import { FILL_SHADE, shadesOf } from '../../app/palette.ts';

/** Applies the creator's colour to its content, in shades that are readable in both themes. */
export function CreatorTheme({ color, children }: { color: string; children: ReactNode }) {
  const dark = useComputedColorScheme('light') === 'dark';
  const shades = shadesOf(color);
  const faint = (share: number): string => alpha(shades[5], share);
  const own: Record<string, string | undefined> = {
    filled: shades[FILL_SHADE],
    'filled-hover': shades[7],
    light: dark ? faint(0.18) : shades[0],
    'light-hover': dark ? faint(0.26) : shades[1],
    'light-color': dark ? shades[2] : shades[8],
    outline: dark ? shades[3] : shades[FILL_SHADE],
    'outline-hover': dark ? faint(0.1) : shades[0],
  };
  const style: Record<string, string | undefined> = {
    '--mantine-color-anchor': dark ? shades[3] : shades[7],
    '--fw-wash': dark ? faint(0.16) : shades[0],
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
