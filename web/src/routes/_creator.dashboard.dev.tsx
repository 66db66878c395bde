import { createFileRoute } from '@tanstack/react-router';
import { withTable } from '../components/table/view.ts';
import { DeveloperPage } from '../creator/open/developer-page.tsx';
import { wholeIn } from '../shell/search.ts';

const LAST_PAGE = 100_000;

export const Route = createFileRoute('/_creator/dashboard/dev')({
  validateSearch: (search): { page?: number | undefined } => ({
    page: wholeIn(search, 'page', 1, LAST_PAGE),
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
