import { Box, Stack } from '@mantine/core';
import { POST_TYPE } from '#events/status.ts';
import type { Post } from '#services/contract/content/posts.ts';
import type { ShownFile } from '#services/contract/media/media.ts';
import { LinkedText } from '../../components/content/linked-text.tsx';
import { LockedFiles } from '../../components/content/locked-files.tsx';
import { PostFiles } from '../../components/content/post-files.tsx';
import { usePostRenewal } from '../../components/content/post-renewal.ts';
import { postTitle } from '../../components/content/post-title.ts';
import { RichText } from '../../components/content/rich-text.tsx';
import { LazyVote } from '../../components/content/votes/lazy-vote.tsx';
import { MediaImage } from '../../components/media/media-image.tsx';
import classes from './post-page.module.css';
import { UnlockPanel } from './unlock-panel.tsx';

interface Props {
  post: Post;
  /** The creator lets texts be copied. */
  can_copy: boolean;
}

/** The text of a post; without the right to read it its beginning or teaser, and what unlocks the rest. */
export function PostBody({ post, can_copy }: Props) {
  const { post_id, type, cover, rich, content, preview_text, has_right, files } = post;
  const top = type === POST_TYPE.article && cover && <Cover post_id={post_id} file={cover} />;
  const plain = has_right ? content : preview_text;
  const text =
    rich === '' ? (
      plain !== '' && <LinkedText text={plain} />
    ) : (
      <RichText rich={rich} post_id={post_id} can_copy={can_copy} title={postTitle(post)} files={files} />
    );
  if (has_right)
    return (
      <Stack gap="lg" className={classes.text}>
        {top}
        {text}
        <PostFiles post={post} />
        <LazyVote post={post} />
      </Stack>
    );
  return (
    <Stack gap="lg">
      {top}
      {text !== false && <Box className={rich === '' ? undefined : classes.beginning}>{text}</Box>}
      <LockedFiles post={post} />
      <UnlockPanel post={post} />
    </Stack>
  );
}

/** The picture above an article; its title says what it is about. */
function Cover({ post_id, file }: { post_id: string; file: ShownFile }) {
  const renew = usePostRenewal(post_id);
  return <MediaImage file={file} alt="" renew={renew} sizes="(max-width: 720px) 100vw, 680px" />;
}
