import { createFileRoute } from '@tanstack/react-router';
import { RecordsPage } from '../creator/withdrawals/records-page.tsx';
import { pageSearch } from '../shell/search.ts';
import { searchPage } from '../shell/search-page.tsx';

export const Route = createFileRoute('/_creator/setting/withdraw')({
  validateSearch: pageSearch,
  component: searchPage(RecordsPage, true),
});
