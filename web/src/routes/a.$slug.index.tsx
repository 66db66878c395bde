import { createFileRoute } from '@tanstack/react-router';
import { CreatorHome } from '../fan/catalog/creator-page/sections.tsx';
import { oneOf, textIn, wholeIn } from '../shell/search.ts';

interface HomeSearch {
  tab?: 'home' | 'shop' | undefined;
  /** 1: only posts that the visitor can read. */
  readable?: number | undefined;
  /** What is searched in the posts. */
  q?: string | undefined;
}

export const Route = createFileRoute('/a/$slug/')({
  validateSearch: (search): HomeSearch => ({
    tab: oneOf(search, 'tab', ['home', 'shop']),
    readable: wholeIn(search, 'readable', 1, 1),
    q: textIn(search, 'q'),
  }),
  component: CreatorHome,
});
