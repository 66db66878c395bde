import { type QueryKey, type UseQueryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useFormats } from '../../language/use-locale.ts';
import { Collection, type ListProps } from '../collection.tsx';
import { saveBlob, saveFile } from '../save-file.ts';
import { type Column, csvOf, type TableProps } from './columns.ts';
import { DataTable } from './data-table.tsx';
import { useTableView } from './view.ts';

interface Answer<Row> {
  list: readonly Row[];
  /** Without it, the list has one page. */
  total_count?: number;
}

interface Props<Row, Found extends Answer<Row>, Key extends QueryKey>
  extends TableProps<Row>,
    ListProps<Found> {
  /** A page of the list, as the filters have it, in the order of one of `sorts`. */
  queryOf: (page: number, sort?: string) => UseQueryOptions<Found, Error, Found, Key>;
  /** Columns by which the server sorts the whole list. Without them, a list of more than one page has its own order. */
  sorts?: readonly string[];
  /** Name of the file, without `.csv`; without it there is none. */
  file?: string;
  /** The server's own file of all that the filters find; without it, the pages of the list make one. */
  fileOf?: () => Promise<Blob>;
}

/** A list that the server answers page by page, as a table with its file. */
export function TablePage<Row extends object, Found extends Answer<Row>, Key extends QueryKey>(
  props: Props<Row, Found, Key>,
) {
  const { queryOf, page = 1, perPage, onPage, nothing, small, found, file, fileOf, sorts, ...table } = props;
  const client = useQueryClient();
  const formats = useFormats();
  const { sorting } = useTableView(table.columns, table.part);
  const [by] = sorting;
  const sort = by !== undefined && sorts?.includes(by.id) ? `${by.desc ? '-' : ''}${by.id}` : undefined;
  const query = useQuery(queryOf(page, sort));
  /** A row whose place in the list changes meanwhile may come twice. */
  const everyRow = async (): Promise<Row[]> => {
    const rows = new Map<string, Row>();
    for (let at = 1, read = 0; ; at += 1) {
      const { list, total_count } = await client.fetchQuery({ ...queryOf(at, sort), staleTime: 0 });
      for (const row of list) rows.set(table.rowKey(row), row);
      read += list.length;
      if (!onPage || list.length === 0 || read >= (total_count ?? 0)) return [...rows.values()];
    }
  };
  const save = async (shown: readonly Column<Row>[], name: string) => {
    if (fileOf !== undefined) saveBlob(await fileOf(), name);
    else saveFile(csvOf(shown, await everyRow(), formats), name);
  };
  return (
    <Collection
      query={query}
      waiting={{ count: 6, height: 64 }}
      nothing={nothing}
      small={small}
      page={page}
      perPage={perPage}
      onPage={onPage}
    >
      {(answer) => (
        <DataTable
          {...table}
          rows={answer.list}
          sorts={sorts}
          paged={answer.list.length < (answer.total_count ?? 0)}
          summary={found?.(answer)}
          onExport={file === undefined ? undefined : (shown) => save(shown, `${file}.csv`)}
        />
      )}
    </Collection>
  );
}
