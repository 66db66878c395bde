import { open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOf } from '#ops/problem.ts';
import { type FileSums, type Sum, sumsIn, sumsText } from './copies.ts';
import { writeWhole } from './wal-archive.ts';

/** Sums of the files that came after a copy, one line each, in the order in which they came. */
const ADDED = 'added.tsv';

/** The files that were added to a copy since it was made, with their sums. Throws when they cannot be read. */
export async function addedSums(copy: string): Promise<FileSums> {
  const text = await readFile(join(copy, ADDED), 'utf8').catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return '';
    throw error;
  });
  // What a crash cut off is no line; its file is added again.
  return sumsIn(text.slice(0, text.lastIndexOf('\n') + 1));
}

/** The list of a copy, to be continued. Its last line is whole, also after a crash. */
export async function openAddedFiles(copy: string) {
  const sums = await addedSums(copy);
  const path = join(copy, ADDED);
  await writeWhole(path, sumsText(sums));
  return {
    sums,
    /** The line is on the disk when this resolves. */
    async add(file: string, sum: Sum): Promise<void> {
      const handle = await open(path, 'a', 0o600);
      try {
        await handle.writeFile(sumsText(new Map([[file, sum]])));
        await handle.sync();
      } finally {
        await handle.close();
      }
      sums.set(file, sum);
    },
  };
}
