import { createFileRoute } from '@tanstack/react-router';
import { CreatorsPage, type CreatorsSearch } from '../admin/creators-page.tsx';
import { pageIn, textIn } from '../shell/search.ts';
import { searchPage } from '../shell/search-page.tsx';

const MAX_ID_LENGTH = 64;

export const Route = createFileRoute('/admin/creators')({
  validateSearch: (search): CreatorsSearch => ({
    page: pageIn(search),
    review: textIn(search, 'review')?.slice(0, MAX_ID_LENGTH),
  }),
  component: searchPage(CreatorsPage),
});
