import { readdirSync } from 'node:fs';
import { describe, expect, it, onTestFinished, test, vi } from 'vitest';
import type { RejectedLine, StatementLine } from '#events/books.ts';
import { temporaryFolder } from '#events/testing/fixture.ts';
import { MAX_STATEMENT_LINES, openStatement } from './read-statement.ts';
import { spool } from './spooled-file.ts';

const folder = temporaryFolder();

/** A file in pieces of this many bytes. */
async function* inPieces(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let from = 0; from < bytes.length; from += size) yield bytes.subarray(from, from + size);
}

async function read(content: string | Uint8Array, size = 7) {
  const file = await spool(inPieces(typeof content === 'string' ? Buffer.from(content) : content, size));
  try {
    const opened = await openStatement(file);
    if (!opened.ok)
      return { problem: opened.problem, lines: [], rejected: [], period: undefined, format: '' };
    const lines: { line: number; read: StatementLine }[] = [];
    const rejected: RejectedLine[] = [];
    for await (const batch of opened.batches) {
      lines.push(...batch.lines);
      rejected.push(...batch.rejected);
    }
    return { problem: '', lines, rejected, period: opened.period, format: opened.format.name };
  } finally {
    await file.remove();
  }
}

const HEAD = 'line_id,time,kind,reference,provider_reference,amount,fee,net,currency';
const CHARGE = 'txn_1,2026-01-31T08:00:00Z,charge,ch_2176_1,ch_x,30.00,0.18,29.82,CNY';
const charge: StatementLine = {
  line_id: 'txn_1',
  kind: 'charge',
  reference: 'ch_2176_1',
  provider_reference: 'ch_x',
  amount: 3000 as never,
  fee: 18 as never,
  currency: 'CNY',
  at: Date.UTC(2026, 0, 31, 8),
};
const AS_EXCEL = '"=""txn_1""",2026/1/31 16:00:00+08:00,charge,\'ch_2176_1,ch_x,¥30.00,0.180,CNY 29.82,cny';
const utf16 = (text: string): Buffer => Buffer.from(text, 'utf16le');
/** 订单 in front of the head, as a Chinese spreadsheet saves it. */
const gbk = (text: string): Buffer =>
  Buffer.concat([Buffer.from('23b6a9b5a50d0a', 'hex'), Buffer.from(text)]);

