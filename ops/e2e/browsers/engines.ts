import { globSync } from 'node:fs';
import { onPath } from '../on-path.ts';
import type { Engine } from './engine.ts';
import { startFirefox } from './firefox.ts';
import { startWebKit } from './webkit.ts';

interface Kind {
  /** Undefined where a program is missing. */
  start: () => Promise<Engine> | undefined;
  /** Also the reason of skipped tests; ops/test.ts fails for it on a machine of CI. */
  missing: string;
}

const KINDS = {
  firefox: {
    start() {
      const program = onPath('firefox-esr') ?? onPath('firefox');
      return program === undefined ? undefined : startFirefox(program);
    },
    missing: 'no Firefox: install firefox-esr',
  },
  webkit: {
    start() {
      const [driver, xvfb] = [onPath('WebKitWebDriver'), onPath('Xvfb')];
      const [miniBrowser] = globSync('/usr/lib/{*/,}webkit2gtk-*/MiniBrowser');
      if (!driver || !xvfb || !miniBrowser) return undefined;
      return startWebKit({ driver, xvfb, miniBrowser });
    },
    missing: 'no WebKit: install webkit2gtk-driver and xvfb',
  },
} satisfies Record<string, Kind>;

export type EngineName = keyof typeof KINDS;

/** ENGINE: only one of them. */
export const ENGINES = (Object.keys(KINDS) as EngineName[]).filter(
  (name) => (process.env.ENGINE ?? name) === name,
);

export const kindOf = (name: EngineName): Kind => KINDS[name];
