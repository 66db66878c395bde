import type { QueryClient } from '@tanstack/react-query';
import { type AnyRoute, createRouter } from '@tanstack/react-router';
import i18next from 'i18next';
import { routeTree } from '../route-tree.gen.ts';
import { Failed, NotFound, Waiting } from '../shell/whole-page.tsx';
import { parseSearch, stringifySearch } from './search-text.ts';

/** Names of the texts of each route's page, by vite.config.ts. */
declare const PAGE_TEXTS: Readonly<Record<string, readonly string[]>>;

/** Loads a page's texts together with its code. A part that loads texts later would hide the whole page meanwhile. */
function withTexts({ id, options: { component: page } }: AnyRoute): void {
  const load = page?.preload;
  const areas = PAGE_TEXTS[id];
  if (load && areas)
    page.preload = () => Promise.all([load(), i18next.loadNamespaces(areas)]).then(() => undefined);
}

export function createAppRouter(queryClient: QueryClient) {
  const router = createRouter({
    routeTree,
    context: { queryClient },
    parseSearch,
    stringifySearch,
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 0,
    scrollRestoration: true,
    defaultPendingComponent: Waiting,
    defaultErrorComponent: Failed,
    defaultNotFoundComponent: NotFound,
  });
  Object.values(router.routesById).forEach(withTexts);
  return router;
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}
