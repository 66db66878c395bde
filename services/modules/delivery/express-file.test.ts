import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { csvOf } from '#services/contract/fields/csv.ts';
import { MAX_EXPRESS_LINES, readExpressFile } from './express-file.ts';

const utf8 = (text: string): Buffer => Buffer.from(text);
const rowsOf = (bytes: Uint8Array) => {
  const file = readExpressFile(bytes);
  return file.ok
    ? file.lines.map(({ out_trade_no, company, express_no }) => [out_trade_no, company, express_no])
    : file.problem;
};
const ORDER = '217639847123456789012345678';
const row = [ORDER, '顺丰速运', 'SF1234567890'];

/** 订单号,快递公司,快递单号 and a line with 顺丰速运, as a Chinese spreadsheet saves them. */
const GBK = Buffer.concat([
  Buffer.from('b6a9b5a5bac52cbfecb5ddb9abcbbe2cbfecb5ddb5a5bac50d0a', 'hex'),
  Buffer.from(`${ORDER},`),
  Buffer.from('cbb3b7e1cbd9d4cb', 'hex'),
  Buffer.from(',SF1234567890\r\n'),
]);

/** Texts that people type: line breaks, quotes, formulas, other separators. */
const typed = fc
  .array(
    fc.constantFrom(
      '\n',
      '\r\n',
      '\r',
      '"',
      ',',
      ';',
      '\t',
      '=1+1',
      "'",
      '＝',
      '备注',
      '林小满',
      '123456789012345678',
      ' ',
    ),
    {
      maxLength: 12,
    },
  )
  .map((parts) => parts.join(''));

it('a file that we wrote is read with every note, name and address', () => {
  const order = fc.record({
    note: typed,
    name: typed,
    address: typed,
    express: fc.stringMatching(/^SF\d{9,18}$/),
  });
  fc.assert(
    fc.property(fc.array(order, { minLength: 1, maxLength: 8 }), (orders) => {
      const rows = orders.map(({ note, name, address, express }, at) => [
        `${BigInt(ORDER) + BigInt(at)}`,
        name,
        note,
        '顺丰速运',
        express,
        address,
      ]);
      const file = csvOf([['订单号', '收货人', '备注', '快递公司', '快递单号', '地址'], ...rows]);
      expect(rowsOf(utf8(file))).toEqual(
        rows.map(([number, , , company, express]) => [number, company, express]),
      );
    }),
    { numRuns: 300 },
  );
});

describe('a file of express numbers', () => {
  it.each<[string, Uint8Array]>([
    ['UTF-8', utf8(`out_trade_no,company,express_no\n${row}\n`)],
    ['UTF-8 with its mark', utf8(`\uFEFF订单号,快递公司,快递单号\r\n${row}\r\n`)],
    ['GBK', GBK],
    ['UTF-16 with tabs', Buffer.from(`\uFEFF订单号\t快递公司\t快递单号\r\n${row.join('\t')}\r\n`, 'utf16le')],
    ['UTF-16 without its mark', Buffer.from(`${row.join('\t')}\r\n`, 'utf16le')],
    ['old line ends', utf8(`out_trade_no,company,express_no\r${row}\r`)],
    ['no head', utf8(`${row}`)],
    ['tabs', utf8(`out_trade_no\tcompany\texpress_no\n${row.join('\t')}\n`)],
    ['semicolons', utf8(`Order number;Carrier;Tracking number\n${row.join(';')}\n`)],
    [
      'columns in another order, among others',
      utf8(`name,express_no,company,out_trade_no\nLi,${row[2]},${row[1]},${ORDER}`),
    ],
    ['quotes', utf8(`"out_trade_no","company","express_no"\n"${row.join('","')}"\n`)],
    [
      'marks against shortening',
      utf8(`out_trade_no,company,express_no\n"=""${ORDER}""",${row[1]}," '${row[2]} "\n`),
    ],
    [
      'a tab in front of the number',
      utf8(`out_trade_no,company,express_no\n\t${ORDER},${row[1]},\t${row[2]}\n`),
    ],
    ['blank lines, and lines of empty cells', utf8(`\n\nout_trade_no,company,express_no\n,,\n${row}\n \n`)],
    ['wide digits', utf8(`out_trade_no,company,express_no\n${ORDER},${row[1]},ＳＦ１２３４５６７８９０\n`)],
  ])('is read: %s', (_, bytes) => {
    expect(rowsOf(bytes)).toEqual([row]);
  });

  it('names the line of the file for each', () => {
    const file = readExpressFile(utf8(`\n\nout_trade_no,company,express_no\n\n${row}\n\n${row}\n`));
    expect(file.ok && file.lines.map(({ line }) => line)).toEqual([5, 7]);
  });

  it('with a broken or short line keeps all others', () => {
    const text = `out_trade_no,company,express_no\n${row}\n"${ORDER},x\n${ORDER}\n${row}\n`;
    expect(rowsOf(utf8(text))).toEqual([row, ['', '', ''], [ORDER, '', ''], row]);
  });

  it.each<[string, Uint8Array, string]>([
    ['nothing', utf8(''), 'empty'],
    ['blanks', utf8('\uFEFF \n\n,,\n'), 'empty'],
    ['a head alone', utf8('out_trade_no,company,express_no\n'), 'empty'],
    ['other columns', utf8('name,price\nMug,10.00\n'), 'no_columns'],
    ['one column missing', utf8(`out_trade_no,company\n${ORDER},sf\n`), 'no_columns'],
    ['a picture', Buffer.from('89504e470d0a1a0a0000000dff', 'hex'), 'not_text'],
    ['UTF-16 of something else', Buffer.from('\uFEFForder', 'utf16le'), 'no_columns'],
    ['NUL', utf8(`${ORDER},sf,1\0`), 'not_text'],
  ])('of %s is refused as a whole', (_, bytes, problem) => {
    expect(rowsOf(bytes)).toBe(problem);
  });

  it('has at most 5,000 lines', () => {
    const lines = (count: number) => utf8(`out_trade_no,company,express_no\n${`${row}\n`.repeat(count)}`);
    expect(rowsOf(lines(MAX_EXPRESS_LINES))).toHaveLength(MAX_EXPRESS_LINES);
    expect(rowsOf(lines(MAX_EXPRESS_LINES + 1))).toBe('too_many_lines');
  });
});
