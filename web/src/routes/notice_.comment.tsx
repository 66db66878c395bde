import { createFileRoute } from '@tanstack/react-router';
import { NoticesPage } from '../fan/notices/notices-page.tsx';
import { signedInPage } from '../shell/session-guard.ts';

export const Route = createFileRoute('/notice_/comment')({
  ...signedInPage,
  component: () => <NoticesPage tab="comment" />,
});
