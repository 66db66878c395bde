import { StaffCases } from '../components/cases/staff-cases.tsx';
import type { StaffCasesSearch } from '../components/cases/staff-cases-search.ts';
import type { SearchState } from '../shell/search.ts';
import { SupportFrame } from './support-frame.tsx';

/** /support/cases: what fans passed on to staff. */
export const StaffCasesPage = (state: SearchState<StaffCasesSearch>) => (
  <SupportFrame>
    <StaffCases {...state} />
  </SupportFrame>
);
