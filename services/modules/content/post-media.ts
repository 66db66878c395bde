import type { PostMedia } from '#services/contract/content/posts.ts';
import { filesIn, storedDoc } from '#services/contract/content/rich-text.ts';
import type { PostText } from './post-texts.ts';

const NO_MEDIA: PostMedia = {
  cover: '',
  pics: [],
  audio: '',
  video: '',
  captions: '',
  attachment: '',
  original: false,
};

/** The files of a text by their ids, those of its document aside. */
export const postMediaOf = ({ media }: Pick<PostText, 'media'>): PostMedia =>
  // It was written from this type.
  media === '' ? NO_MEDIA : { ...NO_MEDIA, ...JSON.parse(media) };

/** The files of a document. */
export function docFilesOf({ rich }: Pick<PostText, 'rich'>): string[] {
  const doc = storedDoc(rich);
  return doc === null ? [] : filesIn(doc).map(({ file_id }) => file_id);
}

/** All files of a text, each once. */
export function fileIdsOf(text: Pick<PostText, 'media' | 'rich'>): string[] {
  const { cover, pics, audio, video, captions, attachment } = postMediaOf(text);
  const ids = [cover, ...pics, audio, video, captions, attachment, ...docFilesOf(text)];
  return [...new Set(ids.filter((file_id) => file_id !== ''))];
}

/** What shows the pictures of a vote's options (`media.uses`). */
export const usedByVote = (post_id: string): string => `vote:${post_id}`;

/** What shows a post's files (`media.uses`). */
export const usedByPost = (post_id: string): string => `post:${post_id}`;
