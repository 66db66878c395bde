export type Browser = 'wechat' | 'qq' | 'uc' | 'edge' | 'opera' | 'firefox' | 'chrome' | 'safari' | 'other';

/** Of a browser, only this is stored. */
interface DeviceKind {
  browser: Browser;
  /** `Windows`, `iPhone` …; empty if unknown. */
  system: string;
}

/** The first that matches: most browsers also name those that they derive from. */
const BROWSERS: readonly [RegExp, Browser][] = [
  [/MicroMessenger\//, 'wechat'],
  [/QQBrowser\//, 'qq'],
  [/UCBrowser\//, 'uc'],
  [/Edg(A|iOS)?\//, 'edge'],
  [/OPR\//, 'opera'],
  [/(Firefox|FxiOS)\//, 'firefox'],
  [/(Chrome|CriOS)\//, 'chrome'],
  [/Version\/.+ Safari\//, 'safari'],
];
const SYSTEMS: readonly [RegExp, string][] = [
  [/HarmonyOS/, 'HarmonyOS'],
  [/Android/, 'Android'],
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
];

/** From the header `User-Agent`. */
export function deviceKind(userAgent: string): DeviceKind {
  const first = <Name>(names: readonly [RegExp, Name][]): Name | undefined =>
    names.find(([pattern]) => pattern.test(userAgent))?.[1];
  return { browser: first(BROWSERS) ?? 'other', system: first(SYSTEMS) ?? '' };
}

/** The same in one line, as `Chrome · Windows`; empty if both are unknown. */
export function deviceName(userAgent: string): string {
  const { browser, system } = deviceKind(userAgent);
  const name = browser === 'other' ? '' : `${browser.slice(0, 1).toUpperCase()}${browser.slice(1)}`;
  return [name, system].filter((part) => part !== '').join(' · ');
}
