const KEY = 'comment_texts';
/** The oldest gives way to a further one. */
const MAX_KEPT = 10;

type Kept = readonly (readonly [name: string, text: string])[];

/** The newest first. */
function kept(): Kept {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    if (!Array.isArray(stored)) return [];
    return stored.filter(
      (one): one is [string, string] =>
        Array.isArray(one) && typeof one[0] === 'string' && typeof one[1] === 'string',
    );
  } catch {
    return []; // not ours, or storage is disabled
  }
}

/** What was typed on this device and not sent, by a name that has the person and the place. */
export const keptComment = (name: string): string => kept().find(([one]) => one === name)?.[1] ?? '';

/** Keeps a text on this device; an empty one is forgotten. */
export function keepComment(name: string, text: string): void {
  const others = kept().filter(([one]) => one !== name);
  const all = text.trim() === '' ? others : [[name, text] as const, ...others];
  try {
    localStorage.setItem(KEY, JSON.stringify(all.slice(0, MAX_KEPT)));
  } catch {
    // disabled, or full
  }
}
