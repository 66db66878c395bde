import { expect, test } from 'vitest';
import { createTestDatabase } from '#events/testing/database.ts';
import { fixture } from '#events/testing/fixture.ts';

/** Schemas of ordinary tables. `vitest run ops/database-types.test.ts -u` writes their types. */
const SCHEMAS = [
  'accounts',
  'audit',
  'cart',
  'commerce',
  'content',
  'delivery',
  'media',
  'payments',
  'relations',
  'notices',
  'runtime',
  'sandbox',
  'stats',
];
const FILE = '../services/runtime/tables.gen.ts';

const database = fixture(() => createTestDatabase('whole'));
const TYPES: Readonly<Record<string, string>> = {
  text: 'string',
  bigint: 'number',
  'double precision': 'number',
  integer: 'number',
  smallint: 'number',
  boolean: 'boolean',
  bytea: 'Buffer',
  date: 'string',
  'text[]': 'string[]',
  'integer[]': 'number[]',
  json: 'unknown',
  jsonb: 'unknown',
  'timestamp with time zone': 'Date',
};

interface ColumnRow {
  table: string;
  name: string;
  type: string;
  nullable: boolean;
  defaulted: boolean;
}

/** Id columns have branded types. */
const IDS: Readonly<Record<string, string>> = {
  user_id: 'UserId',
  creator_id: 'UserId',
  owner_id: 'UserId',
  plan_id: 'PlanId',
  ordering: 'CartOrderNo',
  'accounts.users.id': 'UserId',
};

function typeOf({ table, name, type, nullable, defaulted }: ColumnRow): string {
  const value = IDS[name] ?? IDS[`${table}.${name}`] ?? TYPES[type] ?? 'never';
  const whole = nullable ? `${value} | null` : value;
  return `${name}: ${defaulted ? `Generated<${whole}>` : whole}`;
}

test('the types of tables are those of the migrations', async () => {
  const { rows } = await database.pool.query<ColumnRow>(
    `SELECT n.nspname || '.' || c.relname AS table, a.attname AS name, format_type(a.atttypid, NULL) AS type,
            NOT a.attnotnull AS nullable, a.atthasdef OR a.attidentity <> '' AS defaulted
       FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE n.nspname = ANY ($1) AND c.relkind IN ('r', 'p') AND a.attnum > 0
        AND NOT a.attisdropped AND NOT c.relispartition
      ORDER BY n.nspname, c.relname, a.attnum`,
    [SCHEMAS],
  );
  const tables = [...Map.groupBy(rows, ({ table }) => table)].map(
    ([table, columns]) => `  '${table}': { ${columns.map(typeOf).join('; ')} };\n`,
  );
  const imports =
    "import type { Generated } from 'kysely';\nimport type { CartOrderNo, PlanId, UserId } from '#events/ids.ts';\n";
  const text = `// Made from the migrations by ops/database-types.test.ts.\n${imports}\nexport interface Tables {\n${tables.join('')}}\n`;
  expect(text).not.toContain('never');
  await expect(text).toMatchFileSnapshot(FILE);
});
