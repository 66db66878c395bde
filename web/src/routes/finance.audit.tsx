import { createFileRoute } from '@tanstack/react-router';
import { withTable } from '../components/table/view.ts';
import { AuditPage, type AuditSearch } from '../finance/audit/audit-page.tsx';
import { STAFF_AREAS } from '../finance/audit/staff-areas.ts';
import { oneOf, textIn, wholeIn } from '../shell/search.ts';

export const Route = createFileRoute('/finance/audit')({
  validateSearch: (search): AuditSearch => ({
    proof: textIn(search, 'proof')?.slice(0, 80),
    page: wholeIn(search, 'page', 1, 100_000),
    area: oneOf(search, 'area', STAFF_AREAS),
    acts: wholeIn(search, 'acts', 1, 100_000),
  }),
  component: Audit,
});

function Audit() {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <AuditPage
      search={search}
      onSearch={(chosen) => void navigate({ search: withTable(chosen), resetScroll: false })}
    />
  );
}
