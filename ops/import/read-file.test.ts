import { randomUUID } from 'node:crypto';
import { readFile as readBytes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '#events/testing/fixture.ts';
import { businessCalendar } from '#events/time.ts';
import type { FileLine } from './order-line.ts';
import { readFile } from './read-file.ts';
import type { Rejection, Spool } from './spool.ts';
import { rejectedFileOf, writeRejected } from './write-rejected.ts';

const folder = temporaryFolder();
const calendar = businessCalendar('Asia/Shanghai');

/** Reads a file's bytes; its good lines, and the file of the rejected ones. */
async function read(bytes: Uint8Array) {
  const file = join(folder.path, `orders-${randomUUID()}.csv`);
  await writeFile(file, bytes);
  const [lines, rejections]: [FileLine[], Rejection[]] = [[], []];
  const spool: Pick<Spool, 'addLines' | 'reject' | 'rejections'> = {
    addLines: async (some) => void lines.push(...some),
    reject: async (some) => void rejections.push(...some),
    async *rejections() {
      yield* rejections;
    },
  };
  await readFile(file, spool, { calendar, now: Date.UTC(2027, 0, 1), onProgress: () => undefined });
  await writeRejected(file, spool);
  return { lines, rejections, rejected: await readBytes(rejectedFileOf(file)).catch(() => undefined) };
}

/** 订单号,付款时间,买家,商品,规格,数量,单价,状态 and 画集 已支付, as a Chinese spreadsheet saves them. */
const HEAD = '订单号,付款时间,买家,商品,规格,数量,单价,状态';
const LINE = '1001,2026/10/1 10:00,王小明,画集,A3,1.0,"¥1,019.90",已支付';
const GBK = Buffer.from(
  'b6a9b5a5bac52cb8b6bfeecab1bce42cc2f2bcd22cc9ccc6b72cb9e6b8f12ccafdc1bf2cb5a5bcdb2cd7b4ccac0d0a' +
    '313030312c323032362f31302f312031303a30302c' +
    'cdf5d0a1c3f72cbbadbcaf2c41332c312e302c22a3a4312c3031392e3930222cd2d1d6a7b8b60d0a',
  'hex',
);
const tabs = (text: string): string =>
  text
    .replaceAll('"', '')
    .replace('1,019.90', '1\u0000019.90')
    .replaceAll(',', '\t')
    .replaceAll('\u0000', ',');

it.each<[string, Uint8Array]>([
  ['UTF-8', Buffer.from(`${HEAD}\n${LINE}\n`)],
  ['UTF-8 with its mark', Buffer.from(`\uFEFF${HEAD}\r\n${LINE}\r\n`)],
  ['GBK', GBK],
  ['UTF-16 with tabs', Buffer.from(`\uFEFF${tabs(HEAD)}\r\n${tabs(LINE)}\r\n`, 'utf16le')],
  ['UTF-16, big end first', Buffer.from(`\uFEFF${tabs(HEAD)}\r\n${tabs(LINE)}\r\n`, 'utf16le').swap16()],
  [
    'semicolons',
    Buffer.from(`${HEAD.replaceAll(',', ';')}\n1001;45931.4166666667;王小明;画集;A3;1.0;¥1,019.90;已支付\n`),
  ],
])('a file as spreadsheets write it is read: %s', async (_, bytes) => {
  const { lines, rejections, rejected } = await read(bytes);
  expect(rejections).toEqual([]);
  expect(rejected).toBeUndefined();
  expect(lines).toMatchObject([
    {
      line: 2,
      out_trade_no: '1001',
      user: '王小明',
      plan: '画集',
      sku: 'A3',
      count: 1,
      unit_price: 101_990,
      status: 'paid',
    },
  ]);
});

it('rejected lines keep their bytes, in a file that a spreadsheet opens', async () => {
  const bad = Buffer.from([0xc3, 0x28, 0xff]);
  const { lines, rejected } = await read(
    Buffer.concat([
      Buffer.from(`${HEAD}\n${LINE}\n1002,2026-10-01,`),
      bad,
      Buffer.from(`,画集,A3,1,2.00,paid\n1003,1/10/2026,"李,雷",画集,A3,1,2.00,paid\n`),
    ]),
  );
  expect(lines).toHaveLength(1);
  expect(rejected?.subarray(0, 3).toString('hex')).toBe('efbbbf');
  expect(
    rejected?.includes(
      Buffer.concat([Buffer.from('1002,2026-10-01,'), bad, Buffer.from(',画集,A3,1,2.00,paid')]),
    ),
  ).toBe(true);
  expect(rejected?.toString()).toContain('1003,1/10/2026,"李,雷",画集');
});

it.each([
  ['an Excel workbook', '504b0304140006'],
  ['an old Excel workbook', 'd0cf11e0a1b11ae1'],
])('%s is named', async (name, hex) => {
  await expect(read(Buffer.from(hex, 'hex'))).rejects.toThrow(`is ${name}`);
});
