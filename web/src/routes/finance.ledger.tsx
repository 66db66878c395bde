import { createFileRoute } from '@tanstack/react-router';
import { LedgerPage, type LedgerSearch } from '../finance/books/ledger-page.tsx';
import { dayIn, pageIn, textIn, wholeIn } from '../shell/search.ts';
import { searchPage } from '../shell/search-page.tsx';

const ACCOUNT = /^[a-z][0-9A-Za-z:_-]{0,119}$/;

export const Route = createFileRoute('/finance/ledger')({
  validateSearch: (search): LedgerSearch => {
    const account = textIn(search, 'account');
    return {
      account: account !== undefined && ACCOUNT.test(account) ? account : undefined,
      from: dayIn(search, 'from'),
      to: dayIn(search, 'to'),
      page: pageIn(search),
      entry: wholeIn(search, 'entry', 1, 999_999_999_999),
    };
  },
  component: searchPage(LedgerPage),
});
