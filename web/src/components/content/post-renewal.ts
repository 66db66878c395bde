import { useMemo } from 'react';
import { getPost, type Post } from '#services/contract/content/posts.ts';
import type { ShownFile } from '#services/contract/media/media.ts';
import { call } from '../../api/client.ts';
import type { Renew } from '../media/address.ts';

/** Several files of a page that ask at once get one answer. */
const TOGETHER_MS = 5_000;
const MAX_RECENT = 50;

const recent = new Map<string, { at: number; files: Promise<readonly ShownFile[]> }>();

/** The files of a post that its reader can see. */
export const filesOf = ({ cover, pics, audio, video, captions, attachment, files }: Post): ShownFile[] =>
  [cover, ...pics, audio, video, captions, attachment, ...files].filter((file) => file !== null);

function filesNow(post_id: string): Promise<readonly ShownFile[]> {
  const known = recent.get(post_id);
  const at = Date.now();
  if (known && at - known.at < TOGETHER_MS) return known.files;
  if (recent.size >= MAX_RECENT) recent.clear();
  // Without an answer, and without the right to read it any more, there are none.
  const files = call(getPost, { post_id }).then(
    ({ post }) => filesOf(post),
    () => [],
  );
  recent.set(post_id, { at, files });
  return files;
}

/** New addresses of a post's files. They end after two minutes, and with the right to read the post. */
export const usePostRenewal = (post_id: string): Renew =>
  useMemo(
    () => async (file_id) => (await filesNow(post_id)).find((one) => one.file_id === file_id),
    [post_id],
  );
