import { createFileRoute } from '@tanstack/react-router';
import { MarkPostsPage } from '../fan/relations/mark-posts-page.tsx';
import { signedInPage } from '../shell/session-guard.ts';

export const Route = createFileRoute('/dashboard/mark-post')({
  ...signedInPage,
  component: MarkPostsPage,
});