describe('the sandbox’s statement', () => {
  it.each<[string, string | Uint8Array]>([
    ['plain', `${HEAD}\n${CHARGE}\n`],
    ['with the mark of UTF-8', `\uFEFF${HEAD}\r\n${CHARGE}\r\n`],
    ['in GBK', gbk(`${HEAD}\r\n${CHARGE}\r\n`)],
    ['in UTF-8 with Chinese notes', `# 沙盒对账单\n${HEAD}\n${CHARGE}`],
    ['with old line ends', `${HEAD}\r${CHARGE}\r`],
    ['with semicolons', `${HEAD}\n${CHARGE}`.replaceAll(',', ';')],
    ['with tabs', `${HEAD}\n${CHARGE}`.replaceAll(',', '\t')],
    ['as “Unicode text” with tabs', utf16(`\uFEFF${HEAD}\r\n${CHARGE}\r\n`.replaceAll(',', '\t'))],
    ['in UTF-16 without a mark', utf16(`# 上个月\r\n${HEAD}\r\n${CHARGE}`)],
    ['with full-width commas', `${HEAD}\n${CHARGE}`.replaceAll(',', '，')],
    ['with amounts and ids as Excel writes them', `${HEAD}\n${AS_EXCEL}`],
    ['in quotes', `${HEAD}\n"${CHARGE.replaceAll(',', '","')}"`],
    [
      'with columns in another order',
      `net,${HEAD.replace(',net', '')}\n29.82,${CHARGE.replace(',29.82', '')}`,
    ],
    ['with columns that nobody knows', `${HEAD},name\n${CHARGE},王芳`],
    ['with blank lines', `\n\n${HEAD}\n\n,,,\n${CHARGE}\n\n`],
    ['in capitals', `${HEAD.toUpperCase()}\n${CHARGE}`],
  ])('is read %s', async (_, content) => {
    for (const size of [1, 7, 65_536]) {
      const { lines, rejected, format } = await read(content, size);
      expect(lines.map((one) => one.read)).toEqual([charge]);
      expect(rejected).toEqual([]);
      expect(format).toBe('sandbox');
    }
  });

  it('states its period', async () => {
    const note = '# period,2026-01-01T00:00:00+08:00,2026-02-01T00:00:00+08:00';
    expect((await read(`${note}\n${HEAD}\n`)).period).toEqual({
      from: Date.parse('2025-12-31T16:00:00Z'),
      to: Date.parse('2026-01-31T16:00:00Z'),
    });
    expect((await read(`${HEAD}\n${CHARGE}`)).period).toBeUndefined();
  });

  const bad = (column: number, cell: string): string => CHARGE.split(',').with(column, cell).join(',');
  it.each<[RejectedLine['reason'], string]>([
    ['missing_id', bad(0, '')],
    ['bad_id', bad(0, 'txn 1')],
    ['bad_id', bad(0, 'wang@example.com')],
    ['bad_reference', bad(3, '王芳')],
    ['bad_reference', bad(4, 'wang@example.com')],
    ['unknown_kind', bad(2, 'gift')],
    ['bad_amount', bad(5, '30.001')],
    ['bad_amount', bad(5, '1e3')],
    ['bad_amount', bad(6, '')],
    ['bad_amount', bad(7, '$29.82')],
    ['amounts_differ', bad(7, '29.83')],
    ['other_currency', bad(8, 'USD')],
    ['bad_time', bad(1, '2026-01-31 08:00')],
    ['bad_time', bad(1, '2026-13-31T08:00:00Z')],
    ['missing_id', ',only'],
    ['unreadable', '"txn_9,never closed'],
    ['unreadable', `txn_9,${'x'.repeat(20_000)}`],
  ])('names a line that is %s, and reads the others (%#)', async (reason, line) => {
    const other = CHARGE.replace('txn_1', 'txn_2');
    const { lines, rejected } = await read(`${HEAD}\n${CHARGE}\n${line}\n${other}\n`, 1_000);
    expect(rejected).toEqual([{ line: 3, reason }]);
    expect(lines.map((one) => [one.line, one.read.line_id])).toEqual([
      [2, 'txn_1'],
      [4, 'txn_2'],
    ]);
  });

  it('uses the first of lines with the same id', async () => {
    const { lines, rejected } = await read(`${HEAD}\n${CHARGE}\n${CHARGE}`);
    expect([lines.length, rejected]).toEqual([1, [{ line: 3, reason: 'repeated_id' }]]);
  });

  it('knows a fee for itself as all fee', async () => {
    const fee = 'txn_f,2026-01-31T08:00:00Z,fee,,,-5.00,0.00,-5.00,CNY';
    expect((await read(`${HEAD}\n${fee}`)).lines[0]?.read).toMatchObject({ amount: 0, fee: 500 });
  });
});

const EXPORT = 'id,Type,Source,Amount,Fee,Net,Currency,Created (UTC),Available On (UTC),Description';
const OWN = `${EXPORT},charge_id (metadata),refund_id (metadata),payout_id (metadata)`;
const REPORT =
  'balance_transaction_id,created_utc,currency,gross,fee,net,reporting_category,source_id,payment_metadata[charge_id],refund_metadata[refund_id]';

