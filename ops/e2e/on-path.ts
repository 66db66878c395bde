import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Where an installed program is. */
export const onPath = (program: string): string | undefined =>
  (process.env.PATH ?? '')
    .split(delimiter)
    .map((folder) => join(folder, program))
    .find((file) => existsSync(file));

export const findFfmpeg = (): string | undefined => onPath('ffmpeg');
