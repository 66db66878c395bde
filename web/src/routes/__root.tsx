import type { QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext } from '@tanstack/react-router';
import { profileQuery } from '../app/session.ts';
import { Layout } from '../shell/layout.tsx';

export const Route = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  // Requested without waiting: a public page does not depend on the user.
  beforeLoad: ({ context }) => {
    void context.queryClient.prefetchQuery(profileQuery);
  },
  component: Layout,
});
