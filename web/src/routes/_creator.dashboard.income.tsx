import { createFileRoute } from '@tanstack/react-router';
import { withTable } from '../components/table/view.ts';
import { IncomePage, type IncomeSearch } from '../creator/income/income-page.tsx';
import { textIn, wholeIn } from '../shell/search.ts';

const MONTH = /^\d{4}-(0[1-9]|1[0-2])$/;

export const Route = createFileRoute('/_creator/dashboard/income')({
  validateSearch: (search): IncomeSearch => {
    const month = textIn(search, 'month');
    return {
      month: month !== undefined && MONTH.test(month) ? month : undefined,
      page: wholeIn(search, 'page', 1, 100_000),
    };
  },
  component: Income,
});

function Income() {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <IncomePage
      search={search}
      onSearch={(chosen) => void navigate({ search: withTable(chosen), resetScroll: false })}
    />
  );
}
