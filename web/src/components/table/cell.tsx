import { Group, UnstyledButton } from '@mantine/core';
import { useFormats } from '../../language/use-locale.ts';
import { Name } from '../name.tsx';
import { type Column, type TableProps, writtenValue } from './columns.ts';
import classes from './table.module.css';

/** Which rows are selected. */
export interface Choice {
  all: boolean | 'some';
  onAll: () => void;
  isChosen: (key: string) => boolean;
  onChoose: (key: string) => void;
}

/** The data of a table and its cards: columns and rows as selected and sorted. */
export interface Shown<Row> extends TableProps<Row> {
  rows: readonly Row[];
  choice: Choice | undefined;
}

interface Props<Row> {
  column: Column<Row>;
  row: Row;
}

export function Cell<Row>({ column, row }: Props<Row>) {
  const formats = useFormats();
  if (column.cell === undefined) {
    const written = writtenValue(column, row, formats);
    return column.kind === 'name' ? <Name inherit>{written}</Name> : written;
  }
  const cell = column.cell(row);
  return column.kind === 'status' ? (
    <Group gap={4} w="max-content" maw="100%">
      {cell}
    </Group>
  ) : (
    cell
  );
}

/** The first cell, which names the row and opens it. */
export function Opened<Row>({ column, row, onOpen, openLabel }: Props<Row> & TableProps<Row>) {
  const cell = <Cell column={column} row={row} />;
  const named =
    onOpen === undefined ? (
      cell
    ) : (
      <UnstyledButton
        className={classes.opener}
        onClick={() => onOpen(row)}
        {...(openLabel && { 'aria-label': openLabel(row) })}
      >
        {cell}
      </UnstyledButton>
    );
  if (column.lead === undefined) return named;
  return (
    <Group gap="sm" wrap="nowrap" miw={0}>
      {column.lead(row)}
      {named}
    </Group>
  );
}
