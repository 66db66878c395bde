import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';
import { demoVisitor } from '../demo-people.ts';
import { goAndSettle } from '../going.ts';
import { bookPages } from '../pages/book-pages.ts';
import { deskPages } from '../pages/desk-pages.ts';
import { onStage } from '../stage.ts';
import type { Visitor } from '../visitor.ts';

const stage = onStage({ database: 'shared', demo: true });

/** A number of seconds or milliseconds of this century. */
const UNIX_TIME = /^[12]\d{9}(\d{3})?$/;
/** `credit_card`, `on_hold`, a bare `1` as a state. */
const CODE = /^[a-z]+(_[a-z]+)+$/;
/** A spreadsheet keeps 15 digits of a number; words beside it make it a text. */
const LONG_NUMBER = /^(?=.*\d{16})[\d.,+\s-]+$/;
const STATE_HEADS = /^(status|state|result|状态|结果)$/i;

/** The cells of a file that a person cannot read. */
function bareCells(name: string, csv: string): string[] {
  const [head = [], ...rows] = parse(csv, { bom: true });
  expect(csv.startsWith('\uFEFF'), name).toBe(true);
  return rows.flatMap((row) =>
    row.flatMap((cell, at) => {
      const title = head[at] ?? '';
      const bare = UNIX_TIME.test(cell) || CODE.test(cell) || LONG_NUMBER.test(cell);
      return bare || (STATE_HEADS.test(title) && /^(\d+|[a-z_]+)$/.test(cell))
        ? [`${name}: ${title} ${cell}`]
        : [];
    }),
  );
}

/** Saves every table of a page, and returns the names of the files and their unreadable cells. */
async function filesOf({ page, t }: Visitor, path: string): Promise<{ names: string[]; bare: string[] }> {
  await goAndSettle(page, path);
  const buttons = page.getByRole('button', { name: t('shell:table.export'), exact: true });
  const [names, bare]: [string[], string[]] = [[], []];
  for (const button of await buttons.all()) {
    const saving = page.waitForEvent('download');
    await button.click();
    const file = await saving;
    names.push(file.suggestedFilename());
    bare.push(...bareCells(`${path} ${file.suggestedFilename()}`, await readFile(await file.path(), 'utf8')));
  }
  return { names, bare };
}

const desks = async (visitor: Visitor): Promise<string[]> =>
  [...(await deskPages(visitor)), ...(await bookPages(visitor))].map(({ path }) => path);

/** Each page with a table that leaves as a file, by who sees it. */
const PAGES = {
  admin: async () => [
    '/admin/staff',
    '/admin/creators',
    '/admin/figures',
    '/admin/user-list?reason=ticket+17',
    '/admin/creator-list?reason=ticket+17',
    '/admin/orders?reason=ticket+17',
  ],
  creator: async () => [
    '/setting/aff',
    '/dashboard/income',
    '/setting/withdraw',
    '/dashboard/sponsored-bill',
    '/dashboard/sponsors',
    '/dashboard/sponsors?tab=members',
    '/setting/redeem',
    '/dashboard/guests',
    '/order/received',
    '/setting/team',
    '/dashboard/dev',
  ],
  finance: async (visitor: Visitor) => {
    const all = await desks(visitor);
    const one = (start: RegExp) => all.filter((path) => start.test(path)).slice(0, 1);
    return [
      '/finance/settlements',
      ...one(/^\/finance\/settlements\/\d/),
      '/finance/withdrawals',
      '/finance/cards',
      '/finance/trial-balance',
      ...one(/^\/finance\/ledger\?account/),
      '/finance/audit',
      '/finance/reconciliation',
    ];
  },
} as const;

/** Lists that the demo leaves empty, and the parcel lists of a dialog (`web/src/creator/delivery/sheet.test.ts`). */
const ELSEWHERE = new Set([
  'bank-cards',
  'reconciliation',
  'statements',
  'api-calls',
  'team-history',
  'team-changes',
  'to-ship',
  'shipped',
]);

/** Tables that offer a file, by the source of the pages. */
const offered = async (): Promise<Set<string>> => {
  const sources = await Promise.all(globSync('web/src/**/*.tsx').map((path) => readFile(path, 'utf8')));
  const texts = sources.join('\n');
  const names = [...texts.matchAll(/\bfile="([\w-]+)"|'([\w-]+)\.csv'\)/g)].map(
    ([, one, other]) => one ?? other,
  );
  return new Set(names.filter((name) => name !== undefined));
};

test('no cell of a file is a bare code, a Unix time or a number that a spreadsheet cuts', async () => {
  const saved = await Promise.all(
    (['admin', 'creator', 'finance'] as const).map(async (role) => {
      const visitor = await demoVisitor(stage, role, role === 'admin' ? 'zh-CN' : 'en-US');
      const files = [];
      for (const path of await PAGES[role](visitor)) files.push(await filesOf(visitor, path));
      return files;
    }),
  );
  const files = saved.flat();
  expect(files.flatMap(({ bare }) => bare)).toEqual([]);
  const names = new Set(files.flatMap(({ names: some }) => some.map((name) => name.replace(/\.csv$/, ''))));
  const missing = [...(await offered())].filter((name) => !names.has(name));
  expect(missing.filter((name) => !ELSEWHERE.has(name))).toEqual([]);
}, 300_000);
