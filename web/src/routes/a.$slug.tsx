import { createFileRoute, retainSearchParams } from '@tanstack/react-router';
import { CreatorLayout } from '../fan/catalog/creator-page/creator-layout.tsx';
import { textIn } from '../shell/search.ts';

/** The affiliate code stays in the address, from section to section and to the item. */
export const Route = createFileRoute('/a/$slug')({
  validateSearch: (search: Record<string, unknown>): { affiliate_code?: string | undefined } => ({
    affiliate_code: textIn(search, 'affiliate_code'),
  }),
  search: { middlewares: [retainSearchParams(['affiliate_code'])] },
  component: CreatorLayout,
});
