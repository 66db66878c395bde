import { PassThrough, type Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import {
  type ColumnKind,
  contentTypes,
  packageRelationships,
  rowXml,
  SHEET_END,
  type Sheet,
  sheetHead,
  styles,
  workbook,
  workbookRelationships,
} from './xlsx-parts.ts';

/** Nothing of the moment at which a file is made is in it. */
export const FILE_DATE = new Date(1980, 0, 1);

export const addText = (zip: ZipFile, name: string, text: string): void =>
  zip.addBuffer(Buffer.from(text), name, { mtime: FILE_DATE });

/** Everything but the sheets themselves. */
export function endWorkbook(zip: ZipFile, sheets: readonly Sheet[]): void {
  addText(zip, 'xl/workbook.xml', workbook(sheets));
  addText(zip, 'xl/_rels/workbook.xml.rels', workbookRelationships(sheets));
  addText(zip, 'xl/styles.xml', styles());
  addText(zip, '_rels/.rels', packageRelationships());
  addText(zip, '[Content_Types].xml', contentTypes(sheets));
  zip.end();
}

/** The file of a workbook, and a way to end it with an error. */
export function openWorkbook(): { zip: ZipFile; out: Readable; broken: (error: unknown) => void } {
  const zip = new ZipFile();
  const out = new PassThrough();
  zip.outputStream.pipe(out);
  const broken = (error: unknown): void =>
    void out.destroy(error instanceof Error ? error : new Error(String(error)));
  // The packer emits errors by an event that is missing in its types.
  (zip as unknown as NodeJS.EventEmitter).on('error', broken);
  return { zip, out, broken };
}

export interface TableSheet extends Sheet {
  columns: readonly { name: string; kind: ColumnKind; width: number }[];
  /** Amounts are text with two decimals. */
  rows: readonly (readonly string[])[];
}

/** A workbook of tables that fit in memory. */
export function workbookOf(sheets: readonly TableSheet[]): Readable {
  const { zip, out } = openWorkbook();
  for (const { file, columns, rows } of sheets) {
    const head = sheetHead(
      columns.map(({ name }) => name),
      columns.map(({ width }) => width),
    );
    const kinds = columns.map(({ kind }) => kind);
    const written = rows.map((row) => rowXml(row, kinds)).join('');
    addText(zip, `xl/worksheets/${file}.xml`, head + written + SHEET_END);
  }
  endWorkbook(zip, sheets);
  return out;
}
