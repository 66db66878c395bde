import { createFileRoute } from '@tanstack/react-router';
import { BindPage } from '../fan/accounts/binding/bind-page.tsx';
import { BIND_TYPES, type BindType } from '../fan/accounts/binding/bind-types.ts';
import { oneOf, wholeIn } from '../shell/search.ts';
import { signedInPage } from '../shell/session-guard.ts';

export const Route = createFileRoute('/bind')({
  ...signedInPage,
  validateSearch: (search): { type: BindType; redirect?: number | undefined } => ({
    type: oneOf(search, 'type', BIND_TYPES) ?? 'phone',
    redirect: wholeIn(search, 'redirect', 1, 1),
  }),
  component: BindPage,
});
