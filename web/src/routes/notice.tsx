import { createFileRoute } from '@tanstack/react-router';
import { MessagesPage } from '../fan/messages/messages-page.tsx';
import { pageIn } from '../shell/search.ts';
import { signedInPage } from '../shell/session-guard.ts';

export const Route = createFileRoute('/notice')({
  validateSearch: (search): { page?: number | undefined } => ({ page: pageIn(search) }),
  ...signedInPage,
  component: MessagesPage,
});