describe('Stripe’s balance transactions', () => {
  it.each<[string, string, Partial<StatementLine>]>([
    [
      'txn_1,charge,ch_1,"1,234.56",37.04,"1,197.52",cny,2026-01-31 16:12,2026-02-07 00:00,"Mug, ""blue""",ch_2176_1,,',
      OWN,
      {
        kind: 'charge',
        reference: 'ch_2176_1',
        provider_reference: 'ch_1',
        amount: 123_456 as never,
        fee: 3704 as never,
      },
    ],
    [
      'txn_1,refund,re_1,-30.00,-0.18,-29.82,cny,2026-01-31 16:12:09,2026-01-31 16:12,"REFUND\nFOR CHARGE",,2176_r1,',
      OWN,
      { kind: 'refund', reference: '2176_r1', amount: -3000 as never, fee: -18 as never },
    ],
    [
      'txn_1,payout,po_1,-93.93,0.00,-93.93,cny,2026-01-31 00:00,,STRIPE PAYOUT',
      EXPORT,
      { kind: 'transfer', reference: '' },
    ],
    [
      'txn_1,transfer,tr_1,-9.40,0,-9.40,cny,2026-01-31 00:00,,,,,w1-1',
      OWN,
      { kind: 'payout', reference: 'w1-1' },
    ],
    [
      'txn_1,stripe_fee,n/a,-2.00,0.00,-2.00,cny,2026-01-31 00:00,,Radar',
      EXPORT,
      { kind: 'fee', amount: 0 as never, fee: 200 as never, provider_reference: '' },
    ],
    [
      'txn_1,adjustment,dp_1,-30.00,15.00,-45.00,cny,2026-01-31 00:00,,Chargeback',
      EXPORT,
      { kind: 'dispute', fee: 1500 as never },
    ],
    ['txn_1,adjustment,adj_1,5.00,0.00,5.00,cny,2026-01-31 00:00,,', EXPORT, { kind: 'other' }],
    ['txn_1,something_new,x_1,5.00,0.00,5.00,cny,2026-01-31 00:00,,', EXPORT, { kind: 'other' }],
    [
      'txn_1,2026-01-31 10:02:11,cny,30.00,0.18,29.82,charge,ch_1,ch_2176_1,',
      REPORT,
      { kind: 'charge', reference: 'ch_2176_1' },
    ],
    [
      'txn_1,2026-01-31T10:02:11Z,cny,-30.00,15.00,-45.00,dispute,dp_3,ch_2176_1,',
      REPORT,
      { kind: 'dispute', reference: 'ch_2176_1' },
    ],
  ])('%s', async (line, head, expected) => {
    const { lines, rejected, format } = await read(`${head}\n${line}\n`);
    expect(rejected).toEqual([]);
    expect(format).toBe('stripe');
    expect(lines[0]?.read).toMatchObject({ line_id: 'txn_1', currency: 'CNY', ...expected });
    expect(new Date(lines[0]?.read.at ?? 0).toISOString()).toMatch(/^2026-01-31T/);
    expect(Object.keys(lines[0]?.read ?? {})).not.toContain('description');
  });

  it.each([
    ['2026/1/31 16:12', '2026-01-31T16:12:00.000Z'],
    ['46053.675', '2026-01-31T16:12:00.000Z'],
    ['2026-1-31 16:12:09', '2026-01-31T16:12:09.000Z'],
  ])('a time that Excel writes as %s is UTC', async (written, at) => {
    const line = `txn_1;charge;ch_1;"¥1,030.00";(0.18);1,030.18;cny;${written};;`;
    const text = `\uFEFF${EXPORT.replaceAll(',', ';')}\r\n${line}`;
    const { lines, rejected } = await read(utf16(text));
    expect(rejected).toEqual([]);
    expect(lines[0]?.read).toMatchObject({ amount: 103_000, fee: -18 });
    expect(new Date(lines[0]?.read.at ?? 0).toISOString()).toBe(at);
  });

  it.each<[RejectedLine['reason'], string]>([
    ['other_currency', 'txn_1,charge,ch_1,30.00,0.18,29.82,usd,2026-01-31 16:12,,'],
    ['bad_time', 'txn_1,charge,ch_1,30.00,0.18,29.82,cny,31/01/2026,,'],
    ['unknown_kind', 'txn_1,,ch_1,30.00,0.18,29.82,cny,2026-01-31 16:12,,'],
  ])('names a line that is %s', async (reason, line) => {
    expect((await read(`${EXPORT}\n${line}`)).rejected).toEqual([{ line: 2, reason }]);
  });
});

describe('files that are no statement', () => {
  it.each<[string, string | Uint8Array, string]>([
    ['nothing', '', 'empty'],
    ['blanks', ' \n,,\n', 'empty'],
    ['other columns', 'name,price\nMug,10.00\n', 'no_columns'],
    ['a column missing', `${HEAD.replace(',net', '')}\n`, 'no_columns'],
    ['notes alone', '# one\n# two\n', 'no_columns'],
    ['a picture', Buffer.from('89504e470d0a1a0a0000000dff', 'hex'), 'not_text'],
    ['neither UTF-8, UTF-16 nor GBK', Buffer.from([0x61, 0xff, 0xff, 0x80]), 'not_text'],
    ['an Excel workbook', Buffer.from('504b030414000600', 'hex'), 'xlsx'],
    ['an old Excel workbook', Buffer.from('d0cf11e0a1b11ae1', 'hex'), 'xls'],
    ['a PDF', '%PDF-1.7\n', 'pdf'],
    ['too many lines', '\n'.repeat(MAX_STATEMENT_LINES + 60), 'too_many_lines'],
  ])('%s', async (_, content, problem) => {
    expect((await read(content, 60_000)).problem).toBe(problem);
  });

  test('a file that ends with an error is deleted immediately', async () => {
    vi.stubEnv('TMPDIR', folder.path);
    onTestFinished(() => {
      vi.unstubAllEnvs();
    });
    async function* refused(): AsyncGenerator<Uint8Array> {
      yield new Uint8Array(1_048_576).fill(0x61);
      expect(readdirSync(folder.path)).toHaveLength(1);
      throw new Error('too large');
    }
    await expect(spool(refused())).rejects.toThrow('too large');
    expect(readdirSync(folder.path)).toEqual([]);
  });
});
