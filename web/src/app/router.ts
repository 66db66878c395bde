import type { QueryClient } from '@tanstack/react-query';
import { type AnyRoute, createRouter } from '@tanstack/react-router';
import { loadTexts } from '../language/load-texts.ts';
import { routeTree } from '../route-tree.gen.ts';
import { Failed, NotFound, Waiting } from '../shell/whole-page.tsx';
import { parseSearch, stringifySearch } from './search-text.ts';

/** Names of texts, and for each route those of its page by their places, by vite.config.ts. */
declare const PAGE_TEXTS: {
  readonly names: readonly string[];
  readonly pages: Readonly<Record<string, readonly number[]>>;
};
const { names, pages } = PAGE_TEXTS;

/** Loads a page's texts together with its code. A part that loads texts later would hide the whole page meanwhile. */
function withTexts({ id, options: { component: page } }: AnyRoute): void {
  const load = page?.preload;
  const areas = pages[id]?.flatMap((place) => names[place] ?? []);
  if (!load || !areas) return;
  const loadAll = async (): Promise<void> => {
    try {
      await Promise.all([load(), loadTexts(areas)]);
    } catch (error) {
      // The library removes it when the code is there.
      page.preload = loadAll;
      throw error;
    }
  };
  page.preload = loadAll;
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
