import { createFileRoute, retainSearchParams } from '@tanstack/react-router';
import { type DeskSearch, readDeskSearch } from '../finance/frame/as-of.ts';
import { FinanceFrame } from '../finance/frame/finance-frame.tsx';
import { sessionRequired, signedIn } from '../shell/session-guard.ts';

export const Route = createFileRoute('/finance')({
  staticData: sessionRequired,
  validateSearch: readDeskSearch,
  search: { middlewares: [retainSearchParams<DeskSearch>(['as_of'])] },
  beforeLoad: signedIn,
  component: FinanceFrame,
});
