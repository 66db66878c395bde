import { useDocumentTitle } from '@mantine/hooks';
import { useEffect } from 'react';
import { BRAND_NAME } from '../app/brand.ts';

/** The title of the browser's tab: the page, then the product. */
export function usePageTitle(page: string | undefined): void {
  useDocumentTitle(page === undefined || page === '' ? BRAND_NAME : `${page} · ${BRAND_NAME}`);
}

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
