import type { AnyRouter } from '@tanstack/react-router';

/** Pages of creators: only these are counted. */
const COUNTED = /^\/(?:a|u|p|album|item|bundle)\/./;

/** Counts each opened page of a creator, without delaying it. */
export function countVisits(router: AnyRouter): void {
  router.subscribe('onResolved', ({ toLocation: { pathname }, fromLocation, pathChanged }) => {
    if (!COUNTED.test(pathname) || (fromLocation !== undefined && !pathChanged)) return;
    // Without its file, or a connection, a visit is lost and nothing else.
    void import('./count-visit.ts')
      .then(({ visited }) => visited(pathname, fromLocation?.pathname))
      .catch(() => undefined);
  });
}
