import { useNavigate, useSearch } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import { withTable } from '../components/table/view.ts';
import type { SearchState } from './search.ts';

/**
 * The component of a route whose page keeps its state in the address.
 * @param toTop scrolls to the top with each change
 */
export const searchPage = <Search extends object>(Page: ComponentType<SearchState<Search>>, toTop = false) =>
  function SearchPage() {
    const search: object = useSearch({ strict: false });
    const navigate = useNavigate();
    const onSearch = (chosen: Search) =>
      void navigate({ to: '.', search: withTable(chosen), resetScroll: toTop });
    // The route's validateSearch has made it.
    return <Page search={search as Search} onSearch={onSearch} />;
  };
