import data, { type CompatStatement, type Identifier } from '@mdn/browser-compat-data/forLegacyNode';
import { OLDEST_BROWSERS } from '#web/oldest-browsers.ts';

/** Our oldest browsers, by their names in the data of MDN. */
const { ios: safari_ios, ...others } = OLDEST_BROWSERS;
const OLDEST = Object.entries({ ...others, safari_ios }) as [keyof CompatStatement['support'], string][];

const parts = (version: string): number[] => version.replace('≤', '').split('.').map(Number);

/** Whether a version is in `oldest`; versions have one or two numbers. */
function isIn(version: string, oldest: string): boolean {
  const [[major = 0, minor = 0], [last = 0, lastMinor = 0]] = [parts(version), parts(oldest)];
  return major < last || (major === last && minor <= lastMinor);
}

/** Whether every one of the oldest browsers has it, without a prefix or a setting. */
const isOld = ({ support }: CompatStatement): boolean =>
  OLDEST.every(([browser, oldest]) =>
    [support[browser] ?? []].flat().some(({ version_added, version_removed, ...limits }) => {
      if (limits.flags || limits.prefix || limits.alternative_name) return false;
      const added = typeof version_added === 'string' && version_added !== 'preview';
      const removed = typeof version_removed === 'string' && isIn(version_removed, oldest);
      return added && isIn(version_added, oldest) && !removed;
    }),
  );

const isNewer = (feature: Identifier | undefined): boolean =>
  feature?.__compat !== undefined && !isOld(feature.__compat);

const namesIn = (tree: Identifier | undefined): [string, Identifier][] =>
  Object.entries(tree ?? {}).filter(([name]) => name !== '__compat') as [string, Identifier][];

const newerIn = (tree: Identifier | undefined): string[] =>
  namesIn(tree).flatMap(([name, feature]) => (isNewer(feature) ? [name] : []));

/** A function or field of an owner, as `Array` or `Intl.DateTimeFormat`, or of its prototype. */
type Member = readonly [owner: string, name: string, place: 'owner' | 'prototype'];

interface Script {
  /** Global names. */
  globals: string[];
  members: Member[];
  /** Names that some owner has in the oldest browsers. */
  known: ReadonlySet<string>;
}

/** Of the API of browsers, or of the language itself. */
function scriptOf(tree: Identifier): Script {
  const known = new Set<string>();
  const newer = { globals: [] as string[], members: [] as Member[] };
  const read = (owner: string, feature: Identifier, newOwner: boolean): void => {
    for (const [key, member] of namesIn(feature)) {
      const name = key.replace(/_static$/, '');
      // Those of the language are not marked; none has both.
      const ofLanguage = tree === data.javascript.builtins;
      const places = ofLanguage
        ? (['owner', 'prototype'] as const)
        : ([key === name ? 'prototype' : 'owner'] as const);
      if (!/^[a-zA-Z]+$/.test(name) || member.__compat === undefined || name === owner) continue;
      if (newOwner || isNewer(member))
        newer.members.push(...places.map((place) => [owner, name, place] as const));
      else known.add(name);
      if (owner === 'Intl') read(`Intl.${name}`, member, isNewer(member));
    }
  };
  for (const [name, feature] of namesIn(tree)) {
    if (isNewer(feature)) newer.globals.push(name);
    read(name, feature, isNewer(feature));
  }
  return { ...newer, known };
}

/** What scripts cannot use: at least one of the oldest browsers has it not. */
export const newerScript = {
  language: scriptOf(data.javascript.builtins as Identifier),
  browser: scriptOf(data.api as Identifier),
};

const { 'at-rules': atRules, properties, selectors, types } = data.css as Record<string, Identifier>;

/** The same of style sheets. */
export const newerStyle = {
  atRules: newerIn(atRules),
  properties: newerIn(properties).filter((name) => !name.startsWith('-')),
  /** Pseudo-classes and pseudo-elements. */
  selectors: newerIn(selectors),
  functions: [types, types?.color].flatMap((tree) => newerIn(tree as Identifier)),
  /** Units of the window's size with and without the bars of the browser. */
  units: newerIn(types?.length as Identifier).some((name) => name.startsWith('viewport_percentage_units_'))
    ? ['dvh', 'dvw', 'svh', 'svw', 'lvh', 'lvw']
    : [],
};
