import { inflateSync } from 'node:zlib';
import PDFDocument from 'pdfkit';
import { expect, test } from 'vitest';
import { businessCalendar } from '#events/time.ts';
import type { Receipt } from '#services/contract/orders/receipts.ts';
import { receiptPrinter } from './print-receipt.ts';
import { receiptPdf } from './receipt-pdf.ts';
import { openTypesetter } from './typesetter.ts';
import { writtenReceipt } from './written-receipt.ts';

const calendar = businessCalendar('Asia/Shanghai');
const receipt: Receipt = {
  out_trade_no: '212345678901234567890123456',
  cart_order_no: '',
  seller: { user_id: 'c1', name: '林间 🌲' },
  buyer: { user_id: 'u1', name: 'Anna 𠮷' },
  lines: [
    { name: '手工围巾 · 红', count: 2, unit: 'piece', price: '1000.00', amount: '2000.00', parts: [] },
    {
      name: 'Choose two',
      count: 1,
      unit: 'bundle',
      price: null,
      amount: '24.00',
      parts: [{ name: '春', count: 2 }],
    },
    { name: '', count: 1, unit: 'once', price: '5.00', amount: '5.00', parts: [] },
  ],
  show_amount: '2063.00',
  discount: '42.00',
  shipping_fee: '8.00',
  total_amount: '2029.00',
  currency: 'CNY',
  refunds: [{ amount: '24.00', reason: '缺货', time: 1_780_000_000, sent_at: null, position: 9 }],
  refunded_amount: '24.00',
  kept_amount: '2005.00',
  // 2026-05-31 23:59 in Shanghai
  paid_at: 1_780_243_140,
  py_type: 'wpy_h5',
  provider: 'sandbox',
  charge_id: 'ch_1',
  position: 7,
  issued_at: 1_780_243_200,
};

/** Code points by which a PDF file can be searched: from the tables of its fonts. */
function lettersOf(file: Buffer): Set<string> {
  const found = new Set<string>();
  const text = file.toString('latin1');
  for (const { index, 0: head } of text.matchAll(/stream\r?\n/g)) {
    const from = index + head.length;
    const stream = file.subarray(from, file.indexOf('endstream', from));
    let table: string;
    try {
      table = inflateSync(stream).toString('latin1');
    } catch {
      continue; // not one of the compressed ones
    }
    if (!table.includes('beginbfrange')) continue;
    for (const [, code = ''] of table.matchAll(/<([0-9a-f]{4}(?: ?[0-9a-f]{4})*)>/gi)) {
      for (const letter of Buffer.from(code.replaceAll(' ', ''), 'hex').swap16().toString('utf16le'))
        found.add(letter);
    }
  }
  return found;
}

test('is written in both languages, with amounts, the business time and the log’s position', () => {
  const chinese = writtenReceipt(receipt, 'zh-CN', calendar);
  expect(chinese.facts).toContainEqual(['付款时间', '2026-05-31 23:59 (Asia/Shanghai)']);
  expect(chinese.facts).toContainEqual(['支付方式', '微信支付']);
  expect(chinese.facts).toContainEqual(['日志位置', '7']);
  expect(chinese.facts.map(([name]) => name)).not.toContain('合并支付单号');
  expect(chinese.rows).toMatchObject([
    { count: '2', price: '¥1,000.00', amount: '¥2,000.00' },
    { count: '1 套', price: '', parts: '春 × 2' },
    { name: '自选金额' },
  ]);
  const english = writtenReceipt(receipt, 'en-US', calendar);
  expect(english.sums.map(({ name, value }) => [name, value])).toEqual([
    ['Shipping', '¥8.00'],
    ['Total paid', '¥2,029.00'],
    ['Refund', '−¥24.00'],
    ['Net paid', '¥2,005.00'],
  ]);
  expect(english.sums[1]?.note).toBe('Original price ¥2,063.00 · Discount −¥42.00');
  expect(english.sums[2]?.note).toContain('processing · Log position 9 · 缺货');
  expect(english.rows[1]?.count).toBe('1 set');
});

test('becomes a file with embedded Chinese letters, which can be copied', async () => {
  const file = await receiptPdf(writtenReceipt(receipt, 'zh-CN', calendar));
  expect(file.subarray(0, 5).toString()).toBe('%PDF-');
  const letters = lettersOf(file);
  for (const letter of '收据手工围巾林间缺货Fanwatt¥')
    expect([letter, letters.has(letter)]).toEqual([letter, true]);
  expect(file.length).toBeLessThan(200_000);
});

