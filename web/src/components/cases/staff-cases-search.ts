import { pageIn, textIn } from '../../shell/search.ts';

export interface StaffCasesSearch {
  page?: number | undefined;
  /** The order whose thread is open. */
  order?: string | undefined;
}

export const readStaffCases = (search: Readonly<Record<string, unknown>>): StaffCasesSearch => ({
  page: pageIn(search),
  order: textIn(search, 'order')?.slice(0, 80),
});
