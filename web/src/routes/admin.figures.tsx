import { createFileRoute } from '@tanstack/react-router';
import { FiguresPage, type FiguresSearch } from '../admin/figures-page.tsx';
import { wholeIn } from '../shell/search.ts';
import { searchPage } from '../shell/search-page.tsx';

export const Route = createFileRoute('/admin/figures')({
  validateSearch: (search): FiguresSearch => ({ span: wholeIn(search, 'span', 7, 365) }),
  component: searchPage(FiguresPage),
});
