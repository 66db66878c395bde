import { useNavigate, useSearch } from '@tanstack/react-router';
import { textIn } from '../../shell/search.ts';

/** A log position, Unix seconds, or a business day: as the server reads it. */
const AS_OF = /^(\d{1,12}|\d{4}-\d{2}-\d{2})$/;

/** What every address of the desk may carry. */
export interface DeskSearch {
  as_of?: string;
}

/** The key is left out when there is none: so links within the desk keep the one that stands. */
export function readDeskSearch(search: Readonly<Record<string, unknown>>): DeskSearch {
  const as_of = textIn(search, 'as_of');
  return as_of !== undefined && AS_OF.test(as_of) ? { as_of } : {};
}

/**
 * The past state that the whole desk is turned to, for the `as_of` of a query; undefined for the present.
 * Nothing can be decided about the past: what acts is offered in the present only.
 */
export const useAsOf = (): string | undefined => useSearch({ from: '/finance' }).as_of;

/** Turns the desk to another state of the books, where one is; undefined to the present. */
export function useTurnTo(): (as_of: string | undefined) => void {
  const navigate = useNavigate();
  return (as_of) =>
    void navigate({ to: '.', search: (search: object) => ({ ...search, as_of }), resetScroll: false });
}
