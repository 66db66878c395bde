import type { ReactNode } from 'react';
import { csvOf as fileOf } from '#services/contract/fields/csv.ts';
import type { Formats } from '../../language/format.ts';

/**
 * What a column says of a row, in files and where `cell` draws nothing else. Only what is a time, a count or a number
 * is one: a code has its word. `text`: a sentence that needs room; `status`: `cell` draws badges; `number`: one that
 * names something, as a position in the log.
 */
type Value<Row> =
  | { kind?: 'name' | 'text' | 'status'; value: (row: Row) => string | null }
  /** In yuan. */
  | { kind: 'money'; value: (row: Row) => string | null }
  /** Times in Unix seconds. */
  | { kind: 'time' | 'count' | 'number'; value: (row: Row) => number | null };

/** One column of a DataTable; the first one names the row and is always shown. */
export type Column<Row> = Value<Row> & {
  id: string;
  head: string;
  /** By what the rows are sorted, instead of the value. */
  order?: (row: Row) => number;
  /** The words of a file, where the value alone does not say them: no end, no price. */
  words?: (row: Row) => string;
  /** The rendered cell instead of the value. */
  cell?: (row: Row) => ReactNode;
  /** Before what the cell draws, outside the button that opens the row. */
  lead?: (row: Row) => ReactNode;
  /** Shown only when the user selects it. */
  optional?: true;
};

export interface TableProps<Row> {
  /** The content of the list, for screen readers. */
  label: string;
  columns: readonly Column<Row>[];
  rowKey: (row: Row) => string;
  /** Opens a row; `openLabel` is the name of that button. */
  onOpen?: ((row: Row) => void) | undefined;
  openLabel?: (row: Row) => string;
  /** Buttons at the end of a row. */
  actions?: (row: Row) => ReactNode;
  /** Actions for the selected rows; without it, rows cannot be selected. */
  bulk?: (chosen: readonly Row[], clear: () => void) => ReactNode;
  /** Names the table in the address where a page has more than one, as `history_`. */
  part?: string;
  /** Without its tools: a short list within a page about something else. */
  plain?: boolean;
  /** Rows of sums at the foot, with a cell for each column that is shown. */
  foot?: (column: Column<Row>) => ReactNode;
}

export const isRight = ({ kind }: Pick<Column<never>, 'kind'>): boolean =>
  kind === 'money' || kind === 'count';

const isNumber = (value: string | number): boolean =>
  typeof value === 'number' || /^-?\d+(\.\d+)?$/.test(value);

/** Numbers by size, texts by the alphabet of the language; empty values first. */
export function compareValues(one: string | number | null, other: string | number | null): number {
  if (one === null || other === null) return Number(one !== null) - Number(other !== null);
  if (isNumber(one) && isNumber(other)) return Number(one) - Number(other);
  return String(one).localeCompare(String(other), undefined, { numeric: true });
}

/** The value in the words of a page. */
export function writtenValue<Row>(column: Column<Row>, row: Row, formats: Formats): string {
  const value = column.value(row);
  if (value === null) return '';
  if (column.kind === 'money') return formats.money(String(value));
  if (column.kind === 'time') return formats.dateTime(Number(value));
  return column.kind === 'count' ? formats.number(Number(value)) : String(value);
}

function fileValue<Row>(column: Column<Row>, row: Row, formats: Formats): string {
  if (column.words !== undefined) return column.words(row);
  const value = column.value(row);
  if (value === null) return '';
  return column.kind === 'time' ? formats.fileTime(Number(value)) : String(value);
}

/** The rows as a file that spreadsheets open: amounts as numbers, times as `2026-10-02 21:39`. */
export function csvOf<Row>(columns: readonly Column<Row>[], rows: readonly Row[], formats: Formats): string {
  const lines = rows.map((row) => columns.map((column) => fileValue(column, row, formats)));
  return fileOf([columns.map(({ head }) => head), ...lines]);
}
