import { Box } from '@mantine/core';
import { useState } from 'react';
import { hueOf } from './hue.ts';
import classes from './picture.module.css';

interface Props {
  /** Address, `""` for none. */
  src: string;
  /** The content of the picture; `""` if the name is next to it. */
  alt: string;
  /** Decides the pattern drawn while there is no picture. */
  seed: string;
  /** Width ÷ height. */
  ratio: number;
  radius?: string | number;
}

/** A picture cut to a ratio; if it is missing or fails to load, a pattern in a derived colour. */
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
