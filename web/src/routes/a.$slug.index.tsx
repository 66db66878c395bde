import { createFileRoute } from '@tanstack/react-router';
import { CreatorHome } from '../fan/catalog/creator-page/sections.tsx';
import { oneOf } from '../shell/search.ts';

export const Route = createFileRoute('/a/$slug/')({
  validateSearch: (search): { tab?: 'home' | 'shop' | undefined } => ({
    tab: oneOf(search, 'tab', ['home', 'shop']),
  }),
  component: CreatorHome,
});
