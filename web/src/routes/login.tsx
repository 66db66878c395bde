import { createFileRoute } from '@tanstack/react-router';
import { LoginPage } from '../fan/accounts/sign-in/login-page.tsx';
import { oneOf, textIn } from '../shell/search.ts';

export const Route = createFileRoute('/login')({
  validateSearch: (
    search,
  ): {
    back?: string | undefined;
    type?: 'mobile' | undefined;
    atn?: string | undefined;
    fr?: 'wx' | undefined;
    name?: string | undefined;
  } => ({
    back: textIn(search, 'back'),
    type: oneOf(search, 'type', ['mobile']),
    atn: textIn(search, 'atn'),
    // Somebody comes from WeChat, who has this name there.
    fr: oneOf(search, 'fr', ['wx']),
    name: textIn(search, 'name'),
  }),
  component: LoginPage,
});
