import { createFileRoute } from '@tanstack/react-router';
import { LoginPage } from '../fan/accounts/sign-in/login-page.tsx';
import { textIn } from '../shell/search.ts';

export const Route = createFileRoute('/login')({
  validateSearch: (search): { back?: string | undefined } => ({ back: textIn(search, 'back') }),
  component: LoginPage,
});
