import { createFileRoute } from '@tanstack/react-router';
import { CardsPage, type CardsSearch } from '../finance/withdrawals/cards/cards-page.tsx';
import { pageIn, textIn } from '../shell/search.ts';
import { searchPage } from '../shell/search-page.tsx';

const MAX_ID_LENGTH = 64;

export const Route = createFileRoute('/finance/cards')({
  validateSearch: (search): CardsSearch => ({
    page: pageIn(search),
    review: textIn(search, 'review')?.slice(0, MAX_ID_LENGTH),
  }),
  component: searchPage(CardsPage),
});
