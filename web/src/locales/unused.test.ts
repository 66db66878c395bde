import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const PLURAL = /_(zero|one|two|few|many|other)$/;
const here = (path: string) => new URL(path, import.meta.url);

function keysOf(value: unknown, path = ''): string[] {
  if (typeof value === 'string') return [path.replace(PLURAL, '')];
  return Object.entries(value as object).flatMap(([key, inner]) =>
    keysOf(inner, path === '' ? key : `${path}.${key}`),
  );
}

interface Source {
  /** Namespaces that the file uses without a name; undefined if it names none. */
  areas: Set<string> | undefined;
  /** All quoted texts. */
  literals: Set<string>;
  /** All that is put together of a text and something else. */
  patterns: RegExp[];
}

const plain = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** The possible keys of `a.${b}`: each hole is one part of a key. */
const patternOf = (template: string): RegExp =>
  new RegExp(
    `^${template
      .split(/\$\{[^}]*\}/)
      .map(plain)
      .join('[\\w:-]+')}$`,
  );

function read(file: string): Source {
  const text = readFileSync(here(`../${file}`), 'utf8');
  const areas = [...text.matchAll(/(?:useTranslation|useLocale|getFixedT)\(([^)]*)\)/g)].flatMap(
    ([, argument = '']) => {
      const first = /'([\w-]+)'/.exec(argument)?.[1];
      return [first ?? 'shell'];
    },
  );
  const literals = [...text.matchAll(/'([^'\n]*)'|"([^"\n]*)"/g)].map(
    ([, one = '', other = '']) => one || other,
  );
  const templates = [...text.matchAll(/`([^`\n]*\$\{[^`\n]*)`/g)].map(([, template = '']) => template);
  return {
    areas: areas.length === 0 ? undefined : new Set(areas),
    literals: new Set(literals),
    // A placeholder alone does not identify a text.
    patterns: templates.filter((template) => /^[\w-]+[.:]|\}\.[\w-]+$/.test(template)).map(patternOf),
  };
}

const sources = readdirSync(here('..'), { recursive: true })
  .map(String)
  .filter((file) => /\.tsx?$/.test(file) && !/\.(test|d|gen)\.tsx?$/.test(file))
  .map(read);

function isUsed(area: string, key: string): boolean {
  const whole = `${area}:${key}`;
  return sources.some(({ areas, literals, patterns }) => {
    const matches = (name: string) => literals.has(name) || patterns.some((pattern) => pattern.test(name));
    return matches(whole) || ((areas === undefined || areas.has(area)) && matches(key));
  });
}

test.each(readdirSync(here('./zh-CN')))('%s: every text is shown somewhere', (file) => {
  const area = file.replace(/\.json$/, '');
  const keys = new Set(keysOf(JSON.parse(readFileSync(here(`./zh-CN/${file}`), 'utf8'))));
  expect([...keys].filter((key) => !isUsed(area, key))).toEqual([]);
});
