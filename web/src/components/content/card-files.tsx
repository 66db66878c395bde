import { Text } from '@mantine/core';
import { IconPlayerPlayFilled } from '@tabler/icons-react';
import type { Post } from '#services/contract/content/posts.ts';
import { MediaImage } from '../media/media-image.tsx';
import { PictureGrid } from '../media/picture-grid.tsx';
import classes from './card-files.module.css';
import { LockedFiles, useFileWords } from './locked-files.tsx';
import { usePostRenewal } from './post-renewal.ts';

/** The files of a post in a list: pictures open the lightbox, everything else is on the post's page. */
export function CardFiles({ post }: { post: Post }) {
  const words = useFileWords();
  const renew = usePostRenewal(post.post_id);
  const { has_right, pics, cover, video } = post;
  if (!has_right) return <LockedFiles post={post} />;
  const others = words({ ...post, pic_count: 0 });
  const still = pics.length > 0 ? undefined : (cover ?? video ?? undefined);
  return (
    <>
      {pics.length > 0 && (
        <div className={classes.pictures}>
          <PictureGrid files={pics} renew={renew} />
        </div>
      )}
      {still !== undefined && still.preview !== '' && (
        <div className={classes.still}>
          <MediaImage file={still} alt="" renew={renew} cover sizes="(max-width: 720px) 100vw, 680px" />
          {still.kind === 'video' && (
            <span className={classes.play}>
              <IconPlayerPlayFilled size={28} aria-hidden />
            </span>
          )}
        </div>
      )}
      {others !== '' && <Text className="hint">{others}</Text>}
    </>
  );
}
