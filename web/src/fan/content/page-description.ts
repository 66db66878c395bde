import { useEffect } from 'react';

/** The page's description for search engines; without one, that of the product stays. */
export function usePageDescription(text: string): void {
  useEffect(() => {
    const meta = document.querySelector('meta[name="description"]');
    const before = meta?.getAttribute('content');
    if (!meta || before == null || text === '') return undefined;
    meta.setAttribute('content', text);
    return () => meta.setAttribute('content', before);
  }, [text]);
}
