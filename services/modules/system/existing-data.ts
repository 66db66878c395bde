import type { Pool } from 'pg';
import { openVault, requireMaster } from '#services/modules/accounts/vault.ts';
import { isGenuine } from '#services/modules/audit/seal.ts';
import { newestSeal } from '#services/modules/audit/seals.ts';
import { type AccountKind, blindIndexWith } from '#services/modules/messages/account-name.ts';
import { systemClock } from '#services/runtime/clock.ts';
import { ConfigError } from '#services/runtime/config.ts';
import type { Secrets } from '#services/runtime/secrets.ts';
import type { Facts } from '#services/runtime/settings/identity.ts';
import { signingKey } from '#services/runtime/signing-key.ts';

/** Play money, or messages that were sent to people. */
const SHOWN_KIND = `
  SELECT CASE
    WHEN EXISTS (SELECT FROM runtime.marks WHERE name IN ('demo_begun', 'demo_done'))
      OR EXISTS (SELECT FROM runtime.clock WHERE offset_ms > 0)
      OR EXISTS (SELECT FROM sandbox.endpoint) OR EXISTS (SELECT FROM sandbox.charges)
      OR EXISTS (SELECT FROM sandbox.payouts) THEN '1'
    WHEN EXISTS (SELECT FROM runtime.outbox
                  WHERE coalesce(due_at, delivered_at, failed_at) IS NOT NULL) THEN '0'
  END AS sandbox`;

/** What the data of a database without a record show: whether it is a sandbox, if they show it. */
export async function shownFacts(pool: Pool): Promise<Facts> {
  const { rows } = await pool.query<{ sandbox: string | null }>(SHOWN_KIND);
  const sandbox = rows[0]?.sandbox;
  return sandbox ? { SANDBOX: sandbox } : {};
}

const another = (what: string, variable: string): ConfigError =>
  new ConfigError(
    `${what} of this database have another key: use the DATA_DIR or ${variable} that it was made with`,
  );

async function requireIndexKey(pool: Pool, secrets: Secrets): Promise<void> {
  const { rows } = await pool.query<{ account_index: Buffer; kind: AccountKind; vault_ref: string }>(
    'SELECT account_index, kind, vault_ref FROM accounts.logins LIMIT 1',
  );
  const vault = openVault(pool, secrets.ring('vault'), systemClock);
  const texts = await vault.read(rows.map(({ vault_ref }) => vault_ref));
  const index = blindIndexWith(secrets.ring('lookup'));
  for (const { account_index, kind, vault_ref } of rows) {
    const text = texts.get(vault_ref);
    if (text !== undefined && !index.all(kind, text).some((one) => one.equals(account_index))) {
      throw another('the accounts', 'FANWATT_SECRET_LOOKUP');
    }
  }
}

async function requireSealingKey(pool: Pool, secrets: Secrets): Promise<void> {
  const seal = await newestSeal(pool);
  const keys = secrets.ring('log-sealing').map(({ key }) => signingKey(key).pem);
  if (seal && !keys.some((key) => isGenuine(seal, key))) {
    throw another('the seals', 'FANWATT_SECRET_LOG_SEALING');
  }
}

/** Throws a ConfigError of one line when the data of a database were made with other keys. */
export async function requireKeysOfData(pool: Pool, secrets: Secrets): Promise<void> {
  await requireMaster(pool, secrets.ring('vault'));
  await requireIndexKey(pool, secrets);
  await requireSealingKey(pool, secrets);
}
