import { Checkbox, Paper, Table, UnstyledButton } from '@mantine/core';
import { useMergedRef, useResizeObserver } from '@mantine/hooks';
import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react';
import type { ColumnSort, SortingState } from '@tanstack/react-table';
import { useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Cell, type Choice, Opened, type Shown } from './cell.tsx';
import { type Column, isRight } from './columns.ts';
import classes from './table.module.css';

interface Props<Row> extends Shown<Row> {
  /** Columns whose head sorts the rows. */
  sortable: readonly Column<Row>[];
  sorted: ColumnSort | undefined;
  onSort: (sorting: SortingState) => void;
}

/** With more columns they are narrower and closer, so that the table fits on a desk. */
const MAX_SPACED = 7;
/** Rows that are scrolled with the page, also where their table is scrolled sideways. */
const SHORT = 20;

/** Controls in a row work separately; a click elsewhere opens the row. */
const isControl = (target: EventTarget): boolean =>
  target instanceof Element && target.closest('a, button, input, label') !== null;

/** The rows as a table with a sticky header. */
export function Grid<Row>(props: Props<Row>) {
  const { label, columns, rows, rowKey, choice, onOpen, actions, foot } = props;
  const { t } = useTranslation('shell');
  const frame = useRef<HTMLDivElement>(null);
  // The table can grow while its frame keeps its size, for example when the texts of a language arrive.
  const [frameSize] = useResizeObserver();
  const [tableSize] = useResizeObserver();
  const [wide, setWide] = useState(false);
  const dense = columns.length > MAX_SPACED;
  useLayoutEffect(() => {
    const at = frame.current;
    if (at !== null) setWide((at.firstElementChild?.scrollWidth ?? 0) > at.clientWidth);
  });
  return (
    <Paper
      withBorder
      ref={useMergedRef(frame, frameSize)}
      className={`${classes.frame} ${wide ? classes.wide : ''} ${wide && rows.length > SHORT ? classes.long : ''}`}
      {...(wide && { role: 'region', 'aria-label': label, tabIndex: 0 })}
    >
      <Table
        ref={tableSize}
        className={`figures ${classes.table} ${dense ? classes.dense : ''}`}
        verticalSpacing="sm"
        horizontalSpacing={dense ? 'xs' : 'md'}
        highlightOnHover={onOpen !== undefined}
        stickyHeader
        stickyHeaderOffset={wide ? 0 : 64}
        aria-label={label}
      >
        <Table.Thead>
          <Table.Tr>
            {choice && (
              <Table.Th w={1}>
                <Checkbox
                  aria-label={t('table.selectAll')}
                  checked={choice.all === true}
                  indeterminate={choice.all === 'some'}
                  onChange={choice.onAll}
                />
              </Table.Th>
            )}
            {columns.map((column) => (
              <Head key={column.id} {...props} column={column} />
            ))}
            {actions && <Table.Th className={classes.actions} aria-label={t('table.actions')} />}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row) => (
            <Table.Tr
              key={rowKey(row)}
              {...(onOpen && {
                className: classes.open,
                onClick: ({ target }) => !isControl(target) && onOpen(row),
              })}
            >
              {choice && (
                <Table.Td>
                  <Select {...props} choice={choice} row={row} />
                </Table.Td>
              )}
              {columns.map((column, at) => (
                <Table.Td key={column.id} {...styleOf(column)}>
                  {at === 0 ? (
                    <Opened {...props} row={row} column={column} />
                  ) : (
                    <Cell column={column} row={row} />
                  )}
                </Table.Td>
              ))}
              {actions && <Table.Td className={classes.actions}>{actions(row)}</Table.Td>}
            </Table.Tr>
          ))}
        </Table.Tbody>
        {foot && (
          <Table.Tfoot>
            <Table.Tr>
              {columns.map((column) => (
                <Table.Th key={column.id} {...styleOf(column)}>
                  {foot(column)}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Tfoot>
        )}
      </Table>
    </Paper>
  );
}

const styleOf = <Row,>(column: Column<Row>) => ({
  ...(isRight(column) && { ta: 'right' as const }),
  ...(column.kind === 'name' && { className: `names ${classes.name}` }),
  ...(column.kind === 'text' && { className: classes.text }),
  ...(column.kind === 'time' && { className: classes.line }),
});

const ARIA = { none: 'none', up: 'ascending', down: 'descending' } as const;
const ICONS = { none: IconArrowsSort, up: IconArrowUp, down: IconArrowDown } as const;

function Head<Row>({ column, sortable, sorted, onSort }: Props<Row> & { column: Column<Row> }) {
  const { id, head, kind } = column;
  if (!sortable.includes(column)) return <Table.Th {...styleOf(column)}>{head}</Table.Th>;
  const state = sorted?.id !== id ? 'none' : sorted.desc ? 'down' : 'up';
  // Amounts and times begin with the largest; a third click brings back the list's own order.
  const first = isRight(column) || kind === 'time';
  const next =
    state === 'none' ? [{ id, desc: first }] : sorted?.desc === first ? [{ id, desc: !first }] : [];
  const Icon = ICONS[state];
  return (
    <Table.Th {...styleOf(column)} aria-sort={ARIA[state]}>
      <UnstyledButton
        className={classes.head}
        data-active={state !== 'none' || undefined}
        onClick={() => onSort(next)}
      >
        {head}
        <Icon size={14} aria-hidden />
      </UnstyledButton>
    </Table.Th>
  );
}

/** Selects one row, by the name of the row. */
export function Select<Row>({ columns, row, rowKey, choice }: Shown<Row> & { row: Row; choice: Choice }) {
  const { t } = useTranslation('shell');
  const key = rowKey(row);
  return (
    <Checkbox
      aria-label={t('table.select', { name: columns[0]?.value(row) ?? '' })}
      checked={choice.isChosen(key)}
      onChange={() => choice.onChoose(key)}
    />
  );
}
