import { createFileRoute, retainSearchParams } from '@tanstack/react-router';
import { type DeskSearch, readDeskSearch } from '../finance/frame/as-of.ts';
import { FinanceFrame } from '../finance/frame/finance-frame.tsx';
import { signedInPage } from '../shell/session-guard.ts';

export const Route = createFileRoute('/finance')({
  ...signedInPage,
  validateSearch: readDeskSearch,
  search: { middlewares: [retainSearchParams<DeskSearch>(['as_of'])] },
  component: FinanceFrame,
});
