import { Box } from '@mantine/core';
import { useState } from 'react';
import { hueOf } from './hue.ts';
import classes from './picture.module.css';

interface Props {
  /** Address, `""` for none. */
  src: string;
  /** What the picture shows; `""` when the name stands beside it. */
  alt: string;
  /** Decides the pattern drawn while there is no picture. */
  seed: string;
  /** Width ÷ height. */
  ratio: number;
  radius?: string | number;
}

/** A picture cut to a ratio; without one, or when it fails to load, a quiet pattern in a colour of its own. */
export function Picture({ src, alt, seed, ratio, radius }: Props) {
  const [failed, setFailed] = useState('');
  const hue = hueOf(seed);
  const style = { aspectRatio: ratio, borderRadius: radius, '--hue': hue, '--turn': `${hue % 90}deg` };
  return (
    <Box className={classes.frame} style={style}>
      {src !== '' && failed !== src && (
        <img className={classes.image} src={src} alt={alt} loading="lazy" onError={() => setFailed(src)} />
      )}
    </Box>
  );
}
