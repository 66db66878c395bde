const PREFIX = 'post_text';
/** The oldest gives way to a further one. */
const MAX_KEPT = 20;

interface Kept<Values> {
  values: Values;
  /** ms since 1970 */
  at: number;
}

const keyOf = (user_id: string, post_id: string | undefined): string =>
  `${PREFIX} ${user_id} ${post_id ?? 'new'}`;

/** Values of another version of the form, or of something else, are not used. */
function valuesIn<Values extends object>(stored: unknown, pattern: Values): Values | undefined {
  if (typeof stored !== 'object' || stored === null) return undefined;
  const fields = new Map<string, unknown>(Object.entries(stored));
  const isLike = (name: string, sample: unknown): boolean => {
    const value = fields.get(name);
    if (Array.isArray(sample)) return Array.isArray(value) && value.every((one) => typeof one === 'string');
    if (name.endsWith('_time')) return value === '' || typeof value === 'number';
    return typeof value === typeof sample;
  };
  const fits = Object.entries(pattern).every(([name, sample]) => isLike(name, sample));
  return fits ? (stored as Values) : undefined; // every field was just seen
}

function keptIn<Values extends object>(text: string | null, pattern: Values): Kept<Values> | undefined {
  try {
    const stored: { values?: unknown; at?: unknown } = JSON.parse(text ?? 'null') ?? {};
    const values = valuesIn(stored.values, pattern);
    return values && { values, at: Number(stored.at) || 0 };
  } catch {
    return undefined; // not ours
  }
}

/** What was typed on this device for a post, or for a new one, and not published; undefined for nothing. */
export function keptText<Values extends object>(
  user_id: string,
  post_id: string | undefined,
  pattern: Values,
): Kept<Values> | undefined {
  try {
    return keptIn(localStorage.getItem(keyOf(user_id, post_id)), pattern);
  } catch {
    return undefined; // storage is disabled in the browser
  }
}

function makeRoom(): void {
  const kept = Object.keys(localStorage)
    .filter((key) => key.startsWith(`${PREFIX} `))
    // Of any form: posts and articles share the room.
    .map((key) => ({ key, at: keptIn(localStorage.getItem(key), {})?.at ?? 0 }))
    .toSorted((one, other) => other.at - one.at);
  for (const { key } of kept.slice(MAX_KEPT - 1)) localStorage.removeItem(key);
}

/**
 * Keeps it on this device. At most 20 texts: the oldest goes.
 * @returns whether the browser has room for it
 */
export function keepText(user_id: string, post_id: string | undefined, values: object, at: number): boolean {
  try {
    const key = keyOf(user_id, post_id);
    if (localStorage.getItem(key) === null) makeRoom();
    localStorage.setItem(key, JSON.stringify({ values, at } satisfies Kept<object>));
    return true;
  } catch {
    return false; // disabled, or full
  }
}

export function forgetText(user_id: string, post_id: string | undefined): void {
  try {
    localStorage.removeItem(keyOf(user_id, post_id));
  } catch {
    // disabled: there is nothing to forget
  }
}
