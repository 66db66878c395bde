import { createFileRoute } from '@tanstack/react-router';
import { ForgotPage } from '../fan/accounts/sign-in/forgot-page.tsx';
import { textIn } from '../shell/search.ts';

export const Route = createFileRoute('/forgot')({
  validateSearch: (search): { back?: string | undefined } => ({ back: textIn(search, 'back') }),
  component: ForgotPage,
});
