import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { fixture, temporaryFolder } from '#events/testing/fixture.ts';
import { plainFate, stepsOf, write } from '#read-models/testing/history.ts';
import { getExportContents } from '#services/contract/books/books-export.ts';
import { unpacked } from '#services/modules/books/testing/unpacked.ts';
import { startTestApi } from '../testing/test-api.ts';

const api = fixture(startTestApi);
const finance = fixture(() => api.staff('finance'));
beforeAll(() => sell('a', 30));

/** Writes this many paid orders, an hour apart. */
async function sell(prefix: string, orders: number): Promise<void> {
  const fates = Array.from({ length: orders }, (_, hour) =>
    plainFate({ total: 1_000 + hour, placedHour: hour }),
  );
  await write(
    api.deps.log,
    fates.flatMap((fate, nth) => stepsOf(fate, prefix, nth)),
  );
  await api.projected();
}

const exported = (query: Record<string, string>) =>
  api.app.inject({
    url: '/api/finance/export',
    query,
    headers: { authorization: `Bearer ${finance.token}` },
  });
const folder = temporaryFolder();
const contents = (query: Record<string, string> = {}) => api.data(getExportContents, query, finance);

describe('the export of the books', () => {
  test('is a file that states its position', async () => {
    const { headers, body } = await exported({ format: 'hledger', to: '2026-01-01' });
    const { as_of, total, ...period } = await contents({ to: '2026-01-01' });
    expect(headers).toMatchObject({
      'content-type': 'text/plain; charset=utf-8',
      'content-disposition': `attachment; filename="books-2026-01-01-2026-01-01-at-${as_of.position}.journal"`,
      'x-books-position': String(as_of.position),
    });
    expect(body).toContain(`; as_of: log position ${as_of.position}\n`);
    expect(body).toContain(`; postings: ${total.postings}\n`);
    expect(total).toMatchObject({ postings: 96, accounts: 4 });
    expect(period).toMatchObject({ opens_on: '2026-01-01', closes_on: '2026-01-01', after: 0 });
    expect(period.accounts.map(({ account, balance }) => [account, balance])).toContainEqual([
      'assets:psp:sandbox',
      '242.76',
    ]);
  });

  test('can be checked by the command in docs/operating.md', async () => {
    const shell = (line: string): string =>
      execFileSync('sh', ['-c', line], { cwd: folder.path, encoding: 'utf8' });
    for (const format of ['hledger', 'beancount', 'csv']) {
      writeFileSync(join(folder.path, 'FILE'), (await exported({ format })).rawPayload);
      const [sum = ''] = shell("sed '$d' FILE | sha256sum").split(' ');
      expect(shell('tail -n 1 FILE')).toContain(sum);
    }
    const files = unpacked((await exported({ format: 'xlsx' })).rawPayload);
    const hash = createHash('sha256');
    for (const [name, bytes] of files) if (/worksheets\/(postings|totals)/.test(name)) hash.update(bytes);
    expect(files.get('xl/worksheets/about.xml')?.toString()).toContain(hash.digest('hex'));
  });

  test('is of one position while orders are being paid', async () => {
    const { as_of } = await contents();
    const before = await exported({ format: 'csv', as_of: String(as_of.position) });
    const asking = Array.from({ length: 6 }, () => exported({ format: 'csv' }));
    await sell('b', 200);
    for (const { headers, body } of await Promise.all(asking)) {
      // The file as of its position is always the same.
      const again = await exported({ format: 'csv', as_of: String(headers['x-books-position']) });
      expect(body).toBe(again.body);
    }
    expect((await exported({ format: 'csv', as_of: String(as_of.position) })).body).toBe(before.body);
  });

  test('refuses what it cannot make, by field', async () => {
    const { as_of } = await contents();
    const wrong: [Record<string, string>, string][] = [
      [{}, 'format'],
      [{ format: 'pdf' }, 'format'],
      [{ format: 'csv', from: '2026-02-02', to: '2026-02-01' }, 'to'],
      [{ format: 'csv', from: '2026-02-30' }, 'from'],
      [{ format: 'csv', as_of: 'then' }, 'as_of'],
      [{ format: 'csv', as_of: String(as_of.position + 1) }, 'as_of'],
      [{ format: 'csv', as_of: '2199-01-01' }, 'as_of'],
    ];
    for (const [query, field] of wrong) {
      const reply = (await exported(query)).json();
      expect([reply.ec, reply.data.errors[0].field]).toEqual([40000, field]);
    }
    expect(await api.call(getExportContents, { as_of: '2199-01-01' }, finance)).toMatchObject({
      ec: 40000,
    });
  });
});
