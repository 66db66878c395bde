import { type Cleaning, type CleanPicture, cleanPicture, type PictureProblem } from './clean-picture.ts';

/** Pictures that wait while another one is decoded. */
const MAX_WAITING = 4;
const SECONDS = 30;

/** Cleans pictures one at a time; `busy` while too many wait. */
export interface PictureCleaner {
  clean(
    bytes: Buffer,
    cleaning: Pick<Cleaning, 'most_bytes' | 'draw'>,
  ): Promise<CleanPicture | Exclude<PictureProblem, 'too_slow'> | 'busy'>;
}

/** The one cleaner of a process: its memory is that of one picture. */
export function openPictureCleaner(): PictureCleaner {
  let waiting = 0;
  let turn: Promise<unknown> = Promise.resolve();
  return {
    async clean(bytes, cleaning) {
      if (waiting > MAX_WAITING) return 'busy';
      waiting += 1;
      const mine = turn.then(() => cleanPicture(bytes, { ...cleaning, seconds: SECONDS }));
      turn = mine;
      try {
        const picture = await mine;
        return picture === 'too_slow' ? 'busy' : picture;
      } finally {
        waiting -= 1;
      }
    },
  };
}
