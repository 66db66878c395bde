import { createFileRoute } from '@tanstack/react-router';
import { pageIn, textIn, wholeIn } from '../shell/search.ts';
import { searchPage } from '../shell/search-page.tsx';
import { signedInPage } from '../shell/session-guard.ts';
import { SupportPage } from '../support/support-page.tsx';
import type { SupportSearch } from '../support/support-search.ts';

export const Route = createFileRoute('/support')({
  ...signedInPage,
  validateSearch: (search): SupportSearch => ({
    user_id: textIn(search, 'user_id')?.slice(0, 64),
    order: textIn(search, 'order')?.slice(0, 80),
    reason: textIn(search, 'reason')?.slice(0, 200),
    page: pageIn(search),
    post: textIn(search, 'post')?.slice(0, 64),
    at: wholeIn(search, 'at', 0, 4_102_444_800),
  }),
  component: searchPage(SupportPage),
});
