import { createFileRoute } from '@tanstack/react-router';
import { BlocksPage } from '../fan/relations/blocks/blocks-page.tsx';
import { signedInPage } from '../shell/session-guard.ts';

export const Route = createFileRoute('/setting/blocklist')({
  ...signedInPage,
  component: () => <BlocksPage type="block" />,
});
