import { createFileRoute } from '@tanstack/react-router';
import { StaffPage, type StaffSearch } from '../admin/staff-page.tsx';
import { withTable } from '../components/table/view.ts';
import { wholeIn } from '../shell/search.ts';

export const Route = createFileRoute('/admin/staff')({
  validateSearch: (search): StaffSearch => ({ page: wholeIn(search, 'page', 1, 100_000) }),
  component: Staff,
});

function Staff() {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <StaffPage
      search={search}
      onSearch={(chosen) => void navigate({ search: withTable(chosen), resetScroll: false })}
    />
  );
}
