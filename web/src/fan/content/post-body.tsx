import { Box, Stack } from '@mantine/core';
import type { Post } from '#services/contract/content/posts.ts';
import { LinkedText } from '../../components/content/linked-text.tsx';
import { LockedFiles } from '../../components/content/locked-files.tsx';
import { PostFiles } from '../../components/content/post-files.tsx';
import { RichText } from '../../components/content/rich-text.tsx';
import classes from './post-page.module.css';
import { UnlockPanel } from './unlock-panel.tsx';

interface Props {
  post: Post;
  /** The creator lets texts be copied. */
  can_copy: boolean;
}

/** The text of a post; without the right to read it its beginning or teaser, and what unlocks the rest. */
export function PostBody({ post, can_copy }: Props) {
  const { post_id, rich, content, preview_text, has_right } = post;
  const plain = has_right ? content : preview_text;
  const text =
    rich === '' ? (
      plain !== '' && <LinkedText text={plain} />
    ) : (
      <RichText rich={rich} post_id={post_id} can_copy={can_copy} />
    );
  if (has_right)
    return (
      <Stack gap="lg" className={classes.text}>
        {text}
        <PostFiles post={post} />
      </Stack>
    );
  return (
    <Stack gap="lg">
      {text !== false && <Box className={rich === '' ? undefined : classes.beginning}>{text}</Box>}
      <LockedFiles post={post} />
      <UnlockPanel post={post} />
    </Stack>
  );
}
