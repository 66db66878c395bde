import { execFileSync } from 'node:child_process';
import { createPrivateKey, createPublicKey } from 'node:crypto';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The files of docs/operating.md, Payments: Alipay's transfers need certificates. */
const FILES = { own: 'alipayCertPublicKey_RSA2.crt', app: 'appCertPublicKey_2021000000000001.crt' };

/** Makes a self-signed certificate by openssl. @returns its keys */
async function certificate(folder: string, key: string, file: string) {
  const options = ['-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/C=CN/O=Test/CN=Test'];
  execFileSync('openssl', ['req', '-x509', ...options, '-keyout', key, '-out', file], {
    cwd: folder,
    stdio: 'ignore',
  });
  const pem = await readFile(join(folder, key), 'utf8');
  return { privateKey: createPrivateKey(pem), publicKey: createPublicKey(pem) };
}

/** Fills the folder `ALIPAY_KEYS`. @returns the keys of Alipay and of the app */
export async function makeAlipayKeys(folder: string) {
  await mkdir(folder, { recursive: true });
  await certificate(folder, 'root.key', 'alipayRootCert.crt');
  return {
    own: await certificate(folder, 'alipay.key', FILES.own),
    app: await certificate(folder, 'app-private-key.pem', FILES.app),
  };
}
