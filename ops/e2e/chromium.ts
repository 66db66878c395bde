import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

/** Why a test that needs a browser was skipped; ops/test.ts fails for it on a machine of CI. */
export const NO_CHROMIUM = 'no chromium';

const USUAL_PLACES = [
  // Chromium's headless shell: opening a window and loading a page needs a fifth less CPU.
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/google-chrome',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/** Where Chromium is: CHROMIUM_PATH and nowhere else when it is set, else one of the usual places. */
export function findChromium(env: NodeJS.ProcessEnv = process.env): string | undefined {
  const places = env.CHROMIUM_PATH === undefined ? USUAL_PLACES : [env.CHROMIUM_PATH];
  return places.find((place) => existsSync(place));
}

/** From Playwright's own list: a browser uses the last switch of a name, so ours repeats all of theirs. */
const OFF_BY_PLAYWRIGHT = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'TcpPortRandomizationWin',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  'msForceBrowserSignIn',
  'msEdgeUpdateLaunchServicesPreferredVersion',
];

/** Chromium's top-level bars are two extra pages per window: most of the cost of a window, and half of a resize. */
const ADDRESS_BAR = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup'];

/** Spare process for the next site: all pages here are of one site. */
const SPARE = 'SpareRendererForSitePerProcess';

const SWITCHES = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Pages are short-lived: V8's optimizing compilers cost more than they save.
  '--js-flags=--no-opt --no-maglev',
  `--disable-features=${[...OFF_BY_PLAYWRIGHT, ...ADDRESS_BAR, SPARE].join(',')}`,
];

/** A browser without a window, which sends requests to our server only. @param more switches */
export const launchChromium = (executablePath: string, more: readonly string[] = []): Promise<Browser> =>
  chromium.launch({ executablePath, args: [...SWITCHES, ...more] });
