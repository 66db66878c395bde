import { createFileRoute } from '@tanstack/react-router';
import { CreatorHome } from '../fan/catalog/creator-page/sections.tsx';
import { oneOf } from '../shell/search.ts';

export const Route = createFileRoute('/a/$slug/')({
  validateSearch: (search): { tab?: 'shop' | undefined } => ({ tab: oneOf(search, 'tab', ['shop']) }),
  component: CreatorHome,
});
