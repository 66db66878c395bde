import { AspectRatio, Image } from '@mantine/core';
import { IconBooks } from '@tabler/icons-react';
import classes from './album-cover.module.css';

/** The square picture of an album. Its title is beside it. */
export function AlbumCover({ cover, size }: { cover: string; size?: number }) {
  return (
    <AspectRatio ratio={1} className={classes.cover} {...(size !== undefined && { w: size, miw: size })}>
      {cover === '' ? (
        <div className={classes.blank}>
          <IconBooks size={40} stroke={1.2} aria-hidden />
        </div>
      ) : (
        <Image src={cover} alt="" loading="lazy" />
      )}
    </AspectRatio>
  );
}
