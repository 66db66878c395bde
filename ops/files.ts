import { join } from 'node:path';
import { Problem } from '#ops/problem.ts';
import { type Env, runProgram, withDatabase } from '#ops/program.ts';
import { openVault, requireMaster } from '#services/modules/accounts/vault.ts';
import { openMediaStore } from '#services/modules/media/open-store.ts';
import type { CleaningProgress, Finding } from '#services/modules/media/public/salvage-picture.ts';
import { takeOverFiles } from '#services/modules/media/public/take-over.ts';
import { cleanDocuments } from '#services/modules/withdrawals/clean-documents.ts';
import { systemClock } from '#services/runtime/clock.ts';
import { openSecrets } from '#services/runtime/secrets.ts';

/** `npm run files -- clean`, with the server running or not. */
const USAGE = `use: npm run files -- clean [--again]
Takes the public pictures of older versions from DATA_DIR/files into the store of all files; their addresses stay.
Those that were stored as they were sent are decoded: their pixels are stored, upright, without EXIF (place), XMP, IPTC and
anything else. So are identity pictures in the vault. It continues where an earlier run was killed.
--again also decodes those that were decoded before, after old files were restored.
Files that are no pictures are moved to DATA_DIR/not-pictures: look at them, then delete that folder.`;

const sentences = (no_picture: string): Readonly<Record<Exclude<Finding, 'cleaned'>, string>> => ({
  damaged: 'damaged; what can be decoded stays',
  no_picture: `no picture; ${no_picture}`,
  too_slow: 'NOT DONE: it takes too long',
});

interface Out {
  print(line: string): void;
  /** Overwrites itself; nothing without a terminal. */
  progress(line: string): void;
}

/** @returns false when a picture stayed as it was */
export async function workOnFiles(words: readonly string[], env: Env, out: Out): Promise<boolean> {
  const [action, option, ...more] = words;
  if (action !== 'clean' || (option ?? '--again') !== '--again' || more.length > 0) throw new Problem(USAGE);
  const again = option === '--again';
  return withDatabase(env, 'files', { max: 2, statementTimeoutMs: 0 }, async ({ config, pool }) => {
    const { dataDir, production } = config;
    const master = openSecrets({ dataDir, production, env }).ring('vault');
    await requireMaster(pool, master);
    let cleaned = 0;
    let well = true;
    const listener = (what: string, no_picture: string): CleaningProgress => ({
      onProgress: (done, all) => out.progress(`${what}: ${done} of ${all}`),
      onFinding(name, finding) {
        if (finding === 'cleaned' || finding === 'damaged') cleaned += 1;
        if (finding === 'too_slow') well = false;
        if (finding !== 'cleaned') out.print(`${name}: ${sentences(no_picture)[finding]}`);
      },
    });
    const aside = join(dataDir, 'not-pictures');
    const store = openMediaStore(config);
    const moved = await takeOverFiles(
      { pool, store, dataDir, aside, again },
      listener('pictures', `moved to ${aside}`),
    );
    const vault = openVault(pool, master, systemClock);
    await cleanDocuments({ pool, vault, again }, listener('identity pictures', 'it stays, for its review'));
    if (moved > 0) out.print(`${moved} clean pictures moved to the store`);
    out.print(`${cleaned} pictures cleaned; ${well ? 'all' : 'NOT ALL'} stored pictures are clean`);
    return well;
  });
}

if (import.meta.main) {
  const draw = (text: string): void => {
    if (process.stderr.isTTY) process.stderr.write(`\r\u001b[2K${text}`);
  };
  const print = (line: string): void => {
    draw('');
    console.info(line);
  };
  await runProgram(USAGE, () => workOnFiles(process.argv.slice(2), process.env, { progress: draw, print }));
}
