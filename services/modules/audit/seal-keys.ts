import { sign, verify } from 'node:crypto';
import type { Pool } from 'pg';
import { pemsOf } from '#services/contract/audit/log-proof.ts';
import { queriesOn } from '#services/runtime/queries.ts';
import type { SigningKey } from '#services/runtime/signing-key.ts';

/** A former key; its successor has signed up to which seal it is valid. */
export interface FormerSealKey {
  /** Number of the last seal that it made. */
  through: number;
  /** SPKI, PEM */
  public_key: string;
  successor: string;
  signature: Buffer;
}

const signedText = ({ through, public_key, successor }: Omit<FormerSealKey, 'signature'>): Buffer =>
  Buffer.from(['fanwatt-seal-key-1', through, public_key.trim(), successor.trim()].join('\n'));

/** The record with which a key begins. @param through the last seal of the key before it */
export function successionOf(through: number, public_key: string, successor: SigningKey): FormerSealKey {
  const record = { through, public_key, successor: successor.pem };
  return { ...record, signature: sign(null, signedText(record), successor.private) };
}

export const newestSuccession = (pool: Pool): Promise<FormerSealKey | undefined> =>
  queriesOn(pool)
    .selectFrom('audit.seal_keys')
    .selectAll()
    .orderBy('through', 'desc')
    .limit(1)
    .executeTakeFirst();

/**
 * The former keys that the roots vouch for, the newest first: each is signed by its successor, and the last successor is
 * a root. A record that was added by somebody else is left out, with all before it.
 * @param roots PEM of trusted keys
 */
async function formerSealKeys(pool: Pool, roots: string): Promise<FormerSealKey[]> {
  const rows = await queriesOn(pool)
    .selectFrom('audit.seal_keys')
    .selectAll()
    .orderBy('through', 'desc')
    .execute();
  let trusted = pemsOf(roots);
  const genuine: FormerSealKey[] = [];
  for (const row of rows) {
    const isKnown = trusted.some((pem) => pem.trim() === row.successor.trim());
    if (!isKnown || !verify(null, signedText(row), row.successor, row.signature)) break;
    genuine.push(row);
    trusted = [row.public_key];
  }
  return genuine;
}

/** The keys that can have made a seal, by its number. */
export async function sealKeysOf(pool: Pool, roots: string): Promise<(number: number) => readonly string[]> {
  const former = await formerSealKeys(pool, roots);
  const retired = new Set(former.map(({ public_key }) => public_key.trim()));
  const present = pemsOf(roots).filter((pem) => !retired.has(pem.trim()));
  return (number) => {
    const [key] = former.filter(({ through }) => number <= through).slice(-1);
    return key ? [key.public_key] : present;
  };
}

/** PEM of every key that has made seals or will: the roots, then the former ones. */
export async function publishedSealKeys(pool: Pool, roots: string): Promise<string> {
  const former = (await formerSealKeys(pool, roots)).map(({ public_key }) => public_key);
  const every = [...pemsOf(roots), ...former].map((pem) => `${pem.trim()}\n`);
  return [...new Set(every)].join('');
}
