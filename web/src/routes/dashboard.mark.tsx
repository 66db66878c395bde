import { createFileRoute } from '@tanstack/react-router';
import { MarkPage } from '../fan/relations/mark-page.tsx';
import { signedInPage } from '../shell/session-guard.ts';

export const Route = createFileRoute('/dashboard/mark')({
  ...signedInPage,
  component: MarkPage,
});
