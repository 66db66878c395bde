import { once } from 'node:events';
import PDFDocument from 'pdfkit';
import type { Receipt } from '#services/contract/orders/receipts.ts';
import type { ReceiptWords } from './receipt-words.ts';
import { openTypesetter, type Style, type Typesetter } from './typesetter.ts';

/** A receipt with formatted numbers and times. */
export interface WrittenReceipt {
  words: Omit<ReceiptWords, 'counted' | 'payments'>;
  receipt: Receipt;
  /** Names and values at the top, in order. */
  facts: readonly (readonly [string, string])[];
  /** name, price, count, amount, and contents */
  rows: readonly { name: string; price: string; count: string; amount: string; parts: string }[];
  /** Names and values below the rows; the strong one is the payment. */
  sums: readonly { name: string; value: string; strong?: boolean; note?: string }[];
}

const MARGIN = 56;
const BODY = { size: 10.5 } satisfies Style;
const SMALL = { size: 9, color: '#6b6579' } satisfies Style;
const STRONG = { size: 12, weight: 'bold' } satisfies Style;
const LINE = '#dcd8e6';
/** Between the tops of two lines, in sizes of the letters. */
const LEADING = 1.5;

/** Where the numbers end, from the left edge of the page's text. */
const COLUMNS = { name: 236, price: 318, count: 398, amount: 483 } as const;

type Document = InstanceType<typeof PDFDocument>;

/** Writes the page, and starts a new one when it is full. */
class Paper {
  y = MARGIN;
  readonly #doc: Document;
  readonly #type: Typesetter;
  readonly #foot: (page: number) => string;
  #pages = 1;

  constructor(doc: Document, type: Typesetter, foot: (page: number) => string) {
    this.#doc = doc;
    this.#type = type;
    this.#foot = foot;
  }

  get #bottom(): number {
    return this.#doc.page.height - MARGIN - 24;
  }

  /** Space for this many points, here or on a new page. */
  room(height: number): void {
    if (this.y + height <= this.#bottom) return;
    this.endPage();
    this.#doc.addPage();
    this.#pages += 1;
    this.y = MARGIN;
  }

  endPage(): void {
    const y = this.#doc.page.height - MARGIN - 8;
    this.#type.write(this.#foot(this.#pages), this.#doc.page.width - MARGIN, y, { ...SMALL, align: 'right' });
  }

  rule(): void {
    const right = this.#doc.page.width - MARGIN;
    this.#doc.moveTo(MARGIN, this.y).lineTo(right, this.y).lineWidth(0.75).strokeColor(LINE).stroke();
    this.y += 10;
  }

  /** One paragraph between two distances from the left margin; the next text is below it. */
  paragraph(text: string, style: Style, from = 0, width = 483): void {
    for (const line of this.#type.linesOf(text, style, width)) {
      this.room(style.size * LEADING);
      this.#type.write(line, MARGIN + from, this.y, style);
      this.y += style.size * LEADING;
    }
  }

  /** A name on the left and its value on the right, each with as many lines as it needs. */
  pair(name: string, value: string, style: Style, at: { name: number; value: number; end: number }): void {
    const top = this.y;
    this.paragraph(name, { ...style, color: SMALL.color }, at.name, at.value - at.name - 8);
    const after = this.y;
    this.y = top;
    this.paragraph(value, style, at.value, at.end - at.value);
    this.y = Math.max(this.y, after);
  }

  right(text: string, end: number, y: number, style: Style): void {
    this.#type.write(text, MARGIN + end, y, { ...style, align: 'right' });
  }
}

function writeRows(paper: Paper, { rows, words }: WrittenReceipt): void {
  const head = paper.y;
  paper.paragraph(words.item, SMALL, 0, COLUMNS.name);
  paper.right(words.price, COLUMNS.price, head, SMALL);
  paper.right(words.count, COLUMNS.count, head, SMALL);
  paper.right(words.amount, COLUMNS.amount, head, SMALL);
  paper.y += 4;
  paper.rule();
  for (const { name, price, count, amount, parts } of rows) {
    paper.room(BODY.size * LEADING * 2);
    const top = paper.y;
    paper.right(price, COLUMNS.price, top, BODY);
    paper.right(count, COLUMNS.count, top, BODY);
    paper.right(amount, COLUMNS.amount, top, BODY);
    paper.paragraph(name, BODY, 0, COLUMNS.name);
    if (parts !== '') paper.paragraph(parts, SMALL, 0, COLUMNS.name);
    paper.y += 5;
  }
  paper.rule();
}

function writeSums(paper: Paper, { sums }: WrittenReceipt): void {
  for (const { name, value, strong, note } of sums) {
    const style = strong ? STRONG : BODY;
    paper.room(style.size * LEADING * 2);
    const top = paper.y;
    paper.right(value, COLUMNS.amount, top, style);
    paper.paragraph(name, style, 200, 180);
    if (note) paper.paragraph(note, SMALL, 200, 180);
    paper.y += 2;
  }
}

/** Every text of it: the letters that its fonts must have. */
const textsOf = ({ words, facts, rows, sums }: WrittenReceipt): string[] => [
  ...Object.values(words),
  ...facts.flat(),
  ...rows.flatMap((row) => Object.values(row)),
  ...sums.flatMap(({ name, value, note = '' }) => [name, value, note]),
  '0123456789',
];

/** The receipt as a PDF file (A4), its letters embedded, so that it looks and copies the same everywhere. */
export async function receiptPdf(written: WrittenReceipt): Promise<Buffer> {
  const { words, receipt, facts } = written;
  const doc = new PDFDocument({
    size: 'A4',
    margin: 0,
    info: { Title: `${words.title} ${receipt.out_trade_no}`, Creator: words.product },
  });
  const chunks: Buffer[] = [];
  doc.on('data', (chunk: Buffer) => chunks.push(chunk));
  const ended = once(doc, 'end');
  const type = await openTypesetter(doc, textsOf(written));
  const paper = new Paper(doc, type, (page) => words.page.replace('{page}', String(page)));

  paper.right(words.product, COLUMNS.amount, paper.y + 6, { size: 13, weight: 'bold', color: '#7048c8' });
  paper.paragraph(words.title, { size: 24, weight: 'bold' });
  paper.y += 12;
  for (const [name, value] of facts) {
    paper.pair(name, value, BODY, { name: 0, value: 120, end: 483 });
    paper.y += 2;
  }
  paper.y += 18;
  writeRows(paper, written);
  paper.y += 2;
  writeSums(paper, written);
  paper.y += 18;
  paper.paragraph(words.note, SMALL);
  paper.endPage();
  doc.end();
  await ended;
  return Buffer.concat(chunks);
}
