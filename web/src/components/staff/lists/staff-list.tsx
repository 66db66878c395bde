import { Button, Center, Stack, Text } from '@mantine/core';
import { IconListSearch } from '@tabler/icons-react';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../../language/use-locale.ts';
import { Nothing } from '../../collection.tsx';
import { Loaded } from '../../loaded.tsx';
import { saveFile } from '../../save-file.ts';
import { Skeletons } from '../../skeletons.tsx';
import { type Column, csvOf } from '../../table/columns.ts';
import { DataTable } from '../../table/data-table.tsx';
import { useTableView } from '../../table/view.ts';

interface Part<Row> {
  list: Row[];
  next: string | null;
}

interface Read {
  after?: string | undefined;
  per_page: number;
  /** A column, with a minus for the largest first; undefined for the usual order. */
  sort: string | undefined;
  signal?: AbortSignal;
}

interface Props<Row> {
  label: string;
  columns: readonly Column<Row>[];
  rowKey: (row: Row) => string;
  /** Columns by which the server sorts. */
  sorts: readonly string[];
  /** Names the list and its filters. */
  queryKey: readonly unknown[];
  read: (from: Read) => Promise<Part<Row>>;
  /** Name of its file, without `.csv`. */
  file: string;
  empty: string;
  filters: ReactNode;
}

const PER_PAGE = 50;
const FILE_PAGE = 100;
/** Rows of a file. */
const MOST_IN_FILE = 1_000;

/** A list of staff that the server reads from one place to the next. Every page is a recorded look, so none loads by itself. */
export function StaffList<Row extends object>(props: Props<Row>) {
  const { label, columns, rowKey, sorts, queryKey, read, file, empty, filters } = props;
  const { t } = useTranslation(['staff-lists', 'shell']);
  const formats = useFormats();
  const client = useQueryClient();
  const { sorting } = useTableView(columns);
  const [by] = sorting;
  const sort = by !== undefined && sorts.includes(by.id) ? `${by.desc ? '-' : ''}${by.id}` : undefined;
  const key = [...queryKey, sort];
  const query = useInfiniteQuery({
    queryKey: key,
    queryFn: ({ pageParam, signal }) => read({ after: pageParam, per_page: PER_PAGE, sort, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    staleTime: 'static',
    retry: false,
  });
  const save = async (shown: readonly Column<Row>[]) => {
    const rows: Row[] = [];
    let after: string | undefined;
    do {
      const from = after;
      const part = await client.fetchQuery({
        queryKey: [...key, 'file', from],
        queryFn: () => read({ after: from, per_page: FILE_PAGE, sort }),
        staleTime: 0,
        retry: false,
      });
      rows.push(...part.list);
      after = part.next ?? undefined;
    } while (after !== undefined && rows.length < MOST_IN_FILE);
    saveFile(csvOf(shown, rows.slice(0, MOST_IN_FILE), formats), `${file}.csv`);
  };
  return (
    <Stack gap="xs">
      {filters}
      <Loaded query={query} skeleton={<Skeletons count={6} height={56} />}>
        {({ pages }) => {
          const rows = pages.flatMap(({ list }) => list);
          const more = pages.at(-1)?.next !== null;
          return (
            <Stack gap="md">
              {rows.length === 0 && !more ? (
                <Nothing nothing={{ icon: <IconListSearch aria-hidden />, title: empty }} />
              ) : (
                <DataTable
                  label={label}
                  columns={columns}
                  rows={rows}
                  rowKey={rowKey}
                  paged
                  sorts={sorts}
                  summary={t(more ? 'more.shown' : 'more.all', { count: rows.length })}
                  onExport={save}
                />
              )}
              {more && (
                <Center>
                  <Stack gap={4} align="center">
                    {(pages.at(-1)?.list.length ?? 0) < PER_PAGE && (
                      <Text className="hint">{t('more.part')}</Text>
                    )}
                    <Button
                      variant="default"
                      loading={query.isFetchingNextPage}
                      onClick={() => void query.fetchNextPage()}
                    >
                      {t('more.load')}
                    </Button>
                  </Stack>
                </Center>
              )}
            </Stack>
          );
        }}
      </Loaded>
    </Stack>
  );
}
