import { createFileRoute } from '@tanstack/react-router';
import { type Traced, TracePage } from '../finance/books/trace/trace-page.tsx';
import { textIn } from '../shell/search.ts';

export const Route = createFileRoute('/finance/trace')({
  validateSearch: (search): Traced => ({
    out_trade_no: textIn(search, 'out_trade_no')?.slice(0, 80),
    withdrawal: textIn(search, 'withdrawal')?.slice(0, 64),
  }),
  component: Trace,
});

function Trace() {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  return <TracePage search={search} onSearch={(chosen) => void navigate({ search: chosen })} />;
}
