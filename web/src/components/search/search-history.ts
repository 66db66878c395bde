import { useSyncExternalStore } from 'react';

/** Overview specification 9: ten searches, newest first, each once. */
const KEY = 'search_history';
const MOST = 10;
const NONE: readonly string[] = [];

const listeners = new Set<() => void>();
let known: { text: string | null; person: string; words: readonly string[] } | undefined;

interface Saved {
  /** Whose it is; empty of a guest. */
  person: string;
  words: string[];
}

function parsed(text: string | null): Saved {
  try {
    const saved = JSON.parse(text ?? '{}') as Partial<Saved>;
    const words = Array.isArray(saved.words) ? saved.words.filter((one) => typeof one === 'string') : [];
    return { person: typeof saved.person === 'string' ? saved.person : '', words: words.slice(0, MOST) };
  } catch {
    return { person: '', words: [] }; // not ours
  }
}

function read(person: string): readonly string[] {
  let text: string | null = null;
  try {
    text = localStorage.getItem(KEY);
  } catch {
    return NONE; // storage switched off by the browser
  }
  if (known?.text === text && known.person === person) return known.words;
  const saved = parsed(text);
  known = { text, person, words: saved.person === person ? saved.words : NONE };
  return known.words;
}

function write(saved: Saved): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(saved));
  } catch {
    // A full or forbidden storage.
  }
  for (const listener of listeners) listener();
}

/** Remembers a search on this device, in front of the others. */
export function rememberSearch(person: string, q: string): void {
  const others = read(person).filter((one) => one !== q);
  write({ person, words: [q, ...others].slice(0, MOST) });
}

export const forgetSearches = (person: string): void => write({ person, words: [] });

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}

/** What this person has searched for on this device, newest first. Another person's searches are not shown. */
export const useSearchHistory = (person: string): readonly string[] =>
  useSyncExternalStore(subscribe, () => read(person));
