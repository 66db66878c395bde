import { createFileRoute } from '@tanstack/react-router';
import { withTable } from '../components/table/view.ts';
import { DeveloperPage } from '../creator/open/developer-page.tsx';
import { pageIn } from '../shell/search.ts';

export const Route = createFileRoute('/_creator/dashboard/dev')({
  validateSearch: (search): { page?: number | undefined } => ({
    page: pageIn(search),
  }),
  component: Developer,
});

function Developer() {
  const { page = 1 } = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <DeveloperPage page={page} onPage={(next) => void navigate({ search: withTable({ page: next }) })} />
  );
}
