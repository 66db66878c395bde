import { createFileRoute } from '@tanstack/react-router';
import { RefundsPage, type RefundsSearch } from '../finance/refunds/refunds-page.tsx';
import { textIn } from '../shell/search.ts';
import { searchPage } from '../shell/search-page.tsx';

const MAX_NUMBER_LENGTH = 80;

export const Route = createFileRoute('/finance/refunds')({
  validateSearch: (search): RefundsSearch => ({
    out_trade_no: textIn(search, 'out_trade_no')?.slice(0, MAX_NUMBER_LENGTH),
  }),
  component: searchPage(RefundsPage, true),
});
