import type { Post } from '#services/contract/content/posts.ts';
import type { ShownFile } from '#services/contract/media/media.ts';

/** What a creator lets readers copy. */
export interface Copying {
  can_copy_text: boolean;
  can_copy_pic: boolean;
}

export interface FeedFiles {
  pictures: ShownFile[];
  /** The sound, or without one the video, which feed readers and podcast apps fetch. */
  enclosure: ShownFile | undefined;
}

/** Files of a post in a feed, as far as they are prepared, and its reader can see them. */
export function feedFilesOf(post: Post, { can_copy_text, can_copy_pic }: Copying): FeedFiles {
  const { cover, pics, audio, video } = post;
  const ready = [cover, ...pics].flatMap((file) => (file && file.url !== '' ? [file] : []));
  const film = [audio, video].find((file) => file !== null && file.url !== '');
  return {
    pictures: can_copy_text && can_copy_pic ? ready : [],
    enclosure: (can_copy_text && film) || undefined,
  };
}

const ENDINGS: Readonly<Record<string, string>> = {
  'audio/mpeg': 'mp3',
  'audio/mp4': 'm4a',
  'audio/ogg': 'ogg',
  'audio/flac': 'flac',
  'video/mp4': 'mp4',
  'video/webm': 'webm',
};

/** The last part of a file's address in a feed. */
export const feedFileName = ({ file_id, type, kind }: ShownFile): string => {
  const ending = kind === 'picture' ? '' : ENDINGS[type];
  return ending ? `${file_id}.${ending}` : file_id;
};
export const fileIdIn = (name: string): string => name.replace(/\.\w+$/, '');
