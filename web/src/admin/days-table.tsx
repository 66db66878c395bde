import type { PlatformDay } from '#services/contract/staff/users.ts';
import { saveFile } from '../components/save-file.ts';
import { type Column, csvOf } from '../components/table/columns.ts';
import { DataTable } from '../components/table/data-table.tsx';
import { useLocale } from '../language/use-locale.ts';

/** The days of the charts as a table, for readers of screens and for files; the newest first. */
export function DaysTable({ list }: { list: readonly PlatformDay[] }) {
  const { t, formats } = useLocale('staff');
  const columns: Column<PlatformDay>[] = [
    {
      id: 'date',
      head: t('figures.day'),
      value: ({ date }) => date,
      cell: ({ date }) => formats.fullDay(date),
    },
    { id: 'gross', head: t('figures.gross'), kind: 'money', value: ({ gross }) => gross },
    { id: 'refunds', head: t('figures.refunds'), kind: 'money', value: ({ refunds }) => refunds },
    { id: 'orders', head: t('figures.orders'), kind: 'count', value: ({ orders }) => orders },
    { id: 'new_users', head: t('figures.newUsers'), kind: 'count', value: ({ new_users }) => new_users },
    {
      id: 'new_creators',
      head: t('figures.newCreators'),
      kind: 'count',
      value: ({ new_creators }) => new_creators,
    },
  ];
  return (
    <DataTable
      label={t('figures.table')}
      columns={columns}
      rows={list.toReversed()}
      rowKey={({ date }) => date}
      onExport={(shown) => {
        saveFile(csvOf(shown, list, formats), 'figures.csv');
        return Promise.resolve();
      }}
    />
  );
}
