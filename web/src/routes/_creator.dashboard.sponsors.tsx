import { createFileRoute } from '@tanstack/react-router';
import { withTable } from '../components/table/view.ts';
import { SponsorsPage, type SponsorsSearch } from '../creator/memberships/sponsors-page.tsx';
import { isDay } from '../creator/stats/period.ts';
import { oneOf, textIn, wholeIn } from '../shell/search.ts';

const dayIn = (search: Readonly<Record<string, unknown>>): string | undefined => {
  const date = textIn(search, 'date');
  return isDay(date) ? date : undefined;
};

export const Route = createFileRoute('/_creator/dashboard/sponsors')({
  validateSearch: (search): SponsorsSearch => ({
    q: textIn(search, 'q')?.slice(0, 100),
    page: wholeIn(search, 'page', 1, 100_000),
    tab: oneOf(search, 'tab', ['members']),
    date: dayIn(search),
  }),
  component: Sponsors,
});

function Sponsors() {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  return <SponsorsPage search={search} onSearch={(chosen) => void navigate({ search: withTable(chosen) })} />;
}
