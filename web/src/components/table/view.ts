import { useNavigate, useSearch } from '@tanstack/react-router';
import type { SortingState, Updater, ColumnVisibilityState as Visibility } from '@tanstack/react-table';
import type { Column } from './columns.ts';

/** Sort and columns of every table of a page, as the address has them: `sort=-amount`, `columns=name,amount`. */
type Address = Readonly<Record<string, unknown>>;
const OF_TABLE = /(^|_)(sort|columns)$/;

/** Keeps sort and columns when a page changes its filters. */
export const withTable =
  <Search extends object>(chosen: Search) =>
  (old: object): Search => ({
    ...Object.fromEntries(Object.entries(old).filter(([name]) => OF_TABLE.test(name))),
    ...chosen,
  });

const sortingOf = (text: unknown, ids: readonly string[]): SortingState => {
  const desc = typeof text === 'string' && text.startsWith('-');
  const id = ids.find((one) => one === (desc ? text.slice(1) : text));
  return id === undefined ? [] : [{ id, desc }];
};

/**
 * The view of a table, kept in the address.
 * @param part names the table where a page has more than one
 */
export function useTableView<Row>(columns: readonly Column<Row>[], part = '') {
  const search: Address = useSearch({ strict: false });
  const navigate = useNavigate();
  const [sortName, columnsName] = [`${part}sort`, `${part}columns`];
  const sorting = sortingOf(
    search[sortName],
    columns.map(({ id }) => id),
  );
  const chosen = search[columnsName];
  const usual = columns.filter(({ optional }) => optional !== true).map(({ id }) => id);
  const named = typeof chosen === 'string' ? new Set(chosen.split(',')) : new Set(usual);
  const shown = columns.filter(({ id }, at) => at === 0 || named.has(id)).map(({ id }) => id);
  const visibility: Visibility = Object.fromEntries(columns.map(({ id }) => [id, shown.includes(id)]));
  const write = (change: Address) =>
    void navigate({
      to: '.',
      search: (old: object) => ({ ...old, ...change }),
      replace: true,
      resetScroll: false,
    });
  return {
    sorting,
    visibility,
    shown,
    /** @param onServer the server sorts: the first page is shown */
    sort: (change: Updater<SortingState>, onServer = false) => {
      const [by] = typeof change === 'function' ? change(sorting) : change;
      write({ [sortName]: by && `${by.desc ? '-' : ''}${by.id}`, ...(onServer && { page: undefined }) });
    },
    show: (ids: readonly string[]) => {
      const ordered = columns.map(({ id }) => id).filter((id) => ids.includes(id));
      write({ [columnsName]: ordered.join() === usual.join() ? undefined : ordered.join() });
    },
  };
}