test('is created in another process, one at a time, and long ones have several pages', async () => {
  const printer = receiptPrinter();
  const long = { ...receipt, lines: Array.from({ length: 80 }, () => receipt.lines[0]!) };
  const [first, second] = await Promise.all([
    printer.print(writtenReceipt(receipt, 'en-US', calendar)),
    printer.print(writtenReceipt(long, 'zh-CN', calendar)),
  ]);
  const pages = (file: Uint8Array | undefined) =>
    Buffer.from(file ?? [])
      .toString('latin1')
      .match(/\/Type \/Page\b/g)?.length;
  expect([pages(first), (pages(second) ?? 0) > 2]).toEqual([1, true]);
});

test('breaks lines between words, never before a closing mark, and shows what it cannot write', async () => {
  const doc = new PDFDocument({ margin: 0 });
  const text = '加长款，可以绕三圈的那种，冬天暖和） and long-words-without-blanks';
  const when = '已退回 2026-11-07 09:49 缺货';
  const type = await openTypesetter(doc, [text, when, '😀𠮷ऄ👩\u200d🌾']);
  const style = { size: 10 };
  for (const width of [40, 55, 70, 120]) {
    const lines = type.linesOf(text, style, width);
    expect(lines.join('').replaceAll(' ', '')).toBe(text.replaceAll(' ', ''));
    for (const line of lines) {
      expect(line).not.toMatch(/^[，）]/);
      expect(type.widthOf(line, style)).toBeLessThanOrEqual(width);
    }
  }
  // A time or a date stays whole where it fits.
  const times = type.linesOf(when, style, 60);
  expect(times.some((line) => line.includes('2026-11-07'))).toBe(true);
  expect(times.some((line) => line.includes('09:49'))).toBe(true);
  for (const [letter, name] of [
    ['𠮷', '[U+20BB7]'],
    ['ऄ', '[U+0904]'],
  ]) {
    expect(type.widthOf(letter ?? '', style)).toBeCloseTo(type.widthOf(name ?? '', style));
  }
});

test('has each letter of a name that a font has, and names the others', async () => {
  const names = ['𠮷野家', '㛃', '䶮', '𬭚', 'Ελένη', 'Łukasz', 'Наталья', 'Nguyễn', 'さくら', '陳', 'अनिल'];
  names.push('김철수', 'สมชาย', 'ליאור', '🌲', '👩\u200d🌾');
  const lines = names.map((name) => ({ ...receipt.lines[0]!, name }));
  const letters = lettersOf(await receiptPdf(writtenReceipt({ ...receipt, lines }, 'zh-CN', calendar)));
  for (const letter of '野家ΕλένηŁukaszНатальяNguyễnさくら陳김철수สมชายליאור🌲👩🌾')
    expect([letter, letters.has(letter)]).toEqual([letter, true]);
  for (const letter of '[U+20BB7][U+36C3][U+4DAE][U+2CB5A][U+0905]')
    expect([letter, letters.has(letter)]).toEqual([letter, true]);
});

test('Arabic is joined and runs from right to left, numbers and Latin within it from left to right', async () => {
  const doc = new PDFDocument({ margin: 0 });
  const style = { size: 10 };
  const joined = 'محمد';
  const type = await openTypesetter(doc, [joined, 'شال (أحمر) 12 Mug', 'ABC (12) ']);
  // Letters that join have other forms and widths than the same letters alone.
  const alone = [...joined].reduce((sum, letter) => sum + type.widthOf(letter, style), 0);
  expect(Math.abs(type.widthOf(joined, style) - alone)).toBeGreaterThan(1);
  const written: string[] = [];
  const text = doc.text.bind(doc);
  doc.text = ((one: string, ...rest: never[]) => {
    written.push(one);
    return text(one, ...rest);
  }) as typeof doc.text;
  type.write('شال (أحمر) 12 Mug', 0, 0, style);
  expect(written.map((one) => one.trim()).filter((one) => one !== '')).toEqual([
    'Mug',
    '12',
    '(',
    'أحمر',
    ')',
    'شال',
  ]);
});
