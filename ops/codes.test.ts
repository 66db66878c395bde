import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import * as status from '#events/status.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const SOURCES = '{events,read-models,services,web/src,ops/admin,ops/demo,ops/import}/**/*.{ts,tsx}';
/** Tests prove the wire's values; applied migrations are not changed. */
const OTHERS = /\.test\.tsx?$|\/(testing|migrations|contract-tests)\/|^events\/status\.ts$/;

/** A field, variable, column or TypeScript type that holds a code. */
const CODE = '(?:\\b|\\w_)(?:status|state|type)|\\w(?:Status|State|Type)';
const DIGIT = '[`\'"]?\\d[`\'"]?(?![\\w.])';
const BARE = [
  // status === 2, SQL's status = 2 or status IN (1, 2), product_type: 0, express_status?: 8
  new RegExp(`(?:${CODE})\\)?(?: (?:[!=]==?|<>|=)|\\??:| (?:NOT )?IN \\() ?${DIGIT}`),
  // status: z.union([z.literal(1), …
  new RegExp(`(?:${CODE}): z\\.(?:union\\(\\[)?(?:z\\.)?literal\\(${DIGIT}`),
  /\bcase \d:/,
];

/** `name: code` of every name that has a code. */
const NAMED = Object.values(status).flatMap((names) =>
  typeof names === 'object' && !Array.isArray(names)
    ? [new Set(Object.entries(names).map(([name, code]) => `${name}: ${code}`))]
    : [],
);
const OBJECT = /\{[^{}]*\}/g;

/** Codes of a source without their name, and names that it gives them itself. */
function bareCodes(text: string): string[] {
  const lines = text.split('\n').filter((line) => BARE.some((pattern) => pattern.test(line)));
  const again = (text.match(OBJECT) ?? []).filter((object) => {
    const pairs = object.match(/\w+: \d\b/g) ?? [];
    return NAMED.some((named) => pairs.filter((pair) => named.has(pair)).length > 1);
  });
  return [...lines, ...again].map((found) => found.trim());
}

test('codes have their name from events/status.ts', () => {
  const files = globSync(SOURCES, { cwd: root }).filter((file) => !OTHERS.test(file));
  expect(files.length).toBeGreaterThan(1_000);
  const found = files.flatMap((file) =>
    bareCodes(readFileSync(`${root}${file}`, 'utf8')).map((code) => `${file}: ${code}`),
  );
  expect(found).toEqual([]);
});

test.each([
  'if (order.status === 2) return;',
  'if ((plan?.product_type) !== 0) return;',
  'sql`SELECT 1 FROM rm.plans p WHERE p.status <> 2`',
  'SELECT 1 FROM rm.plans WHERE product_type IN (2, 3)',
  'express_status: z.union([z.literal(8), z.literal(9)]),',
  'const EVENT_TICKET: ProductType = 4;',
  'navigate({ search: { product_type: 0 } });',
  'switch (type) {\n case 3:',
  'const ORDER_STATUS = { pending: 1, success: 2, cancel: 3 };',
])('%s is found', (text) => {
  expect(bareCodes(text)).toHaveLength(1);
});

test.each([
  'if (response.status === 404) return;',
  'if (order.status === ORDER_STATUS.success) return;',
  'count === 1 && months !== 3',
  'response: { 200: answer }',
  'const widths = { used: 1, gap: 4 };',
])('%s is not', (text) => {
  expect(bareCodes(text)).toEqual([]);
});
