import { createFileRoute, retainSearchParams } from '@tanstack/react-router';
import { CreatorLayout } from '../fan/catalog/creator-page/creator-layout.tsx';
import { textIn } from '../shell/search.ts';

/** By whose code somebody came goes with them, from section to section and on to what they choose. */
export const Route = createFileRoute('/a/$slug')({
  validateSearch: (search: Record<string, unknown>): { affiliate_code?: string | undefined } => ({
    affiliate_code: textIn(search, 'affiliate_code'),
  }),
  search: { middlewares: [retainSearchParams(['affiliate_code'])] },
  component: CreatorLayout,
});
