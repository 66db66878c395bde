import type { Pool } from 'pg';
import { plansNamed } from '#read-models/catalog/names.ts';
import type { Quote } from '#services/commerce/prices/quote.ts';

/** Names of the plans that upgrades come in place of, by id. */
export async function upgradeNames(pool: Pool, quotes: readonly Quote[]): Promise<Map<string, string>> {
  const ids = new Set(quotes.flatMap(({ upgrade }) => upgrade?.from_plan ?? []));
  if (ids.size === 0) return new Map();
  const { rows } = await plansNamed(pool, [...ids]);
  return new Map(rows.map(({ plan_id, name }) => [plan_id, name]));
}
