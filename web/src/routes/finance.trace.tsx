import { createFileRoute } from '@tanstack/react-router';
import { type Traced, TracePage } from '../finance/books/trace/trace-page.tsx';
import { textIn } from '../shell/search.ts';
import { searchPage } from '../shell/search-page.tsx';

export const Route = createFileRoute('/finance/trace')({
  validateSearch: (search): Traced => ({
    out_trade_no: textIn(search, 'out_trade_no')?.slice(0, 80),
    withdrawal: textIn(search, 'withdrawal')?.slice(0, 64),
  }),
  component: searchPage(TracePage, true),
});
