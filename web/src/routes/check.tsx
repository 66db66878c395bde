import { createFileRoute, redirect } from '@tanstack/react-router';
import { textIn } from '../shell/search.ts';

/** The code of a forgotten password is typed on the page that requests it. */
export const Route = createFileRoute('/check')({
  validateSearch: (search): { back?: string | undefined } => ({ back: textIn(search, 'back') }),
  beforeLoad: ({ search }) => {
    throw redirect({ to: '/forgot', search, replace: true });
  },
});
