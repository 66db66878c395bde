/**
 * The oldest browsers that the web application runs in. The build targets them (vite.config.ts), README.md names them,
 * and the tests of `ops/e2e/browsers/` check both the built files and the pages.
 */
export const OLDEST_BROWSERS = { chrome: '103', firefox: '104', safari: '15.4', ios: '15.4' } as const;

/** The same for Vite, as `safari15.4`. */
export const BUILD_TARGET: string[] = Object.entries(OLDEST_BROWSERS).map(
  ([browser, version]) => `${browser}${version}`,
);
