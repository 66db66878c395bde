import { Avatar } from '@mantine/core';
import { hueOf } from './hue.ts';

interface Props {
  name: string;
  /** Address of the picture, `""` when the person chose none. */
  src: string;
  /** Decides the colour while there is no picture; the same person always has the same. */
  seed: string;
  size: number;
}

/** A person's picture, or the first letter of the name on a derived colour. Decorative: the name is next to it. */
export function PersonPicture({ name, src, seed, size }: Props) {
  const hue = hueOf(seed);
  return (
    <Avatar
      src={src === '' ? null : src}
      alt=""
      size={size}
      radius={999}
      styles={{
        placeholder: {
          background: `linear-gradient(135deg, hsl(${hue} 62% 46%), hsl(${(hue + 40) % 360} 58% 38%))`,
          color: 'white',
          fontWeight: 650,
          fontSize: size * 0.42,
        },
      }}
    >
      {[...name][0]?.toUpperCase() ?? '·'}
    </Avatar>
  );
}
