import type { QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext, redirect } from '@tanstack/react-router';
import { profileQuery } from '../app/session.ts';
import { Layout } from '../shell/layout.tsx';

export const Route = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  // Requested without waiting: a public page does not depend on the user.
  beforeLoad: ({ context, location: { pathname, searchStr } }) => {
    void context.queryClient.prefetchQuery(profileQuery);
    const search = new URLSearchParams(searchStr);
    const atn = search.get('atn');
    if (!atn || pathname === '/login') return;
    search.delete('atn');
    throw redirect({ to: '/login', search: { atn, back: `${pathname}?${search}` }, replace: true });
  },
  component: Layout,
});
