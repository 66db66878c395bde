import type { ShownFile } from '#services/contract/media/media.ts';
import type { MediaFile } from '#services/modules/media/media-files.ts';

/** How somebody gets a file. */
export interface Showing {
  /** A signed address of a variant. */
  addressOf: (file_id: string, variant: string) => string;
  /** As it was uploaded; with the reader's mark; or in the sizes of pages. */
  pictures: 'original' | 'marked' | 'sized';
  /** Pictures can also be opened as they were uploaded. */
  opens_original?: boolean;
}

/** Variants of a picture: the largest, for a page, for a grid. */
const SIZES = {
  original: ['original', 'w720', 'w320'],
  marked: ['mark1440', 'mark720', 'w320'],
  sized: ['w1440', 'w720', 'w320'],
} as const;

/** A file as a page shows it: without addresses until it is prepared. Null for one that is not there, or refused. */
export function shownFileOf(file: MediaFile | undefined, how: Showing): ShownFile | null {
  const { addressOf, pictures, opens_original = false } = how;
  if (file === undefined || file.state === 'signed' || file.state === 'refused') return null;
  const { owner_id, problem, variants, state, ...shown } = file;
  const isSized = file.kind === 'picture' && variants.includes('w1440');
  const [large, middle, small] = isSized ? SIZES[pictures] : ['original', '', ''];
  const address = (variant: string) =>
    state === 'ready' && variant !== '' ? addressOf(file.file_id, variant) : '';
  const hls = variants.includes('hls') ? 'hls' : '';
  return {
    ...shown,
    state,
    url: address(large),
    preview: address(middle),
    small: address(small),
    original: address(isSized && opens_original ? 'original' : ''),
    hls: address(hls),
  };
}
