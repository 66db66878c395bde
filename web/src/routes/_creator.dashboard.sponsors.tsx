import { createFileRoute } from '@tanstack/react-router';
import { SponsorsPage, type SponsorsSearch } from '../creator/memberships/sponsors-page.tsx';
import { dayIn, oneOf, pageIn, textIn } from '../shell/search.ts';
import { searchPage } from '../shell/search-page.tsx';

export const Route = createFileRoute('/_creator/dashboard/sponsors')({
  validateSearch: (search): SponsorsSearch => ({
    q: textIn(search, 'q')?.slice(0, 100),
    page: pageIn(search),
    tab: oneOf(search, 'tab', ['members']),
    date: dayIn(search, 'date'),
  }),
  component: searchPage(SponsorsPage, true),
});
