// Runs on the machine's Node (20 or newer) before anything is installed: no TypeScript and no packages here. It
// installs missing packages; the rest runs on the installed Node.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const nodeOfOurs = `${root}node_modules/.bin/node`;

function packagesOf(file) {
  return JSON.parse(readFileSync(`${root}${file}`, 'utf8')).packages;
}

/** npm writes its list of installed packages last, so an interrupted install has none. */
function isInstalled() {
  if (!existsSync(`${root}node_modules/.package-lock.json`)) return false;
  const wanted = packagesOf('package-lock.json');
  const present = packagesOf('node_modules/.package-lock.json');
  return Object.entries(wanted).every(([path, { version, optional, dev, devOptional }]) => {
    if (path === '') return true;
    const found = present[path];
    // Other platforms' packages, and in production those of development, are absent.
    if (!found) return Boolean(optional || ((dev || devOptional) && process.env.NODE_ENV === 'production'));
    return found.version === version;
  });
}

function fail(line) {
  console.error(line);
  process.exit(1);
}

if (!isInstalled()) {
  console.log('Installing packages (npm ci), once …');
  const viaNpm = process.env.npm_execpath?.endsWith('.js');
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
}
if (!existsSync(nodeOfOurs)) {
  fail(
    'the package "node" has no program: allow install scripts (npm config set ignore-scripts false), then npm ci',
  );
}
