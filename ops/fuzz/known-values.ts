import { type Call, type Caller, callsOf, type Document } from './callers.ts';

/** Names of fields whose values refer to existing things. */
const POINTS_AT_SOMETHING = /(^id|_id|_no|code|slug|month|_key)$/;
const MAX_VALUES = 40;
const DEPTH = 12;

/** Values that exist, by the name of their field. */
export type KnownValues = Record<string, (string | number)[]>;

function collect(known: KnownValues, value: unknown, depth = 0): void {
  if (typeof value !== 'object' || value === null || depth > DEPTH) return;
  for (const [name, part] of Object.entries(value)) {
    if (typeof part === 'object') collect(known, part, depth + 1);
    else if (POINTS_AT_SOMETHING.test(name) && (typeof part === 'string' || typeof part === 'number')) {
      known[name] ??= [];
      const values = known[name];
      if (part !== '' && values.length < MAX_VALUES && !values.includes(part)) values.push(part);
    }
  }
}

/** The query of a call from known values; undefined if one is missing. */
function queryFor({ path, parameters }: Call, known: KnownValues): string | undefined {
  let url = path;
  const query = new URLSearchParams();
  for (const { name, required, in: place } of parameters) {
    const [value] = known[name] ?? [];
    if (required && value === undefined) return undefined;
    if (place === 'path') url = url.replace(`{${name}}`, encodeURIComponent(String(value)));
    else if (required) query.set(name, String(value));
  }
  return `${url}?${query}`;
}

/** Reads every list and detail that each caller may see; details of the first round give ids to the second. */
export async function readKnownValues(
  base: string,
  document: Document,
  callers: readonly Caller[],
): Promise<KnownValues> {
  const known: KnownValues = {};
  const reads = callsOf(document).filter(({ method, path }) => method === 'get' && !/logout|live/.test(path));
  for (let round = 0; round < 2; round += 1) {
    for (const { headers } of callers) {
      for (const call of reads) {
        const url = queryFor(call, known);
        if (url === undefined) continue;
        const response = await fetch(base + url, { headers });
        if (response.headers.get('content-type')?.includes('json')) collect(known, await response.json());
        else await response.body?.cancel();
      }
    }
  }
  return known;
}
