import { createFileRoute } from '@tanstack/react-router';
import { withTable } from '../components/table/view.ts';
import { CardsPage, type CardsSearch } from '../finance/withdrawals/cards/cards-page.tsx';
import { textIn, wholeIn } from '../shell/search.ts';

const LONGEST_ID = 64;

export const Route = createFileRoute('/finance/cards')({
  validateSearch: (search): CardsSearch => ({
    page: wholeIn(search, 'page', 1, 100_000),
    review: textIn(search, 'review')?.slice(0, LONGEST_ID),
  }),
  component: Cards,
});

function Cards() {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <CardsPage
      search={search}
      onSearch={(chosen) => void navigate({ search: withTable(chosen), resetScroll: false })}
    />
  );
}
