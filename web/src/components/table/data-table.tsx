import { Checkbox, Group, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import {
  type ColumnDef,
  columnVisibilityFeature,
  createSortedRowModel,
  type RowSelectionState,
  rowSelectionFeature,
  rowSortingFeature,
  type SortingState,
  tableFeatures,
  type Updater,
  useTable,
} from '@tanstack/react-table';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import '../../app/styles/print.css';
import { Cards } from './cards.tsx';
import { type Column, compareValues, type TableProps } from './columns.ts';
import { Grid } from './grid.tsx';
import { Tools } from './tools.tsx';
import { useTableView } from './view.ts';

const features = tableFeatures({
  columnVisibilityFeature,
  rowSelectionFeature,
  rowSortingFeature,
  sortedRowModel: createSortedRowModel(),
});

interface Props<Row> extends TableProps<Row> {
  rows: readonly Row[];
  /** The list has other pages, so that these rows cannot be sorted here. */
  paged?: boolean;
  /** Columns by which the server sorts, and has sorted these rows. */
  sorts?: readonly string[] | undefined;
  /** Saves everything that the filters find. */
  onExport?: ((shown: readonly Column<Row>[]) => Promise<void>) | undefined;
  /** Above the rows, as how many there are. */
  summary?: ReactNode;
}

/** A list as a table; as cards below 869 px. */
export function DataTable<Row extends object>(props: Props<Row>) {
  const { columns, rows, rowKey, bulk, part, paged = false, sorts, plain = false, onExport, summary } = props;
  const { t } = useTranslation('shell');
  const view = useTableView(columns, part);
  const sortable = columns.filter(({ id }) => (sorts === undefined ? !paged : sorts.includes(id)));
  const sorting = view.sorting.filter(({ id }) => sortable.some((column) => column.id === id));
  const sort = (change: Updater<SortingState>) => view.sort(change, sorts !== undefined);
  const [rowSelection, setRowSelection] = useState<RowSelectionState>({});
  const small = useMediaQuery('(max-width: 868.9px)', false, { getInitialValueInEffect: false });
  const definitions = useMemo(
    () =>
      columns.map(
        (column): ColumnDef<typeof features, Row> => ({
          id: column.id,
          accessorFn: column.value,
          sortFn: (one, other) => {
            const orderOf = column.order ?? column.value;
            return compareValues(orderOf(one.original), orderOf(other.original));
          },
          sortDescFirst: column.kind === 'money' || column.kind === 'time' || column.kind === 'count',
        }),
      ),
    [columns],
  );
  const table = useTable({
    features,
    columns: definitions,
    data: rows,
    getRowId: rowKey,
    enableMultiSort: false,
    manualSorting: sorts !== undefined,
    state: { sorting, columnVisibility: view.visibility, rowSelection },
    onSortingChange: sort,
    onRowSelectionChange: setRowSelection,
  });
  const shown = columns.filter(({ id }) => view.shown.includes(id));
  const listed = table.getRowModel().rows;
  const chosen = listed.filter((row) => row.getIsSelected());
  const sorted = sorting[0];
  const choice = bulk && {
    all: table.getIsAllRowsSelected() ? true : chosen.length > 0 ? ('some' as const) : false,
    onAll: () => table.toggleAllRowsSelected(),
    isChosen: (key: string) => rowSelection[key] === true,
    onChoose: (key: string) => table.getRow(key).toggleSelected(),
  };
  const shared = { ...props, columns: shown, rows: listed.map(({ original }) => original), choice };
  return (
    <>
      {!plain && (
        <Group justify="space-between" gap="xs">
          <Text component="div" className="hint figures" role="status">
            {summary}
          </Text>
          <Tools
            columns={columns}
            sortable={sortable}
            view={{ ...view, sorting, sort }}
            withSort={small}
            onExport={onExport && (() => onExport(shown))}
          />
        </Group>
      )}
      {bulk !== undefined && (small || chosen.length > 0) && (
        <Group gap="xs">
          {small && choice && (
            <Checkbox
              label={t('table.selectAll')}
              checked={choice.all === true}
              indeterminate={choice.all === 'some'}
              onChange={choice.onAll}
            />
          )}
          {chosen.length > 0 && (
            <>
              <Text size="sm" fw={650} role="status">
                {t('table.selected', { count: chosen.length })}
              </Text>
              {bulk(
                chosen.map(({ original }) => original),
                () => setRowSelection({}),
              )}
            </>
          )}
        </Group>
      )}
      {small ? <Cards {...shared} /> : <Grid {...shared} sortable={sortable} sorted={sorted} onSort={sort} />}
    </>
  );
}
