import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { randomBytes, randomInt } from 'node:crypto';
import { programEnvironment } from '#services/runtime/testing/program-environment.ts';

/** A separate host for the network: a namespace with a link that can be cut. */
export interface FarHost {
  /** Of this side of the link. */
  address: string;
  /** With the far side in it. */
  network: string;
  /** Runs a program of ours there; it talks to us by messages, which take no network. */
  run(program: URL, env: Readonly<Record<string, string>>): ChildProcess;
  /** From then on packets are dropped: no side is notified that connections are gone. */
  cut(): void;
  mend(): void;
  remove(): void;
}

const ip = (...args: string[]): void =>
  void execFileSync('ip', args, { stdio: ['ignore', 'ignore', 'pipe'], encoding: 'utf8' });

/** Undefined where namespaces cannot be made: not root, or no `ip`. */
export function makeFarHost(): FarHost | undefined {
  const name = `fw${randomBytes(4).toString('hex')}`;
  const [near, far] = [`${name}a`, `${name}b`];
  try {
    ip('netns', 'add', name);
  } catch {
    return undefined;
  }
  // Four addresses of the range reserved for network tests.
  const block = randomInt(2 ** 15) * 4;
  const at = (host: number): string => {
    const last = block + host;
    return `198.${18 + (last >> 16)}.${(last >> 8) & 255}.${last & 255}`;
  };
  const remove = (): void => {
    // The link is removed with the namespace, but only when nothing runs there.
    spawnSync('ip', ['link', 'delete', near]);
    ip('netns', 'delete', name);
  };
  try {
    ip('link', 'add', near, 'type', 'veth', 'peer', 'name', far, 'netns', name);
    ip('address', 'add', `${at(1)}/30`, 'dev', near);
    ip('link', 'set', near, 'up');
    ip('-n', name, 'address', 'add', `${at(2)}/30`, 'dev', far);
    ip('-n', name, 'link', 'set', far, 'up');
  } catch (error) {
    remove();
    throw error;
  }
  return {
    address: at(1),
    network: `${at(0)}/30`,
    run: (program, env) =>
      spawn(
        'ip',
        ['netns', 'exec', name, process.execPath, '--disable-warning=ExperimentalWarning', program.pathname],
        {
          stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
          env: { ...programEnvironment, ...env },
        },
      ),
    cut: () => ip('link', 'set', near, 'down'),
    mend: () => ip('link', 'set', near, 'up'),
    remove,
  };
}
