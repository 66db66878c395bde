// Runs on the machine's Node before anything is installed: no TypeScript, no packages, and no syntax that Node 12 lacks,
// so that an old one ends with one line. It installs missing packages; the rest runs on the installed Node.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const OLDEST_NODE = 20;
const root = fileURLToPath(new URL('..', import.meta.url));
const nodeOfOurs = `${root}node_modules/.bin/node`;

function packagesOf(file) {
  return JSON.parse(readFileSync(`${root}${file}`, 'utf8')).packages;
}

/** A program that was not written completely does not run. */
const hasNode = () => existsSync(nodeOfOurs) && spawnSync(nodeOfOurs, ['--version']).status === 0;

/** npm writes its list of installed packages last, so an interrupted install has none. */
function isInstalled() {
  if (!existsSync(`${root}node_modules/.package-lock.json`)) return false;
  let present;
  try {
    present = packagesOf('node_modules/.package-lock.json');
  } catch {
    // Cut off: the disk was full.
    return false;
  }
  const isPresent = ([path, { version, optional, dev, devOptional }]) => {
    if (path === '') return true;
    const found = present[path];
    // Other platforms' packages, and in production those of development, are absent.
    if (!found) return Boolean(optional || ((dev || devOptional) && process.env.NODE_ENV === 'production'));
    return found.version === version && existsSync(`${root}${path}/package.json`);
  };
  return Object.entries(packagesOf('package-lock.json')).every(isPresent) && hasNode();
}

function fail(line) {
  console.error(line);
  process.exit(1);
}

if (Number(process.versions.node.split('.')[0]) < OLDEST_NODE) {
  fail(`Node ${process.versions.node} is too old: install Node ${OLDEST_NODE} or newer (https://nodejs.org)`);
}
if (!isInstalled()) {
  console.log('Installing packages (npm ci), once …');
  const viaNpm = (process.env.npm_execpath || '').endsWith('.js');
  const [program, args] = viaNpm ? [process.execPath, [process.env.npm_execpath]] : ['npm', []];
  const { status, error } = spawnSync(
    program,
    [...args, 'ci', '--no-audit', '--no-fund', '--loglevel=error'],
    {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
    },
  );
  if (error || status !== 0) fail('npm ci failed: see above; check the network and run it again');
  if (!hasNode()) {
    fail(
      'the package "node" has no program: allow install scripts (npm config set ignore-scripts false), then npm ci',
    );
  }
}
