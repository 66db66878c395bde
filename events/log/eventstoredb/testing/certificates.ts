import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

function openssl(...args: readonly string[]): void {
  const { status, stderr } = spawnSync('openssl', args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`openssl ${args[0]}: ${stderr}`);
}

export const hasOpenssl = spawnSync('openssl', ['version']).status === 0;

export interface Certificate {
  /** Files in PEM. */
  certFile: string;
  keyFile: string;
  cert: string;
  key: string;
}

/** Certificates in a folder for temporary files. Each is its own authority. */
export function openCertificates() {
  const folder = mkdtempSync(join(tmpdir(), 'fanwatt-certificates-'));
  return {
    /** @param name the holder; for a server, its IP address */
    make(name: string): Certificate {
      const [certFile, keyFile] = [join(folder, `${name}.crt`), join(folder, `${name}.key`)];
      const alternative = /^[\d.]+$/.test(name) ? `IP:${name}` : `DNS:${name}`;
      openssl(
        'req',
        '-x509',
        '-newkey',
        'ec',
        '-pkeyopt',
        'ec_paramgen_curve:prime256v1',
        '-nodes',
        '-subj',
        `/CN=${name}`,
        '-addext',
        `subjectAltName=${alternative}`,
        '-days',
        '2',
        '-keyout',
        keyFile,
        '-out',
        certFile,
      );
      return { certFile, keyFile, cert: readFileSync(certFile, 'utf8'), key: readFileSync(keyFile, 'utf8') };
    },
    close: () => rmSync(folder, { recursive: true }),
  };
}
