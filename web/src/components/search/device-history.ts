import { useSyncExternalStore } from 'react';

const NONE: readonly string[] = [];

interface Saved {
  /** Whose it is; empty of a guest. */
  person: string;
  words: string[];
}

interface Options {
  /** Of the browser's storage. */
  key: string;
  most: number;
  /** Entries with the same name are one. */
  nameOf?: (entry: string) => string;
}

/** The last things that a person did on this device, newest first, each once. Another person's are not shown. */
export function deviceHistory({ key, most, nameOf = (entry) => entry }: Options) {
  const listeners = new Set<() => void>();
  let known: { text: string | null; person: string; words: readonly string[] } | undefined;

  function parsed(text: string | null): Saved {
    try {
      const saved = JSON.parse(text ?? '{}') as Partial<Saved>;
      const words = Array.isArray(saved.words) ? saved.words.filter((one) => typeof one === 'string') : [];
      return { person: typeof saved.person === 'string' ? saved.person : '', words: words.slice(0, most) };
    } catch {
      return { person: '', words: [] }; // not ours
    }
  }
  function read(person: string): readonly string[] {
    let text: string | null = null;
    try {
      text = localStorage.getItem(key);
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
      localStorage.setItem(key, JSON.stringify(saved));
    } catch {
      // A full or forbidden storage.
    }
    for (const listener of listeners) listener();
  }
  function subscribe(listener: () => void): () => void {
    listeners.add(listener);
    window.addEventListener('storage', listener);
    return () => {
      listeners.delete(listener);
      window.removeEventListener('storage', listener);
    };
  }
  return {
    /** In front of the others. */
    remember(person: string, entry: string): void {
      const others = read(person).filter((one) => nameOf(one) !== nameOf(entry));
      write({ person, words: [entry, ...others].slice(0, most) });
    },
    forget: (person: string): void => write({ person, words: [] }),
    useHistory: (person: string): readonly string[] => useSyncExternalStore(subscribe, () => read(person)),
  };
}
