import { spawn } from 'node:child_process';
import { createHash, X509Certificate } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import type { LookupFunction } from 'node:net';
import { join } from 'node:path';
import { Agent } from 'undici';
import { until } from '#ops/actors/until.ts';
import { freePort } from '#ops/postgres/server.ts';

/** Why a test that needs it was skipped. */
export const NO_CADDY = 'no Caddy: apt-get install caddy';

export const CADDY = process.env.CADDY ?? '/usr/bin/caddy';

export const SITE = 'fanwatt.test';

/** The operator's file, for another host and another port of the API. */
async function siteOf(apiPort: number): Promise<string> {
  const text = await readFile(new URL('../../production/Caddyfile', import.meta.url), 'utf8');
  return text.replaceAll('fanwatt.example', SITE).replaceAll('127.0.0.1:3000', `127.0.0.1:${apiPort}`);
}

/** Resolves every name to this machine. */
const here: LookupFunction = (_host, { all }, done) =>
  all ? done(null, [{ address: '127.0.0.1', family: 4 }]) : done(null, '127.0.0.1', 4);

/**
 * Caddy in front of the API, with certificates of an authority of its own (`tls internal`): also one for `localhost`.
 * @param folder of its files, which it creates
 */
export async function startCaddy(folder: string, apiPort: number) {
  const [port, plainPort] = [await freePort(), await freePort()];
  const file = join(folder, 'Caddyfile');
  const options = [
    'admin off',
    'local_certs',
    'skip_install_trust',
    `http_port ${plainPort}`,
    `https_port ${port}`,
    'default_bind 127.0.0.1',
  ];
  const text = `{\n${options.map((line) => `\t${line}\n`).join('')}}\nlocalhost {\n}\n`;
  await writeFile(file, `${text}${await siteOf(apiPort)}`);
  const log: Buffer[] = [];
  const program = spawn(CADDY, ['run', '--config', file, '--adapter', 'caddyfile'], {
    env: { PATH: process.env.PATH, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  program.stderr.on('data', (chunk: Buffer) => log.push(chunk));
  const certificates = join(folder, 'caddy', 'certificates', 'local');
  const authority = join(folder, 'caddy', 'pki', 'authorities', 'local');
  const files = {
    root: join(authority, 'root.crt'),
    intermediate: join(authority, 'intermediate.crt'),
    cert: join(certificates, 'localhost', 'localhost.crt'),
    key: join(certificates, 'localhost', 'localhost.key'),
  };
  // Written last.
  const last = ['localhost', SITE].map((name) => join(certificates, name, `${name}.json`));
  await until('Caddy has its certificates', async () => {
    if (program.exitCode !== null) throw new Error(Buffer.concat(log).toString());
    return last.every((one) => existsSync(one));
  });
  const root = await readFile(files.root, 'utf8');
  const intermediate = await readFile(files.intermediate, 'utf8');
  const spki = new X509Certificate(intermediate).publicKey.export({ type: 'spki', format: 'der' });
  return {
    base: `https://${SITE}:${port}`,
    plain: `http://${SITE}:${plainPort}`,
    files,
    /** SHA-256 of the key that signs its certificates, in base64. */
    keyHash: createHash('sha256').update(spki).digest('base64'),
    /** Connections of a client that trusts the authority. @param localAddress where they come from */
    from: (localAddress: string): Agent => new Agent({ localAddress, connect: { ca: root, lookup: here } }),
    close: async (): Promise<void> => {
      if (program.exitCode !== null) return;
      const ended = new Promise((resolve) => program.once('close', resolve));
      program.kill();
      await ended;
    },
  };
}
