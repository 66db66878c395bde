import type { Pool } from 'pg';
import { Problem } from '#ops/problem.ts';
import {
  keyId,
  type ReplaceableSecret,
  replaceableSecrets,
  type SecretName,
  type Secrets,
  variableOf,
} from '#services/runtime/secrets.ts';
import { changeFact, readIdentity } from '#services/runtime/settings/identity.ts';

/** What another key changes, as the command prints it. */
const EFFECTS: Readonly<Record<ReplaceableSecret, readonly string[]>> = {
  'ticket-signing': [
    'QR codes that were printed or saved are refused as forged. A ticket’s page shows its new QR code.',
    'Spoken codes and order numbers admit as before.',
    'Reload the check-in page on each device: until then it accepts former codes offline, and the server refuses them.',
  ],
  'sandbox-notices': [
    'Notices with the former signature are refused. The worker repeats unacknowledged ones.',
  ],
};

/** Why no other key can be recorded. */
const REASONS: Readonly<Record<Exclude<SecretName, ReplaceableSecret>, string>> = {
  vault: 'personal data, messages and reply texts are encrypted with it',
  lookup: 'accounts, codes and names of ticket holders are found by it',
  'log-sealing': 'the seals over the log are verified with it',
  'session-signing': 'its id is not recorded, and it can be changed at any time (docs/operating.md)',
};

/** The name of a key that can be replaced. Throws a Problem with the reason for any other. */
export function replaceable(name: string): ReplaceableSecret {
  const found = replaceableSecrets.find((one) => one === name);
  if (found !== undefined) return found;
  const [, reason] = Object.entries(REASONS).find(([one]) => one === name) ?? [];
  throw new Problem(
    reason === undefined
      ? `${name}: unknown key; use one of ${replaceableSecrets.join(', ')}`
      : `${name} is not accepted: ${reason}`,
  );
}

/**
 * Records the id of the configured key: from now on servers start with this key only. Throws a Problem before the first
 * start of a server, which records all ids.
 * @returns the lines to print
 */
export async function acceptKey(pool: Pool, secrets: Secrets, name: ReplaceableSecret): Promise<string[]> {
  const variable = variableOf(name);
  const before = (await readIdentity(pool))[variable];
  if (before === undefined)
    throw new Problem('no key is recorded yet: the first start of a server records them');
  const id = keyId(secrets.secret(name));
  if (before === id) return [`${variable} was already id ${id}`];
  await changeFact(pool, variable, id);
  return [
    `${variable} is now id ${id}, it was id ${before}. Start every server with this key.`,
    ...EFFECTS[name],
  ];
}
