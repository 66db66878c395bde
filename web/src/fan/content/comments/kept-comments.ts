import { type Draft, NOTHING } from './mentions.ts';

const KEY = 'comment_texts';
/** The oldest gives way to a further one. */
const MAX_KEPT = 10;

type Kept = readonly [name: string, text: string, mentions: Draft['mentions']];

const isMention = (one: unknown): one is Draft['mentions'][number] =>
  typeof one === 'object' &&
  one !== null &&
  'user_id' in one &&
  typeof one.user_id === 'string' &&
  'offset' in one &&
  typeof one.offset === 'number' &&
  'length' in one &&
  typeof one.length === 'number';

/** The newest first. */
function kept(): Kept[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    if (!Array.isArray(stored)) return [];
    return stored.flatMap((one): Kept[] => {
      const [name, text, mentions]: unknown[] = Array.isArray(one) ? one : [];
      if (typeof name !== 'string' || typeof text !== 'string') return [];
      return [[name, text, Array.isArray(mentions) ? mentions.filter(isMention) : []]];
    });
  } catch {
    return []; // not ours, or storage is disabled
  }
}

/** What was typed on this device and not sent, by a name that has the person and the place. */
export function keptComment(name: string): Draft {
  const [, text, mentions] = kept().find(([one]) => one === name) ?? [];
  return text === undefined || mentions === undefined ? NOTHING : { text, mentions };
}

/** Keeps a text on this device; an empty one is forgotten. */
export function keepComment(name: string, { text, mentions }: Draft): void {
  const others = kept().filter(([one]) => one !== name);
  const all: Kept[] = text.trim() === '' ? others : [[name, text, mentions], ...others];
  try {
    localStorage.setItem(KEY, JSON.stringify(all.slice(0, MAX_KEPT)));
  } catch {
    // disabled, or full
  }
}
