import { createFileRoute } from '@tanstack/react-router';
import { RegisterPage } from '../fan/accounts/sign-in/register-page.tsx';
import { oneOf, textIn } from '../shell/search.ts';

export const Route = createFileRoute('/reg')({
  validateSearch: (search): { back?: string | undefined; fr?: 'wx' | undefined } => ({
    back: textIn(search, 'back'),
    fr: oneOf(search, 'fr', ['wx']),
  }),
  component: RegisterPage,
});
