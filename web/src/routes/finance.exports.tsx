import { createFileRoute } from '@tanstack/react-router';
import { exportFormats } from '#services/api/books/contract/books-export.ts';
import { isDay } from '../creator/stats/period.ts';
import { ExportsPage, type ExportsSearch } from '../finance/books/exports/exports-page.tsx';
import { oneOf, textIn } from '../shell/search.ts';

export const Route = createFileRoute('/finance/exports')({
  validateSearch: (search): ExportsSearch => {
    const [from, to] = [textIn(search, 'from'), textIn(search, 'to')];
    return {
      format: oneOf(search, 'format', exportFormats),
      from: isDay(from) ? from : undefined,
      to: isDay(to) ? to : undefined,
    };
  },
  component: Exports,
});

function Exports() {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <ExportsPage
      search={search}
      onSearch={(chosen) => void navigate({ search: chosen, resetScroll: false })}
    />
  );
}
