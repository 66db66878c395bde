import { useRef } from 'react';

/** One key for one request: the same request, sent twice, acts once. */
export function useRequestKey() {
  const kept = useRef({ text: '', key: '' });
  return {
    keyOf(request: unknown): string {
      const text = JSON.stringify(request);
      if (kept.current.text !== text) kept.current = { text, key: crypto.randomUUID() };
      return kept.current.key;
    },
    /** The request is answered: the next one is another, even with the same content. */
    forget(): void {
      kept.current = { text: '', key: '' };
    },
  };
}
