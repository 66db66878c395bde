import { createFileRoute, retainSearchParams } from '@tanstack/react-router';
import { PersonPage } from '../fan/catalog/creator-page/person-page.tsx';
import { textIn } from '../shell/search.ts';

/** Items link to their creator by this address; the affiliate code stays. */
export const Route = createFileRoute('/u/$userId')({
  validateSearch: (search: Record<string, unknown>): { affiliate_code?: string | undefined } => ({
    affiliate_code: textIn(search, 'affiliate_code'),
  }),
  search: { middlewares: [retainSearchParams(['affiliate_code'])] },
  component: PersonPage,
});
