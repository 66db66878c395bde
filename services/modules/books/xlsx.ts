import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { Pool } from 'pg';
import type { ZipFile } from 'yazl';
import type { BusinessCalendar } from '#events/time.ts';
import { openingRow, type PostingRow, postingColumns, postingRows } from './columns.ts';
import { aboutLines, CURRENCY, closingOf, sumsLines, yuan } from './format.ts';
import type { BooksPeriod } from './period.ts';
import { booksAdder, readAccounts, readEntries } from './read-books.ts';
import { dealRows } from './sheets-of-rows.ts';
import { addText, endWorkbook, FILE_DATE, openWorkbook } from './workbook.ts';
import { type ColumnKind, rowXml, SHEET_END, type Sheet, sheetHead } from './xlsx-parts.ts';

/** Rows below the head that a sheet has room for in every program. */
const MAX_ROWS = 1_048_575;

const kindOf = (column: string): ColumnKind =>
  column === 'position' ? 'whole' : ['debit', 'credit', 'balance'].includes(column) ? 'money' : 'text';
const POSTING_KINDS = postingColumns.map(kindOf);
const POSTING_WIDTHS = [9, 10, 11, 26, 20, 52, 14, 14, 16, 9, 34, 30, 34];

const TOTAL_COLUMNS = ['account', 'opening', 'debit', 'credit', 'balance', 'currency'] as const;
const TOTAL_KINDS: readonly ColumnKind[] = ['text', 'money', 'money', 'money', 'money', 'text'];
const TOTAL_WIDTHS = [52, 16, 16, 16, 16, 9];

interface BooksParts {
  pool: Pool;
  calendar: BusinessCalendar;
}

type Adder = ReturnType<typeof booksAdder>;

async function* allPostings(
  { pool, calendar }: BooksParts,
  period: BooksPeriod,
  adder: Adder,
): AsyncGenerator<PostingRow[]> {
  for await (const accounts of readAccounts(pool, period)) {
    yield accounts.filter(({ opening }) => opening !== 0).map((over) => openingRow(period, over));
  }
  for await (const entries of readEntries(pool, period)) {
    adder.entries(entries);
    yield entries.flatMap((entry) => postingRows(calendar, entry));
  }
}

async function* allTotals(
  { pool }: BooksParts,
  period: BooksPeriod,
  adder: Adder,
): AsyncGenerator<PostingRow[]> {
  for await (const accounts of readAccounts(pool, period)) {
    adder.accounts(accounts);
    yield accounts.map((over) => {
      const { account, opening, debit, credit } = over;
      return [account, yuan(opening), yuan(debit), yuan(credit), yuan(closingOf(over)), CURRENCY];
    });
  }
}

/** How to recompute the hash in the file: over sheets, because no file can contain its own hash. */
const CHECK = "unzip -p FILE.xlsx 'xl/worksheets/postings*' xl/worksheets/totals.xml | sha256sum";

async function fill(zip: ZipFile, parts: BooksParts, period: BooksPeriod): Promise<void> {
  const hash = createHash('sha256');
  const adder = booksAdder();

  /** Ends when the sheet is written, so that never more than one is being made. */
  async function add(file: string, head: string, rows: AsyncIterable<readonly string[]>): Promise<void> {
    async function* xml(): AsyncGenerator<string> {
      yield head;
      for await (const some of rows) if (some.length > 0) yield some.join('');
      yield SHEET_END;
    }
    async function* hashed(): AsyncGenerator<Buffer> {
      for await (const text of xml()) {
        const bytes = Buffer.from(text);
        hash.update(bytes);
        yield bytes;
      }
    }
    const source = Readable.from(hashed(), { objectMode: false });
    const written = new Promise((resolve, reject) => source.once('end', resolve).once('error', reject));
    zip.addReadStream(source, `xl/worksheets/${file}.xml`, { mtime: FILE_DATE });
    await written;
  }

  async function* written(rows: AsyncIterable<PostingRow[]>, kinds: readonly ColumnKind[]) {
    for await (const some of rows) yield some.map((row) => rowXml(row, kinds));
  }

  const postings: Sheet[] = [];
  const dealt = dealRows(written(allPostings(parts, period, adder), POSTING_KINDS), MAX_ROWS);
  do {
    const nth = postings.length + 1;
    const sheet = { title: nth === 1 ? 'Postings' : `Postings ${nth}`, file: `postings${nth}` };
    postings.push(sheet);
    await add(sheet.file, sheetHead(postingColumns, POSTING_WIDTHS), dealt.sheet());
  } while (!dealt.ended());
  await add(
    'totals',
    sheetHead(TOTAL_COLUMNS, TOTAL_WIDTHS),
    written(allTotals(parts, period, adder), TOTAL_KINDS),
  );

  const about = [
    ...aboutLines(period, parts.calendar.timeZone),
    ...sumsLines(adder.sums()),
    ['sha256 of postings and totals', hash.digest('hex')],
    ['checked by', CHECK],
  ].map((line) => rowXml(line, []));
  const head = sheetHead(['file', 'Fanwatt'], [32, 80]);
  addText(zip, 'xl/worksheets/about.xml', head + about.join('') + SHEET_END);
  const sheets: Sheet[] = [
    { title: 'About', file: 'about' },
    { title: 'Totals', file: 'totals' },
    ...postings,
  ];
  endWorkbook(zip, sheets);
}

/**
 * The books of a period as a spreadsheet, streamed, with sheets for the header, the accounts' totals, and the
 * postings (several if there are many).
 */
export function xlsxOfBooks(parts: BooksParts, period: BooksPeriod): Readable {
  const { zip, out, broken } = openWorkbook();
  fill(zip, parts, period).catch(broken);
  return out;
}
