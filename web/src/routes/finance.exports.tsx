import { createFileRoute } from '@tanstack/react-router';
import { exportFormats } from '#services/contract/books/books-export.ts';
import { ExportsPage, type ExportsSearch } from '../finance/books/exports/exports-page.tsx';
import { dayIn, oneOf } from '../shell/search.ts';
import { searchPage } from '../shell/search-page.tsx';

export const Route = createFileRoute('/finance/exports')({
  validateSearch: (search): ExportsSearch => ({
    format: oneOf(search, 'format', exportFormats),
    from: dayIn(search, 'from'),
    to: dayIn(search, 'to'),
  }),
  component: searchPage(ExportsPage),
});
