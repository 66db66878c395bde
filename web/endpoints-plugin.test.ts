import { resolve } from 'node:path';
import { build } from 'vite';
import { expect, it } from 'vitest';
import { endpoints } from './endpoints-plugin.ts';

const ENTRY = '\0entry';
const contract = (capability: string) =>
  resolve(import.meta.dirname, `../services/contract/${capability}/calls.ts`);

/** The browser's code of a page with these imports. */
async function built(names: string, from: string, plugins = [endpoints()]): Promise<string> {
  const text = `import { ${names} } from '${from}'; globalThis.page = [${names}];`;
  const entry = {
    name: 'entry',
    resolveId: (id: string) => (id === ENTRY ? id : null),
    load: (id: string) => (id === ENTRY ? text : null),
  };
  const output = await build({
    configFile: false,
    logLevel: 'silent',
    plugins: [entry, ...plugins],
    build: { write: false, minify: false, rolldownOptions: { input: ENTRY } },
  });
  if (!('output' in output)) throw new Error('a build gave no output');
  return output.output[0].code;
}

it('keeps method, path and reads of an endpoint, and drops its schemas', async () => {
  const code = await built('listAffiliates', contract('affiliates'));
  expect(code).toMatch(/method: "GET",\s*path: "\/api\/creator\/list-affiliate",\s*reads: \["affiliates"\]/);
  expect(code).not.toMatch(/[Zz]od|access|edit-affiliate/);
  expect(code.length).toBeLessThan(1_000);
});

it('an endpoint without reads has an empty list', async () => {
  const code = await built('generateAffiliateCode', contract('affiliates'));
  expect(code).toMatch(/path: "\/api\/creator\/generate-affiliate-code",\s*reads: \[\]/);
});

it('keeps the schema that a form uses, next to its endpoint', async () => {
  const code = await built('editAffiliate, editAffiliateBody', contract('affiliates'));
  expect(code).toContain('path: "/api/creator/edit-affiliate"');
  expect(code).toMatch(/\[0-9A-Za-z_-\]\{4,32\}/);
  expect(code).toMatch(/[Zz]od/);
  expect(code).not.toContain('list-affiliate');
});

it('is what drops the schemas: without it they are in the build', async () => {
  expect(await built('listAffiliates', contract('affiliates'), [])).toMatch(/[Zz]od/);
});
