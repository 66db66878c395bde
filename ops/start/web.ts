import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));
const dist = join(root, 'web/dist');
const stamp = join(dist, '.hash');

/** The inputs of the built web application. */
const SOURCES = [
  'web/index.html',
  'web/public',
  'web/src',
  'vite.config.ts',
  'web/chunk-plan.ts',
  'web/chunks-plugin.ts',
  'web/endpoints-plugin.ts',
  'web/page-set.ts',
  'web/page-texts.ts',
  'web/pages-plugin.ts',
  'web/oldest-browsers.ts',
  'web/css-fallbacks.cjs',
  'web/imports-plugin.ts',
  'events/destinations.ts',
  'events/status.ts',
  'services/contract',
];
const SETTINGS = ['postcss.config.cjs', 'tsconfig.json', 'package-lock.json'];
const GENERATED = 'route-tree.gen.ts';

async function filesBelow(path: string): Promise<string[]> {
  const entries = await readdir(path, { withFileTypes: true, recursive: true }).catch(() => undefined);
  if (entries === undefined) return existsSync(path) ? [path] : [];
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

/** Paths from the root of all inputs, sorted. */
export async function webSources(): Promise<string[]> {
  const lists = await Promise.all([...SOURCES, ...SETTINGS].map((path) => filesBelow(join(root, path))));
  const files = lists.flat().filter((file) => !file.endsWith(GENERATED));
  return files.map((file) => relative(root, file)).sort();
}

/** One hash over all sources, by name and content. */
export async function webSourcesHash(): Promise<string> {
  const hash = createHash('sha256');
  for (const file of await webSources()) {
    hash
      .update(file)
      .update('\0')
      .update(await readFile(join(root, file)))
      .update('\0');
  }
  return hash.digest('hex');
}

export const isWebBuilt = (): boolean => existsSync(join(dist, 'index.html'));

/** The hash to build for; undefined if the build is up to date. */
export async function outdatedWeb(): Promise<string | undefined> {
  const wanted = await webSourcesHash();
  const built = await readFile(stamp, 'utf8').catch(() => '');
  return built.trim() === wanted && isWebBuilt() ? undefined : wanted;
}

/** Records the sources of the build, as its last step. */
export async function noteWebBuilt(hash: string): Promise<void> {
  await mkdir(dist, { recursive: true });
  await writeFile(stamp, `${hash}\n`);
}
