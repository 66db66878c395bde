import { execFileSync } from 'node:child_process';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** A disk of a few MiB, in memory. */
export interface SmallDisk {
  /** Fills it to the last byte, also while others write. */
  fill(): Promise<void>;
  free(): Promise<void>;
  remove(): void;
}

/** Mounts it on a folder. Undefined where that is not allowed: not root. */
export function mountSmallDisk(folder: string, mib: number): SmallDisk | undefined {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${mib}m,mode=755`, 'tmpfs', folder], {
      stdio: 'ignore',
    });
  } catch {
    return undefined;
  }
  const ballast = (bytes: number): string => join(folder, `ballast-${bytes}`);
  const SIZES = [1_048_576, 4_096];
  return {
    async fill() {
      // Large writes first, then the pages that are left.
      for (const size of SIZES) {
        const bytes = Buffer.alloc(size, 'x');
        for (let isFull = false; !isFull; ) {
          await writeFile(ballast(size), bytes, { flag: 'a' }).catch(() => {
            isFull = true;
          });
        }
      }
    },
    async free() {
      for (const size of SIZES) await rm(ballast(size), { force: true });
    },
    // Lazily: a program that ends may have files open.
    remove: () => void execFileSync('umount', ['-l', folder]),
  };
}
