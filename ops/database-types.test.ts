import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#events/testing/database.ts';

/** Schemas of ordinary tables, and the files with their types. `vitest -u ops/database-types.test.ts` writes them. */
const FILES = [['accounts', '../services/accounts/migrations/tables.gen.ts']] as const;

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase('whole');
});
afterAll(() => database.drop());

const TYPES: Readonly<Record<string, string>> = {
  ...{ text: 'string', bigint: 'number', integer: 'number', smallint: 'number', boolean: 'boolean' },
  ...{ bytea: 'Buffer', date: 'string', 'text[]': 'string[]', json: 'unknown', jsonb: 'unknown' },
};

interface ColumnRow {
  table: string;
  name: string;
  type: string;
  nullable: boolean;
  defaulted: boolean;
}

function typeOf({ table, name, type, nullable, defaulted }: ColumnRow): string {
  const isUser = name === 'user_id' || name === 'creator_id' || `${table}.${name}` === 'users.id';
  const value = isUser ? 'UserId' : (TYPES[type] ?? 'never');
  const whole = nullable ? `${value} | null` : value;
  return `    ${name}: ${defaulted ? `Generated<${whole}>` : whole};`;
}

test.each(FILES)('the types of %s are those of its migrations', async (schema, file) => {
  const { rows } = await database.pool.query<ColumnRow>(
    `SELECT c.relname AS table, a.attname AS name, format_type(a.atttypid, NULL) AS type,
            NOT a.attnotnull AS nullable, a.atthasdef OR a.attidentity <> '' AS defaulted
       FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
      WHERE c.relnamespace = $1::text::regnamespace AND c.relkind IN ('r', 'p') AND a.attnum > 0
        AND NOT a.attisdropped AND NOT c.relispartition
      ORDER BY c.relname, a.attnum`,
    [schema],
  );
  const tables = [...Map.groupBy(rows, ({ table }) => table)].map(
    ([table, columns]) => `  '${schema}.${table}': {\n${columns.map(typeOf).join('\n')}\n  };\n`,
  );
  const imports = "import type { Generated } from 'kysely';\nimport type { UserId } from '#events/ids.ts';\n";
  const name = `${schema[0]?.toUpperCase()}${schema.slice(1)}Tables`;
  const text = `// Made from the migrations by ops/database-types.test.ts.\n${imports}\nexport interface ${name} {\n${tables.join('')}}\n`;
  expect(text).not.toContain('never');
  await expect(text).toMatchFileSnapshot(file);
});
