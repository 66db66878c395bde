import type { QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext } from '@tanstack/react-router';
import { profileQuery } from '../api/session.ts';
import { Layout } from '../shell/layout.tsx';

export const Route = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  // Asked at once, waited for by nobody: a public page does not depend on who looks.
  beforeLoad: ({ context }) => {
    void context.queryClient.prefetchQuery(profileQuery);
  },
  component: Layout,
});
