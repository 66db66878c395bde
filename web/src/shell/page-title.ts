import { useDocumentTitle } from '@mantine/hooks';
import { BRAND_NAME } from '../app/brand.ts';

/** What the browser's tab says: the page, then the product. */
export function usePageTitle(page: string | undefined): void {
  useDocumentTitle(page === undefined || page === '' ? BRAND_NAME : `${page} · ${BRAND_NAME}`);
}
