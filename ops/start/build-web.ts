/** Builds the web application and its compressed files, in a separate process: Vite is large. */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { build } from 'vite';
import { noteWebBuilt, webSourcesHash } from './web.ts';

const TEXT = /\.(?:js|css|html|svg|json)$/;
const MIN_WORTH_BYTES = 1_000;

/** The server sends `name.br` or `name.gz` to browsers that take it. */
async function compress(file: string): Promise<void> {
  const content = await readFile(file);
  if (content.length < MIN_WORTH_BYTES) return;
  const params = { [constants.BROTLI_PARAM_QUALITY]: 9 };
  await writeFile(`${file}.br`, await promisify(brotliCompress)(content, { params }));
  await writeFile(`${file}.gz`, await promisify(gzip)(content, { level: 9 }));
}

const root = fileURLToPath(new URL('../../', import.meta.url));
const hash = await webSourcesHash();
await build({ configFile: join(root, 'vite.config.ts'), logLevel: 'error' });
const dist = join(root, 'web/dist');
const entries = await readdir(dist, { withFileTypes: true, recursive: true });
for (const entry of entries) {
  if (entry.isFile() && TEXT.test(entry.name)) await compress(join(entry.parentPath, entry.name));
}
await noteWebBuilt(hash);
