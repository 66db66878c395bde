import { createFileRoute, notFound } from '@tanstack/react-router';
import { withTable } from '../components/table/view.ts';
import { MonthPage, type MonthSearch } from '../finance/income/month-page.tsx';
import { pageIn, textIn } from '../shell/search.ts';

const MONTH = /^\d{4}-(0[1-9]|1[0-2])$/;
export const Route = createFileRoute('/finance/settlements/$month')({
  validateSearch: (search): MonthSearch => ({
    page: pageIn(search),
    user: textIn(search, 'user')?.slice(0, 64),
    lines: pageIn(search, 'lines'),
  }),
  beforeLoad: ({ params }) => {
    if (!MONTH.test(params.month)) throw notFound();
  },
  component: Month,
});

function Month() {
  const { month } = Route.useParams();
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <MonthPage
      month={month}
      search={search}
      onSearch={(chosen) => void navigate({ search: withTable(chosen), resetScroll: false })}
    />
  );
}
