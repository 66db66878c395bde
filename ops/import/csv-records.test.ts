import { expect, it } from 'vitest';
import { type CsvRecord, csvRecords } from './csv-records.ts';
import { textLines } from './text-lines.ts';

async function read(text: string, pieceBytes = 7): Promise<CsvRecord[]> {
  const bytes = Buffer.from(text);
  async function* pieces(): AsyncGenerator<Uint8Array> {
    for (let at = 0; at < bytes.length; at += pieceBytes) yield bytes.subarray(at, at + pieceBytes);
  }
  const records: CsvRecord[] = [];
  for await (const batch of csvRecords(textLines(pieces(), () => undefined))) records.push(...batch);
  return records;
}

it('reads plain, quoted and empty fields, with any line ends and any division of bytes', async () => {
  for (const size of [1, 3, 1000]) {
    expect(await read('a,b\r\n"1,5",画\n\n"say ""hi""",\n', size)).toEqual([
      { line: 1, fields: ['a', 'b'] },
      { line: 2, fields: ['1,5', '画'] },
      { line: 4, fields: ['say "hi"', ''] },
    ]);
  }
});

it('keeps a line end within quotes, and numbers what follows by the file', async () => {
  expect(await read('"two\nlines",x\nnext,y')).toEqual([
    { line: 1, fields: ['two\nlines', 'x'] },
    { line: 3, fields: ['next', 'y'] },
  ]);
});

it('loses one line only to a quote that is never closed', async () => {
  const rest = Array.from({ length: 9 }, (_, at) => `ok${at},1`);
  const records = await read(['"open,1', ...rest].join('\n'));
  expect(records.filter((record) => 'problem' in record)).toEqual([
    { line: 1, fields: ['"open,1'], problem: 'a quote is not closed' },
  ]);
  expect(records.filter((record) => !('problem' in record))).toHaveLength(9);
});

it('loses one line only to broken quotes within it', async () => {
  const records = await read('ok,1\n"a"b"c",2\nok,3');
  expect(records.map((record) => ('problem' in record ? 'bad' : record.fields[0]))).toEqual([
    'ok',
    'bad',
    'ok',
  ]);
});

it('gives up a line that does not end', async () => {
  const records = await read(`ok,1\n${'x'.repeat(60_000)}\nok,3`, 1000);
  expect(records.map((record) => ('problem' in record ? record.problem : record.line))).toEqual([
    1,
    'the line is too long',
    3,
  ]);
});
