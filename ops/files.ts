import { join } from 'node:path';
import { Problem } from '#ops/problem.ts';
import { type Env, runProgram, withDatabase } from '#ops/program.ts';
import { openVault, requireMaster } from '#services/modules/accounts/vault.ts';
import { cleanFiles } from '#services/modules/media/clean-stored.ts';
import type { CleaningProgress, Finding } from '#services/modules/media/salvage-picture.ts';
import { cleanDocuments } from '#services/modules/withdrawals/clean-documents.ts';
import { systemClock } from '#services/runtime/clock.ts';
import { openFileStore } from '#services/runtime/file-store.ts';
import { openSecrets } from '#services/runtime/secrets.ts';

/** `npm run files -- clean`, with the server running or not. */
const USAGE = `use: npm run files -- clean [--again]
Decodes the pictures that older versions stored as they were sent, and stores their pixels at the same addresses:
upright, without EXIF (place), XMP, IPTC and anything else. Identity pictures in the vault, too.
It continues where an earlier run was killed, and does nothing to pictures that are clean.
--again decodes all of them once more, after old files were restored.
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
    const master = openSecrets({ dataDir, production, env }).secret('vault');
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
    const files = openFileStore(dataDir);
    await cleanFiles({ pool, files, aside, again }, listener('pictures', `moved to ${aside}`));
    const vault = openVault(pool, master, systemClock);
    await cleanDocuments({ pool, vault, again }, listener('identity pictures', 'it stays, for its review'));
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
