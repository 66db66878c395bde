import { createFileRoute } from '@tanstack/react-router';
import { RecordsPage } from '../creator/withdrawals/records-page.tsx';
import { pageIn } from '../shell/search.ts';

export const Route = createFileRoute('/_creator/setting/withdraw')({
  validateSearch: (search): { page?: number | undefined } => ({ page: pageIn(search) }),
  component: Records,
});

function Records() {
  const { page = 1 } = Route.useSearch();
  const navigate = Route.useNavigate();
  return <RecordsPage page={page} onPage={(chosen) => void navigate({ search: { page: chosen } })} />;
}
