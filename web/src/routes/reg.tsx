import { createFileRoute } from '@tanstack/react-router';
import { RegisterPage } from '../fan/accounts/sign-in/register-page.tsx';
import { textIn } from '../shell/search.ts';

export const Route = createFileRoute('/reg')({
  validateSearch: (search): { back?: string | undefined } => ({ back: textIn(search, 'back') }),
  component: RegisterPage,
});
