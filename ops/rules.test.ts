import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cruise, type ICruiseResult } from 'dependency-cruiser';
import { afterAll, expect, test } from 'vitest';
import { WORDS } from '#services/capabilities.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const config = createRequire(import.meta.url)('../.dependency-cruiser.cjs');
const copy = mkdtempSync(join(tmpdir(), 'rules-'));
afterAll(() => rmSync(copy, { recursive: true, force: true }));

/** Imports that must fail in a word of a layer, as seen from its folder. */
const planted = (word: string, at: number): { file: string; to: string }[] => {
  const higher = WORDS[at + 1];
  return [
    { file: `services/commerce/${word}/imports-pg.ts`, to: 'pg' },
    { file: `services/commerce/${word}/imports-fastify.ts`, to: 'fastify' },
    { file: `services/commerce/${word}/imports-module.ts`, to: '#services/modules/all.ts' },
    {
      file: `services/commerce/${word}/imports-committer.ts`,
      to: '#services/commerce/committer/committer.ts',
    },
    { file: `services/modules/${word}/imports-route.ts`, to: '#services/api/areas.ts' },
    { file: `services/contract/${word}/imports-pg.ts`, to: 'pg' },
    {
      file: `services/api/${word}/imports-other.ts`,
      to: `#services/api/${word === 'cart' ? 'tickets' : 'cart'}/own.ts`,
    },
    ...(higher === undefined
      ? []
      : [
          { file: `services/commerce/${word}/imports-higher.ts`, to: `#services/commerce/${higher}/own.ts` },
          { file: `services/modules/${word}/imports-higher.ts`, to: `#services/modules/${higher}/own.ts` },
        ]),
  ];
};

function write(file: string, text: string): void {
  mkdirSync(dirname(join(copy, file)), { recursive: true });
  writeFileSync(join(copy, file), text);
}

test('an import against the rules is found in every word', async () => {
  for (const file of ['package.json', 'tsconfig.json']) cpSync(join(root, file), join(copy, file));
  for (const name of ['pg', 'fastify']) {
    write(`node_modules/${name}/package.json`, JSON.stringify({ name, main: 'index.js' }));
    write(`node_modules/${name}/index.js`, '');
  }
  for (const file of ['modules/all.ts', 'commerce/committer/committer.ts', 'api/areas.ts'])
    write(`services/${file}`, 'export {};\n');
  for (const layer of ['commerce', 'modules', 'api'])
    for (const word of WORDS) write(`services/${layer}/${word}/own.ts`, 'export {};\n');
  const wrong = WORDS.flatMap(planted);
  for (const { file, to } of wrong) write(file, `import '${to}';\n`);
  // The control: imports that are allowed.
  const right = WORDS.slice(1).map((word, at) => ({
    file: `services/commerce/${word}/imports-lower.ts`,
    to: `#services/commerce/${WORDS[at]}/own.ts`,
  }));
  for (const { file, to } of right) write(file, `import '${to}';\n`);
  const { output } = await cruise(['services'], {
    ...config.options,
    ruleSet: config,
    validate: true,
    baseDir: copy,
  });
  const { violations } = (output as ICruiseResult).summary;
  const found = new Set(violations.map(({ from }) => from));
  expect(wrong.filter(({ file }) => !found.has(file))).toEqual([]);
  expect(right.filter(({ file }) => found.has(file))).toEqual([]);
});
