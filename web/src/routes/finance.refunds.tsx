import { createFileRoute } from '@tanstack/react-router';
import { RefundsPage, type RefundsSearch } from '../finance/refunds/refunds-page.tsx';
import { textIn } from '../shell/search.ts';
import { searchPage } from '../shell/search-page.tsx';

const LONGEST_NUMBER = 80;

export const Route = createFileRoute('/finance/refunds')({
  validateSearch: (search): RefundsSearch => ({
    out_trade_no: textIn(search, 'out_trade_no')?.slice(0, LONGEST_NUMBER),
  }),
  component: searchPage(RefundsPage, true),
});
