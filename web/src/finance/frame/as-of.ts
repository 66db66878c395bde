import { useNavigate, useSearch } from '@tanstack/react-router';
import { textIn } from '../../shell/search.ts';

/** A log position, Unix seconds, or a business day: as the server reads it. */
const AS_OF = /^(\d{1,12}|\d{4}-\d{2}-\d{2})$/;

/** The search parameters of every address of the area. */
export interface DeskSearch {
  as_of?: string;
}

/** The key is omitted without a value, so links within the area keep the present one. */
export function readDeskSearch(search: Readonly<Record<string, unknown>>): DeskSearch {
  const as_of = textIn(search, 'as_of');
  return as_of !== undefined && AS_OF.test(as_of) ? { as_of } : {};
}

/**
 * The past state chosen for the whole area, as `as_of` of queries; undefined for the present. Actions are offered in
 * the present only.
 */
export const useAsOf = (): string | undefined => useSearch({ from: '/finance' }).as_of;

/** Turns the desk to another state of the books, where one is; undefined to the present. */
export function useTurnTo(): (as_of: string | undefined) => void {
  const navigate = useNavigate();
  return (as_of) =>
    void navigate({ to: '.', search: (search: object) => ({ ...search, as_of }), resetScroll: false });
}
