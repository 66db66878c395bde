import { createFileRoute } from '@tanstack/react-router';
import { CreatorsPage, type CreatorsSearch } from '../admin/creators-page.tsx';
import { withTable } from '../components/table/view.ts';
import { textIn, wholeIn } from '../shell/search.ts';

const LONGEST_ID = 64;

export const Route = createFileRoute('/admin/creators')({
  validateSearch: (search): CreatorsSearch => ({
    page: wholeIn(search, 'page', 1, 100_000),
    review: textIn(search, 'review')?.slice(0, LONGEST_ID),
  }),
  component: Creators,
});

function Creators() {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <CreatorsPage
      search={search}
      onSearch={(chosen) => void navigate({ search: withTable(chosen), resetScroll: false })}
    />
  );
}
