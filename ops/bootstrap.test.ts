import { spawnSync } from 'node:child_process';
import { chmodSync, copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '#events/testing/fixture.ts';

const folder = temporaryFolder();
const at = (path: string): string => join(folder.path, path);

function write(path: string, text: string, mode = 0o644): void {
  mkdirSync(join(at(path), '..'), { recursive: true });
  writeFileSync(at(path), text);
  chmodSync(at(path), mode);
}

const LOCK = JSON.stringify({
  packages: { '': {}, 'node_modules/node': { version: '24.0.0' }, 'node_modules/pg': { version: '8.0.0' } },
});
/** Does what `npm ci` does with these two packages, and counts its runs. */
const NPM = `#!/bin/sh
echo run >> runs
rm -rf node_modules
mkdir -p node_modules/.bin node_modules/node node_modules/pg
echo {} > node_modules/node/package.json
echo {} > node_modules/pg/package.json
printf '#!/bin/sh\\nexit 0\\n' > node_modules/.bin/node
chmod +x node_modules/.bin/node
cp package-lock.json node_modules/.package-lock.json
`;

/** A clone with two packages. @param imported a module that Node loads first */
function bootstrap(imported = ''): { status: number | null; stderr: string; installs: number } {
  write('bin/npm', NPM, 0o755);
  write('package-lock.json', LOCK);
  mkdirSync(at('ops'), { recursive: true });
  copyFileSync('ops/bootstrap.mjs', at('ops/bootstrap.mjs'));
  rmSync(at('runs'), { force: true });
  const before = imported === '' ? [] : ['--import', `data:text/javascript,${encodeURIComponent(imported)}`];
  const { status, stderr } = spawnSync(process.execPath, [...before, at('ops/bootstrap.mjs')], {
    env: { PATH: `${at('bin')}:${process.env.PATH}` },
    encoding: 'utf8',
  });
  return { status, stderr, installs: readIfThere('runs').split('\n').length - 1 };
}

function readIfThere(path: string): string {
  try {
    return readFileSync(at(path), 'utf8');
  } catch {
    return '';
  }
}

test('packages are installed once', () => {
  expect(bootstrap()).toEqual({ status: 0, stderr: '', installs: 1 });
  expect(bootstrap()).toEqual({ status: 0, stderr: '', installs: 0 });
});

test.each([
  ['npm was interrupted before its list', () => rmSync(at('node_modules/.package-lock.json'))],
  ['the list is cut off', () => write('node_modules/.package-lock.json', LOCK.slice(0, 30))],
  ['a package is missing', () => rmSync(at('node_modules/pg'), { recursive: true })],
  ['Node is missing', () => rmSync(at('node_modules/.bin/node'))],
  ['Node is cut off', () => write('node_modules/.bin/node', '', 0o644)],
])('the next start installs again when %s', (_, damage) => {
  bootstrap();
  damage();
  expect(bootstrap()).toEqual({ status: 0, stderr: '', installs: 1 });
});

test('an old Node is refused with one line, before anything is installed', () => {
  rmSync(at('node_modules'), { recursive: true, force: true });
  const old = "Object.defineProperty(process.versions, 'node', { value: '18.20.4' })";
  expect(bootstrap(old)).toEqual({
    status: 1,
    stderr: 'Node 18.20.4 is too old: install Node 20 or newer (https://nodejs.org)\n',
    installs: 0,
  });
});
