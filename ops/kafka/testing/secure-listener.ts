import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { SecureListener } from '../broker.ts';

const keytool = (...args: readonly string[]) => promisify(execFile)('keytool', args);

/** A user, and a certificate for 127.0.0.1, in the folder. Java's own tool makes it. */
export async function secureListener(folder: string): Promise<SecureListener & { certificate: string }> {
  const [keystore, certificate] = [join(folder, 'keystore.p12'), join(folder, 'certificate.pem')];
  const keystorePassword = 'keystore';
  const store = ['-keystore', keystore, '-storepass', keystorePassword, '-alias', 'kafka'];
  const made = ['-keyalg', 'RSA', '-storetype', 'PKCS12', '-validity', '2', '-dname', 'CN=kafka'];
  await keytool('-genkeypair', ...store, ...made, '-ext', 'san=ip:127.0.0.1', '-ext', 'bc=ca:true');
  await keytool('-exportcert', '-rfc', ...store, '-file', certificate);
  return { keystore, keystorePassword, certificate, username: 'fanwatt', password: 'se:cret' };
}
