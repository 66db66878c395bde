/** The parts of a spreadsheet file (ECMA-376) besides its rows, in the smallest form that programs open. */
const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const TYPES = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** A sheet: its name in the program, and in the file. */
export interface Sheet {
  title: string;
  file: string;
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Text in XML; characters that XML does not allow become blanks. */
const escaped = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(/[\p{Cc}\uFFFE\uFFFF]/gu, ' ')
    .replaceAll(/[&<>"]/g, (sign) => ENTITIES[sign] ?? '');

/** Styles by their place in `styles`. */
const WHOLE = 1;
const MONEY = 2;
const HEAD = 3;

/** The type of a column's cells: text, which is never executed, or numbers. */
export type ColumnKind = 'text' | 'whole' | 'money';

const textCell = (text: string, style = 0): string =>
  text === ''
    ? '<c/>'
    : `<c t="inlineStr" s="${style}"><is><t xml:space="preserve">${escaped(text)}</t></is></c>`;

/** A row of cells in the formats of their columns; a number is passed as text with its decimals. */
export function rowXml(cells: readonly string[], kinds: readonly ColumnKind[]): string {
  const written = cells.map((text, at) => {
    const kind = kinds[at] ?? 'text';
    if (kind === 'text' || text === '') return textCell(text);
    return `<c s="${kind === 'whole' ? WHOLE : MONEY}"><v>${escaped(text)}</v></c>`;
  });
  return `<row>${written.join('')}</row>`;
}

/** @param widths of the columns, in letters */
export function sheetHead(names: readonly string[], widths: readonly number[]): string {
  const columns = widths.map(
    (width, at) => `<col min="${at + 1}" max="${at + 1}" width="${width}" customWidth="1"/>`,
  );
  const view = '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>';
  return (
    `${XML}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0">${view}</sheetView></sheetViews>` +
    `<cols>${columns.join('')}</cols><sheetData><row>${names.map((name) => textCell(name, HEAD)).join('')}</row>`
  );
}

export const SHEET_END = '</sheetData></worksheet>';

export const contentTypes = (sheets: readonly Sheet[]): string =>
  [
    `${XML}<Types xmlns="${PACKAGE}/content-types">`,
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>',
    `<Override PartName="/xl/workbook.xml" ContentType="${TYPES}.sheet.main+xml"/>`,
    `<Override PartName="/xl/styles.xml" ContentType="${TYPES}.styles+xml"/>`,
    ...sheets.map(
      ({ file }) => `<Override PartName="/xl/worksheets/${file}.xml" ContentType="${TYPES}.worksheet+xml"/>`,
    ),
    '</Types>',
  ].join('');

const relationship = (id: string, type: string, target: string): string =>
  `<Relationship Id="${id}" Type="${OFFICE}/${type}" Target="${target}"/>`;

const relationships = (list: readonly string[]): string =>
  `${XML}<Relationships xmlns="${PACKAGE}/relationships">${list.join('')}</Relationships>`;

export const packageRelationships = (): string =>
  relationships([relationship('workbook', 'officeDocument', 'xl/workbook.xml')]);

export const workbookRelationships = (sheets: readonly Sheet[]): string =>
  relationships([
    relationship('styles', 'styles', 'styles.xml'),
    ...sheets.map(({ file }) => relationship(file, 'worksheet', `worksheets/${file}.xml`)),
  ]);

/** Sheets in the order in which the program shows them. */
export function workbook(sheets: readonly Sheet[]): string {
  const listed = sheets.map(
    ({ title, file }, at) => `<sheet name="${escaped(title)}" sheetId="${at + 1}" r:id="${file}"/>`,
  );
  return `${XML}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${listed.join('')}</sheets></workbook>`;
}

/** Plain, whole number, money, head of a column. */
export const styles = (): string =>
  [
    `${XML}<styleSheet xmlns="${MAIN}">`,
    '<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font>',
    '<font><b/><sz val="11"/><name val="Calibri"/></font></fonts>',
    '<fills count="2"><fill><patternFill patternType="none"/></fill>',
    '<fill><patternFill patternType="gray125"/></fill></fills>',
    '<borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs>',
    '<cellXfs count="4"><xf/><xf numFmtId="1" applyNumberFormat="1"/>',
    '<xf numFmtId="4" applyNumberFormat="1"/><xf fontId="1" applyFont="1"/></cellXfs></styleSheet>',
  ].join('');
