import type { MediaKind } from '#services/contract/media/media.ts';

const MB = 1024 * 1024;
const GB = 1024 * MB;

/** Bytes that a file of a kind has at most, for anybody; the server knows who has less. */
const MAX_BYTES: Readonly<Record<MediaKind, number>> = {
  picture: 10 * MB,
  audio: 500 * MB,
  video: 15 * GB,
  attachment: 100 * MB,
};

const EXTENSIONS: Readonly<Record<Exclude<MediaKind, 'attachment'>, readonly string[]>> = {
  picture: ['png', 'jpg', 'jpeg', 'gif', 'webp'],
  audio: ['mp3', 'm4a', 'ogg', 'flac'],
  video: ['mp4', 'webm'],
};

const extensionOf = ({ name }: Pick<File, 'name'>): string =>
  name.includes('.') ? (name.split('.').at(-1) ?? '').toLowerCase() : '';

/** For the chooser of the browser; missing where any file can be chosen. */
export const acceptOf = (kind: MediaKind): string | undefined =>
  kind === 'attachment' ? undefined : EXTENSIONS[kind].map((one) => `.${one}`).join(',');

/** A pasted picture can have a type without a name. */
const isOfKind = (kind: MediaKind, file: Pick<File, 'name' | 'type'>): boolean =>
  kind === 'attachment' ||
  EXTENSIONS[kind].includes(extensionOf(file)) ||
  (kind === 'picture' && EXTENSIONS.picture.includes(file.type.replace(/^image\//, '')));

/** Why a chosen file is not sent at all; the server looks at its bytes. */
export type FileProblem = 'kind' | 'size' | 'empty';

export function problemOf(
  kind: MediaKind,
  file: Pick<File, 'name' | 'type' | 'size'>,
): FileProblem | undefined {
  if (!isOfKind(kind, file)) return 'kind';
  if (file.size === 0) return 'empty';
  return file.size > MAX_BYTES[kind] ? 'size' : undefined;
}

/** The limit in the words of the sentences: `10 MB`, `4 GB`. */
export function limitWords(kind: MediaKind): string {
  const bytes = MAX_BYTES[kind];
  return bytes < GB ? `${bytes / MB} MB` : `${bytes / GB} GB`;
}

interface Measures {
  width: number;
  height: number;
}

const DIGITS = 10;

/**
 * The name under which a picture or video is sent: `{random digits}_w{width}_h{height}_s{kb}.{type}`. Others keep
 * their own: an attachment is downloaded under it.
 */
export function sentName(kind: MediaKind, file: Pick<File, 'name' | 'size' | 'type'>, measures?: Measures) {
  if (kind === 'attachment' || kind === 'audio') return file.name;
  const digits = [...crypto.getRandomValues(new Uint8Array(DIGITS))].map((one) => one % 10).join('');
  const { width = 0, height = 0 } = measures ?? {};
  const extension = extensionOf(file) || file.type.split('/').at(-1) || 'bin';
  return `${digits}_w${width}_h${height}_s${Math.ceil(file.size / 1024)}.${extension}`;
}
