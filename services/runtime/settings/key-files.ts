import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigError } from './values.ts';

/** Bytes of a key file; certificates of roots are the largest. */
const MAX_FILE = 65_536;

/** A folder with the keys and certificates of a provider. Refusals name files and never content. */
export function keyFolder(setting: string, path: string) {
  const readable = <Result>(file: string, read: () => Result): Result => {
    try {
      return read();
    } catch {
      throw new ConfigError(`${setting}: ${file} cannot be read`);
    }
  };
  const files = readable('the folder', () => readdirSync(path));
  const textOf = (file: string): string =>
    readable(file, () => readFileSync(join(path, file), 'utf8').slice(0, MAX_FILE));
  /** PEM, or base64 without its frame, as Alipay's tool writes it. */
  const keyOf = (file: string, read: (der: Buffer | string) => KeyObject): KeyObject => {
    const text = textOf(file).trim();
    return readable(file, () => read(text.includes('-----BEGIN') ? text : Buffer.from(text, 'base64')));
  };
  return {
    has: (file: string): boolean => files.includes(file),
    textOf,
    matching: (pattern: RegExp): string[] => files.filter((file) => pattern.test(file)).sort(),
    privateKey: (file: string): KeyObject =>
      keyOf(file, (key) => {
        if (typeof key === 'string') return createPrivateKey(key);
        try {
          return createPrivateKey({ key, format: 'der', type: 'pkcs8' });
        } catch {
          return createPrivateKey({ key, format: 'der', type: 'pkcs1' });
        }
      }),
    /** Also out of a certificate. */
    publicKey: (file: string): KeyObject =>
      keyOf(file, (key) =>
        typeof key === 'string'
          ? createPublicKey(key)
          : createPublicKey({ key, format: 'der', type: 'spki' }),
      ),
  };
}
