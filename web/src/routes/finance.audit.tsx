import { createFileRoute } from '@tanstack/react-router';
import { AuditPage, type AuditSearch } from '../finance/audit/audit-page.tsx';
import { STAFF_AREAS } from '../finance/audit/staff-areas.ts';
import { oneOf, pageIn, textIn } from '../shell/search.ts';
import { searchPage } from '../shell/search-page.tsx';

export const Route = createFileRoute('/finance/audit')({
  validateSearch: (search): AuditSearch => ({
    proof: textIn(search, 'proof')?.slice(0, 80),
    page: pageIn(search),
    area: oneOf(search, 'area', STAFF_AREAS),
    acts: pageIn(search, 'acts'),
  }),
  component: searchPage(AuditPage),
});
