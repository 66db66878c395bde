import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { requireMajor } from './major.ts';
import { programsFor } from './placement.ts';

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'fanwatt-major-'));
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

it('a cluster of another major version is refused by one line, and stays as it is', async () => {
  const programs = await programsFor(undefined);
  const cluster = dataDir;
  const parts = { programs, cluster, account: undefined };
  await requireMajor(parts);
  await writeFile(join(cluster, 'PG_VERSION'), '17\n');
  await expect(requireMajor(parts)).rejects.toThrow(
    /^\/.* is of PostgreSQL 17, and this program has 18: move it as docs\/operating.md says \(Another version of PostgreSQL\)$/,
  );
  await writeFile(join(cluster, 'PG_VERSION'), '18\n');
  await requireMajor(parts);
});
