import { Stack } from '@mantine/core';
import type { Post } from '#services/contract/content/posts.ts';
import { AttachmentRow } from '../media/attachment-row.tsx';
import { AudioPlayer } from '../media/audio-player.tsx';
import { PictureGrid } from '../media/picture-grid.tsx';
import { VideoPlayer } from '../media/video-player.tsx';
import { usePostRenewal } from './post-renewal.ts';
import { postTitle } from './post-title.ts';

/** The pictures, video, audio and attachment of a post that the reader can read. */
export function PostFiles({ post }: { post: Post }) {
  const { post_id, cover, pics, audio, video, captions, attachment } = post;
  const renew = usePostRenewal(post_id);
  if (pics.length === 0 && !audio && !video && !attachment) return null;
  return (
    <Stack gap="md">
      {video && <VideoPlayer file={video} poster={cover} captions={captions} renew={renew} />}
      <PictureGrid files={pics} renew={renew} />
      {audio && <AudioPlayer track={{ file: audio, post_id, title: postTitle(post), renew }} />}
      {attachment && <AttachmentRow file={attachment} renew={renew} />}
    </Stack>
  );
}
