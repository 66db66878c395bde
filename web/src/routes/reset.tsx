import { createFileRoute } from '@tanstack/react-router';
import { ResetPage } from '../fan/accounts/sign-in/reset-page.tsx';
import { textIn } from '../shell/search.ts';

export const Route = createFileRoute('/reset')({
  validateSearch: (search): { token?: string | undefined; back?: string | undefined } => ({
    token: textIn(search, 'token'),
    back: textIn(search, 'back'),
  }),
  component: ResetPage,
});
