import { queryOptions } from '@tanstack/react-query';
import type { BooksAsOf } from '#services/api/contract/finance-overview.ts';
import { get } from './client.ts';
import { sinceWritten } from './written.ts';

/** At which position and time a past state of the books is; of the present, how far they have come. */
export const booksAsOfQuery = (as_of: string | undefined) =>
  queryOptions({
    queryKey: ['finance', 'as-of', as_of],
    queryFn: ({ signal }) => get<BooksAsOf>('/api/finance/as-of', { as_of, ...sinceWritten() }, signal),
    enabled: as_of !== undefined,
  });
