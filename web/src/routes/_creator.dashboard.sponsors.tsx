import { createFileRoute } from '@tanstack/react-router';
import { SponsorsPage, type SponsorsSearch } from '../creator/sponsors/sponsors-page.tsx';
import { textIn, wholeIn } from '../shell/search.ts';

export const Route = createFileRoute('/_creator/dashboard/sponsors')({
  validateSearch: (search): SponsorsSearch => ({
    q: textIn(search, 'q')?.slice(0, 100),
    page: wholeIn(search, 'page', 1, 100_000),
  }),
  component: Sponsors,
});

function Sponsors() {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  return <SponsorsPage search={search} onSearch={(chosen) => void navigate({ search: chosen })} />;
}
