import { readFileSync } from 'node:fs';

interface LockedPackage {
  version?: string;
  optionalDependencies?: Record<string, string>;
}

/**
 * Packages that are missing in the lock file. npm omits other platforms' packages when it writes the file with an
 * installed node_modules, and then refuses the file on a new clone.
 */
export function missingFromLockFile(file: URL): string[] {
  const { packages } = JSON.parse(readFileSync(file, 'utf8')) as { packages: Record<string, LockedPackage> };
  const names = (path: string, name: string): boolean =>
    `node_modules/${name}` in packages || `${path}/node_modules/${name}` in packages;
  return Object.entries(packages).flatMap(([path, { optionalDependencies }]) =>
    Object.keys(optionalDependencies ?? {}).filter((name) => !names(path, name)),
  );
}
