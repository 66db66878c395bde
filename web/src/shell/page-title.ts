import { useDocumentTitle } from '@mantine/hooks';
import { BRAND_NAME } from '../app/brand.ts';

/** The title of the browser's tab: the page, then the product. */
export function usePageTitle(page: string | undefined): void {
  useDocumentTitle(page === undefined || page === '' ? BRAND_NAME : `${page} · ${BRAND_NAME}`);
}
