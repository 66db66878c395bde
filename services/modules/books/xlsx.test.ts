import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { beforeAll, describe, expect, test } from 'vitest';
import { fixture } from '#events/testing/fixture.ts';
import { FEBRUARY, HOUR, openBooks } from '#services/modules/income/testing/books.ts';
import { type BooksPeriod, booksPeriod } from './period.ts';
import { dealRows } from './sheets-of-rows.ts';
import { moneyDays } from './testing/money-days.ts';
import { unpacked } from './testing/unpacked.ts';
import { writeBooks } from './write-books.ts';
import { xlsxOfBooks } from './xlsx.ts';
import { rowXml } from './xlsx-parts.ts';

let period: BooksPeriod;
const books = fixture(openBooks);
beforeAll(async () => {
  books.clock.at = FEBRUARY + 24 * 20 * HOUR;
  await moneyDays(books);
  const booksPeriodResult = await booksPeriod(
    { pool: books.database.pool, calendar: books.calendar, clock: books.clock },
    { from: '2026-01-02' },
  );
  if ('why' in booksPeriodResult) throw new Error('refused');
  period = booksPeriodResult;
});

const parts = () => ({ pool: books.database.pool, calendar: books.calendar });
const rowsOf = (sheet: string): string[][] =>
  [...sheet.matchAll(/<row>(.*?)<\/row>/g)].map(([, row = '']) =>
    [...row.matchAll(/<c\/>|<c [^>]*>(?:<is><t[^>]*>(.*?)<\/t><\/is>|<v>(.*?)<\/v>)<\/c>/g)].map(
      ([, text, number]) => text ?? number ?? '',
    ),
  );

describe('the spreadsheet', () => {
  test('has the rows of the CSV, the totals, and the hash of both', async () => {
    const files = unpacked(await buffer(xlsxOfBooks(parts(), period)));
    const sheet = (name: string) => files.get(`xl/worksheets/${name}.xml`)?.toString() ?? '';
    const postings = rowsOf(sheet('postings1'));
    let csv = '';
    for await (const text of writeBooks(parts(), period, 'csv')) csv += text;
    const lines = csv
      .slice(1)
      .split('\r\n')
      .map((line) => line.split(','));
    expect(postings).toEqual(lines.filter(([kind = '']) => ['record', 'opening', 'posting'].includes(kind)));
    const totals = lines.filter(([kind]) => kind === 'total');
    expect(
      rowsOf(sheet('totals'))
        .slice(1)
        .map(([account, , ...rest]) => [account, ...rest]),
    ).toEqual(totals.map((row) => row.slice(5, 10)));
    const about = Object.fromEntries(rowsOf(sheet('about')));
    const hash = createHash('sha256').update(sheet('postings1')).update(sheet('totals')).digest('hex');
    expect(about['sha256 of postings and totals']).toBe(hash);
    expect(about.as_of).toBe(`log position ${period.stood}`);
    expect(about.postings).toBe(String(lines.filter(([kind]) => kind === 'posting').length));
    for (const name of ['[Content_Types].xml', '_rels/.rels', 'xl/workbook.xml', 'xl/styles.xml']) {
      expect(files.get(name)?.toString()).toMatch(/^<\?xml/);
    }
  });

  test('is the same file when it is made again', async () => {
    const [one, other] = [
      await buffer(xlsxOfBooks(parts(), period)),
      await buffer(xlsxOfBooks(parts(), period)),
    ];
    expect(one.equals(other)).toBe(true);
  });

  test('holds no text that a program would run, and no sign that breaks it', () => {
    expect(rowXml(['=1+1', 'a<b>&"\u0001\uD800', '12.30'], ['text', 'text', 'money'])).toBe(
      '<row><c t="inlineStr" s="0"><is><t xml:space="preserve">=1+1</t></is></c>' +
        '<c t="inlineStr" s="0"><is><t xml:space="preserve">a&lt;b&gt;&amp;&quot; \uFFFD</t></is></c>' +
        '<c s="2"><v>12.30</v></c></row>',
    );
  });
});

test('rows are split over sheets, none empty except a single one', async () => {
  async function* batches(...sizes: number[]): AsyncGenerator<number[]> {
    let next = 0;
    for (const size of sizes) yield Array.from({ length: size }, () => next++);
  }
  const dealt = async (...sizes: number[]): Promise<number[][]> => {
    const rows = dealRows(batches(...sizes), 3);
    const sheets: number[][] = [];
    do {
      const sheet: number[] = [];
      for await (const some of rows.sheet()) sheet.push(...some);
      sheets.push(sheet);
    } while (!rows.ended());
    return sheets;
  };
  expect(await dealt()).toEqual([[]]);
  expect(await dealt(0, 2, 0)).toEqual([[0, 1]]);
  expect(await dealt(3, 0)).toEqual([[0, 1, 2]]);
  expect(await dealt(7, 2)).toEqual([
    [0, 1, 2],
    [3, 4, 5],
    [6, 7, 8],
  ]);
});
