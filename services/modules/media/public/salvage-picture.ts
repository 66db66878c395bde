import { type CleanPicture, cleanPicture } from '../clean-picture.ts';

/**
 * What a stored file turned out to be. `damaged`: what can be decoded of it stays. `no_picture`: nothing can.
 * `too_slow`: it stays as it was.
 */
export type Finding = 'cleaned' | 'damaged' | 'no_picture' | 'too_slow';

export interface CleaningProgress {
  /** How many of how many are done. */
  onProgress(done: number, all: number): void;
  onFinding(name: string, finding: Finding): void;
}

/** Much more than the largest picture needs. */
const SECONDS = 600;

/** The clean picture in the format that it has, of any size in bytes. */
export async function salvagedPicture(bytes: Buffer): Promise<{ finding: Finding; picture?: CleanPicture }> {
  const options = { most_bytes: Number.POSITIVE_INFINITY, seconds: SECONDS };
  const whole = await cleanPicture(bytes, options);
  if (typeof whole !== 'string') return { finding: 'cleaned', picture: whole };
  const rest = await cleanPicture(bytes, { ...options, salvage: true });
  if (rest === 'too_slow') return { finding: 'too_slow' };
  if (typeof rest === 'string') return { finding: 'no_picture' };
  return { finding: whole === 'not_an_image' ? 'damaged' : 'cleaned', picture: rest };
}
